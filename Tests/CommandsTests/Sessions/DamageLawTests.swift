import DamageSupport
import Foundation
import SessionFormat
import TestSupport
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("Whatever damage is done, all other records are read and none is invented")
struct DamageLawTests {
  /// About 12 kB, of which a test that is built without optimization takes a part.
  private static let sample = DamageSample(actions: 31)
  private static let law = DamageLaw(sample)

  @Test("the undamaged sample is sound, and all of it is read")
  func sound() throws {
    let bytes = Self.sample.bytes
    #expect((11_000...24_000).contains(bytes.count))
    #expect(Self.law.faults(bytes, touched: []) == [])
    let check = try SessionCheck(open(bytes))
    #expect(check.faults == [])
    #expect(check.reading.isClosed)
  }

  @Test("every single flipped bit is detected, and costs no other record", arguments: 0..<4)
  func bits(part: Int) throws {
    let sound = Self.sample.bytes
    var seen: Set<DamagedLine> = []
    for bit in Self.share(part, of: sound.count * 8, step: 13).thinned(16) {
      let flip = BitFlip(bit: bit, in: Self.sample)
      // What the line is to a reader of the whole file decides all else, so that each such case is
      // tried once with the whole file. The soak takes the whole file for every bit.
      if let line = flip.damagedLine {
        #expect(line.isRefused, "bit \(bit), line \(flip.line + 1)")
        guard seen.insert(line).inserted else { continue }
      }
      var bytes = sound
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      let session = try Session(bytes: Data(bytes), file: "s", mode: .salvage)
      let faults = Self.law.faults(session, touched: flip.touched)
      #expect(faults == [], "bit \(bit), line \(flip.line + 1)")
      #expect(try SessionCheck(session).faults != [], "bit \(bit)")
    }
    #expect(seen.count > (FastRun.isOn ? 5 : 25))
  }

  @Test(
    "every bit of a small session with CRLF at each line is detected", arguments: [true, false])
  func bitsOfLineEnds(endsInLineFeed: Bool) throws {
    var builder = SessionBuilder.counter([1])
    builder.mark(1, "é")
    let chunks = builder.chunks().dropLast(2) + builder.chunks().suffix(1) + [builder.chunks()[4]]
    var sound = Array(chunks.map { $0.dropLast() + [0x0D, 0x0A] }.joined())
    if !endsInLineFeed { sound.removeLast(2) }
    #expect(try SessionCheck(open(sound)).faults == [])
    for bit in (0..<sound.count * 8).thinned(16) {
      var bytes = sound
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      let salvaged = try? Session(bytes: Data(bytes), file: "s", mode: .salvage)
      if let salvaged { #expect(try SessionCheck(salvaged).faults != [], "bit \(bit)") }
      // As the verb does it, by a quick look first.
      if let session = try? open(bytes) {
        #expect(try SessionCheck(session).faults != [], "bit \(bit)")
      }
    }
  }

  @Test("up to 64 bytes that are overwritten anywhere cost no other record", arguments: 0..<40)
  func overwritten(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    var bytes = Self.sample.bytes
    let starts = Self.sample.starts
    let count = Int.random(in: 1...64, using: &random)
    let start = Int.random(in: 0...bytes.count - count, using: &random)
    for place in start..<start + count {
      bytes[place] = seed % 4 == 0 ? 0 : UInt8.random(in: 0...255, using: &random)
    }
    let touched = starts.dropLast().indices.filter { line in
      starts[line] < start + count && start <= starts[line + 1]
    }
    // A last byte that was a line end joins the next line.
    let joined = touched.last.map { starts[$0 + 1] == start + count ? [$0 + 1] : [] } ?? []
    #expect(Self.law.faults(bytes, touched: Set(touched + joined)) == [])
    #expect(Self.law.faultsOfRepair(bytes) == [])
  }

  @Test("cut anywhere, every whole line is read, and the torn one is told", arguments: 0..<4)
  func truncated(part: Int) throws {
    let sound = Self.sample.bytes
    let first = Self.sample.starts[1]
    var seen: Set<[Int]> = []
    for place in Self.share(part, of: sound.count - first, step: 1).thinned(16) {
      let count = first + place
      let cut = Self.sample.cut(after: count)
      let bytes = Data(sound[..<count])
      let session = try Session(bytes: bytes, file: "s")
      let words =
        "line \(cut.line + 1) at byte \(cut.start): the last line was cut off after "
        + "\(cut.rest) byte\(cut.rest == 1 ? "" : "s") and is left out"
      #expect(session.notes.map(\.words) == (cut.isTorn ? [words] : []), "\(count)")
      // Each line is read whole, torn and gone once; the soak does that at every cut.
      let kind = cut.isTorn ? 2 : cut.isWhole ? 1 : 0
      guard seen.insert([cut.line, kind]).inserted else { continue }
      let salvaged = try Session(bytes: bytes, file: "s", mode: .salvage)
      #expect(salvaged.notes == session.notes)
      #expect(Self.law.faults(salvaged, touched: cut.lost) == [], "\(count)")
    }
    #expect(seen.count > (FastRun.isOn ? 5 : 25))
  }

  /// Every so many of that many places, of which a part of four gets a quarter that hangs together.
  private static func share(_ part: Int, of count: Int, step: Int) -> StrideTo<Int> {
    let steps = (count + step - 1) / step
    return stride(
      from: steps * part / 4 * step, to: min(count, steps * (part + 1) / 4 * step), by: step)
  }
}

/// A flipped bit of a sample.
private struct BitFlip {
  let line: Int
  /// The lines that it may have changed.
  let touched: Set<Int>
  /// The line as it is now, where it is still that one line.
  let damagedLine: DamagedLine?

  init(bit: Int, in sample: DamageSample) {
    let starts = sample.starts
    let place = bit / 8
    line = (starts.lastIndex { $0 <= place } ?? 0)
    var chunk = sample.chunks[line]
    let at = place - starts[line]
    // Where its line end is lost a line takes the next one with it.
    touched = at + 1 == chunk.count ? [line, line + 1] : [line]
    chunk[at] ^= 1 << UInt8(bit % 8)
    let text = chunk.prefix { $0 != 0x0A && $0 != 0x0D }
    let isOneLine = text.count == sample.chunks[line].count { $0 != 0x0A && $0 != 0x0D }
    let isNearEnd = line >= sample.chunks.count - 3
    damagedLine = isOneLine && at < text.count && !isNearEnd ? DamagedLine(line, Array(text)) : nil
  }
}

/// What a reader of the whole file makes of a damaged line.
private struct DamagedLine: Hashable {
  private let line: Int
  private let kind: LineIndex.Kind
  private let n: Int
  private let isWhole: Bool
  /// The kind that it has all the same.
  private let name: String?
  private let hasChecksum: Bool
  let isRefused: Bool

  init(_ line: Int, _ text: [UInt8]) {
    self.line = line
    let place = text.withUnsafeBufferPointer(LineIndex.place)
    (kind, n, isWhole) = (place.kind, place.n, place.isWhole)
    name = (try? JSONParser().parse(text))?["kind"]?.string
    hasChecksum = text.withUnsafeBufferPointer(LineCoding.endsInChecksum)
    isRefused = text.withUnsafeBufferPointer { (try? LineCoding.line($0, crc: .required)) == nil }
  }
}
