import DamageSupport
import Foundation
import Inspector
import SessionFormat
import TestSupport
import Testing

@Suite("Whatever damage is done, all other records are read and none is invented")
struct DamageLawTests {
  /// About 20 kB, of which a test that is built without optimization takes a part.
  private static let sample = DamageSample(actions: 31)
  private static let law = DamageLaw(sample)

  @Test("the undamaged sample is sound, and all of it is read")
  func sound() throws {
    let bytes = Self.sample.bytes
    #expect((18_000...24_000).contains(bytes.count))
    #expect(Self.law.faults(bytes, touched: []) == [])
    let check = try SessionCheck(open(bytes))
    #expect(check.faults == [])
    #expect(check.reading.isClosed)
  }

  @Test("every single flipped bit is detected, and costs no other record", arguments: 0..<4)
  func bits(part: Int) throws {
    let sound = Self.sample.bytes
    let starts = Self.sample.starts
    var line = 0
    for bit in stride(from: part * 13, to: sound.count * 8, by: 4 * 13) {
      let place = bit / 8
      while starts[line + 1] <= place { line += 1 }
      var bytes = sound
      bytes[place] ^= 1 << UInt8(bit % 8)
      // Where its line end is lost a line takes the next one with it.
      let isEnd = place + 1 == starts[line + 1]
      let faults = Self.law.faults(bytes, touched: isEnd ? [line, line + 1] : [line])
      #expect(faults == [], "bit \(bit), line \(line + 1)")
      // Blanks behind a whole line change nothing.
      let wasEnd = place == sound.count - 1 || (sound[place] == 0x0D && !isEnd)
      let isBlank = wasEnd && [0x20, 0x09, 0x0D].contains(bytes[place])
      let check = try SessionCheck(Session(bytes: Data(bytes), file: "s", mode: .salvage))
      #expect(check.faults.isEmpty == isBlank, "bit \(bit)")
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
    let sample = Self.sample
    let sound = sample.bytes
    let starts = sample.starts
    for count in stride(from: starts[1] + part, to: sound.count, by: 4) {
      let bytes = Array(sound.prefix(count))
      let whole = starts.lastIndex { $0 <= count } ?? 0
      let rest = Array(bytes[starts[whole]...])
      // All but the line end is there.
      let isWhole =
        sample.chunks[whole].starts(with: rest) && rest.last == UInt8(ascii: "}")
        && rest.count >= sample.chunks[whole].count - 2
      let isTorn = !rest.isEmpty && !isWhole
      let lost = Set(isWhole ? whole + 1..<sample.lines.count : whole..<sample.lines.count)
      // The soak looks at every cut as closely as at some of these.
      let isClose = count % 9 < 1
      for mode in isClose ? [ReadingMode.tail, .salvage] : [.tail] {
        let session = try Session(bytes: Data(bytes), file: "s", mode: mode)
        let start = starts[whole]
        let words =
          "line \(whole + 1) at byte \(start): the last line was cut off after "
          + "\(count - start) bytes and is left out"
        #expect(session.notes.map(\.words) == (isTorn ? [words] : []), "\(count)")
      }
      if isClose { #expect(Self.law.faults(bytes, touched: lost) == [], "\(count)") }
    }
  }
}
