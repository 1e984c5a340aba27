import Foundation
import Inspector
import TestSupport

/// A folder with the segments of a sample, which are damaged one after the other.
public struct DamagedSegments {
  /// The sample; its lines are those of all segments.
  public let sample: DamageSample
  /// The law that must hold of it.
  public let law: DamageLaw
  private let folder: SessionFolder

  /// Writes the segments of about 20 kB.
  public init() throws {
    sample = DamageSample(actions: 31, borders: [9, 20])
    law = DamageLaw(sample)
    folder = try SessionFolder()
    for segment in sample.segments.indices { try write(sound(segment), as: segment) }
  }

  /// The path of the folder.
  public var path: String { folder.path }

  /// The bytes of a segment, counted from 0.
  public func sound(_ segment: Int) -> [UInt8] {
    sample.chunks[sample.segments[segment]].flatMap { $0 }
  }

  /// The file of a segment, counted from 0.
  public func file(_ segment: Int) -> String { folder.file("s.000\(segment + 1).ndjson") }

  /// Writes a replacement for a segment; nil removes its file.
  public func write(_ bytes: [UInt8]?, as segment: Int) throws {
    if let bytes {
      try Data(bytes).write(to: URL(filePath: file(segment)))
    } else {
      try FileManager.default.removeItem(atPath: file(segment))
    }
  }

  /// The violations if these files replace segments.
  ///
  /// - Parameters:
  ///   - files: The replacements of the segments; nil removes one.
  ///   - touched: The lines that the damage may have changed.
  ///   - repairs: Whether a repair is tried too.
  public func faults(
    _ files: [Int: [UInt8]?], touched: Set<Int>, repairs: Bool = true
  ) -> [String] {
    do {
      for (segment, bytes) in files { try write(bytes, as: segment) }
      defer {
        for segment in files.keys {
          try? write(sample.segments.indices.contains(segment) ? sound(segment) : nil, as: segment)
        }
      }
      let session = try Session(path: path, mode: .salvage)
      return law.faults(session, touched: touched) + (repairs ? law.faultsOfRepair(session) : [])
    } catch { return ["\(error)"] }
  }

  /// The violations if a segment ends after `count` bytes.
  public func faultsOfCut(_ segment: Int, after count: Int, repairs: Bool = true) -> [String] {
    let range = sample.segments[segment]
    let starts = sample.starts
    let cut = sample.cut(after: starts[range.lowerBound] + count)
    return faults(
      [segment: Array(sound(segment).prefix(count))],
      touched: cut.lost.intersection(range), repairs: repairs)
  }

  /// The violations if one bit of a segment is flipped.
  public func faultsOfFlip(_ segment: Int, bit: Int, repairs: Bool = true) -> [String] {
    let range = sample.segments[segment]
    let starts = sample.starts
    let place = starts[range.lowerBound] + bit / 8
    let line = starts.lastIndex { $0 <= place } ?? 0
    var bytes = sound(segment)
    bytes[bit / 8] ^= 1 << UInt8(bit % 8)
    let joined = place + 1 == starts[line + 1] && line + 1 < range.upperBound
    return faults(
      [segment: bytes], touched: joined ? [line, line + 1] : [line], repairs: repairs)
  }
}
