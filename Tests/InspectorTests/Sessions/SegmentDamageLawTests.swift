import DamageSupport
import Foundation
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("Whatever is done to the segments of a session, all other records are read")
struct SegmentDamageLawTests {
  @Test("undamaged segments are sound, and all of them are read")
  func sound() throws {
    let segments = try DamagedSegments()
    #expect(segments.faults([:], touched: []) == [])
    let session = try Session(path: segments.path, mode: .salvage)
    let check = try SessionCheck(session)
    #expect(check.faults == [])
    #expect(check.reading.isClosed)
    #expect(check.reading.segments.map(\.lines) == segments.sample.segments.map(\.count))
  }

  @Test("each segment cut within each of its lines, or before it", arguments: 0..<3)
  func cuts(segment: Int) throws {
    let segments = try DamagedSegments()
    var start = 0
    for line in segments.sample.segments[segment] {
      let size = segments.sample.chunks[line].count
      let count = line % 3 == 0 ? start : start + size * (line % 7 + 1) / 9
      if count > 0 {
        let faults = segments.faultsOfCut(segment, after: count, repairs: line % 8 == 0)
        #expect(faults == [], "segment \(segment + 1) after \(count)")
      }
      start += size
    }
  }

  @Test("a bit of every line of each segment flipped", arguments: 0..<3)
  func bits(segment: Int) throws {
    let segments = try DamagedSegments()
    var start = 0
    for line in segments.sample.segments[segment] {
      let size = segments.sample.chunks[line].count
      // At the line end of every fifth, else anywhere in it.
      let bit = line % 5 == 0 ? (size - 1) * 8 + line % 8 : line * 977 % (size * 8)
      let faults = segments.faultsOfFlip(segment, bit: start * 8 + bit, repairs: line % 8 == 0)
      #expect(faults == [], "segment \(segment + 1) bit \(start * 8 + bit)")
      start += size
    }
  }

  @Test("any one of them missing, empty, or noise")
  func missing() throws {
    let segments = try DamagedSegments()
    for (segment, lines) in segments.sample.segments.enumerated() {
      for text in [nil, "", "noise\n\0\u{1F}"] as [String?] {
        #expect(
          segments.faults([segment: text.map { Array($0.utf8) }], touched: Set(lines)) == [],
          "\(segment)")
      }
    }
  }

  @Test("any two of them under each other's name, or one of them twice")
  func swapped() throws {
    let segments = try DamagedSegments()
    for (one, other) in [(0, 1), (0, 2), (1, 2)] {
      let files: [Int: [UInt8]?] = [one: segments.sound(other), other: segments.sound(one)]
      #expect(segments.faults(files, touched: []) == [], "\(one) and \(other)")
    }
    for segment in 0..<3 {
      for copy in [3, 4] {
        #expect(
          segments.faults([copy: segments.sound(segment) as [UInt8]?], touched: []) == [],
          "\(segment)")
      }
    }
  }
}
