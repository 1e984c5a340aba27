import Foundation
import Inspector
import SessionFormat
import TestSupport

/// The segments of a counter's session, as a recorder writes them to a folder.
struct Segments {
  static let stem = "counter-20260102T030405Z-00000000"

  /// The numbers that the actions add.
  let numbers: [Int]
  /// The states that end a segment.
  let borders: [Int]

  /// The whole session in one file.
  var whole: SessionBuilder { SessionBuilder.counter(numbers) }

  func total(_ n: Int) -> JSONValue { ["total": .number(numbers.prefix(n).reduce(0, +))] }

  /// The lines of each segment.
  var builders: [SessionBuilder] {
    let starts = [0] + borders
    return starts.indices.map { place in
      let start = starts[place]
      let end = place + 1 < starts.count ? starts[place + 1] : numbers.count
      var builder = SessionBuilder {
        if place > 0 {
          $0.id = "00000000-0000-4000-8000-1\(String(repeating: "0", count: 10))\(place)"
          $0.continues = SessionHeader.Origin(id: SessionBuilder.id, n: start)
        }
      }
      builder.whole(start, total(start))
      for n in stride(from: start + 1, through: end, by: 1) {
        builder.action(n, "add", .number(numbers[n - 1]))
        builder.patch(n, to: total(n))
      }
      builder.end(end)
      return builder
    }
  }

  /// The name of a segment, counted from 1.
  static func name(_ segment: Int) -> String { "\(stem).000\(segment).ndjson" }

  /// A folder of the segments; segments for which the closure returns nil are left out.
  func folder(
    _ bytes: (Int, SessionBuilder) -> [UInt8]? = { $1.bytes() }
  ) throws -> SessionFolder {
    let folder = try SessionFolder()
    for (place, builder) in builders.enumerated() {
      guard let bytes = bytes(place + 1, builder) else { continue }
      try Data(bytes).write(to: URL(filePath: folder.file(Self.name(place + 1))))
    }
    return folder
  }
}
