import Foundation
import SessionFormat
import TestSupport
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("The cause of a value in a damaged session")
struct SalvagedCauseTests {
  /// Each line of a session garbled in turn, or left out.
  private static func damaged(_ bytes: [UInt8]) -> [(what: String, session: Session)] {
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: true).map(Array.init)
    return lines.indices.dropFirst().flatMap { place in
      ["garbled", "missing"].compactMap { what -> (String, Session)? in
        var lines = lines
        if what == "garbled" {
          lines[place][lines[place].count / 2] ^= 0x20
        } else {
          lines.remove(at: place)
        }
        let joined = Data(lines.joined(separator: [0x0A]) + [0x0A])
        let session = try? Session(bytes: joined, file: "s", mode: .salvage)
        return session.map { ("line \(place + 1) \(what)", $0) }
      }
    }
  }

  /// A recording with keyframes behind patches, and one of an app.
  private static func recordings() throws -> [[UInt8]] {
    var builder = SessionBuilder()
    builder.whole(0, ["a": 0, "b": [1, 2], "c": "x"])
    var (a, c) = (0, "x")
    for n in 1...12 {
      if n % 3 == 0 { a += 1 } else { c = "x\(n / 4)" }
      builder.action(n, n % 3 == 0 ? "add" : "name")
      builder.patch(n, to: ["a": .number(a), "b": [1, .number(n / 5)], "c": .string(c)])
      if n % 4 == 0 { builder.keyframe(n) }
    }
    builder.end(12)
    let sample = PackageRoot.url.appending(path: "sessions/products-favourite.ndjson")
    return [builder.bytes(), SessionBuilder.mixed().bytes(), Array(try Data(contentsOf: sample))]
  }

  @Test("is that of the value that the known states have", arguments: 0..<3)
  func agrees(recording: Int) throws {
    for (what, session) in Self.damaged(try Self.recordings()[recording]) {
      let timeline = Timeline(session)
      let known = (session.first...session.last).filter(session.hasState)
      let states = try known.map { ($0, try session.state($0)) }
      let paths = [
        "", "/a", "/b", "/b/1", "/c", "/list", "/list/0", "/list/1", "/list/1/isFavorite",
      ]
      for path in try paths.map(JSONPointer.init) {
        for (n, state) in states {
          let cause = try CauseScan(timeline, path: path).last(upTo: n)
          #expect(cause?.new == path.value(in: state), "\(what): \(path) at \(n)")
        }
      }
    }
  }
}
