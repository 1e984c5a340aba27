import Foundation
import SessionFormat
import TestSupport
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("A gzipped session is read like any other, within bounds")
struct GzipTests {
  private let plain = SessionBuilder.mixed().bytes()

  private func gzip(_ bytes: some Collection<UInt8>) -> [UInt8] {
    Deflation().deflate(Array(bytes), isLast: true)
  }

  /// Everything that a session can be asked, as text.
  private func content(_ session: Session) throws -> [String] {
    try session.lines.filter { $0.kind != .blank }.map {
      try session.reader.line($0).document.description
    }
  }

  @Test("whatever its name is, with or without a byte order mark inside")
  func opens() throws {
    let whole = try open(plain)
    let session = try open(gzip(plain))
    #expect(try content(session) == content(whole))
    #expect(session.notes == [])
    #expect(session.ending == .closed)
    #expect(try SessionCheck(session).faults == [])
    #expect(try open(gzip([0xEF, 0xBB, 0xBF] + plain)).notes == [.byteOrderMark])
  }

  @Test("several gzips one after the other are one session, wherever the border lies")
  func members() throws {
    let whole = try content(open(plain))
    for border in stride(from: 0, through: plain.count, by: 7) {
      let bytes = gzip(plain[..<border]) + gzip(plain[border...]) + gzip([])
      let session = try open(bytes)
      #expect(try content(session) == whole)
      #expect(session.notes == [])
    }
  }

  @Test("cut off at any byte, the lines that were inflated are there and none is invented")
  func cutOff() throws {
    let gzipped = gzip(plain)
    let whole = try content(open(plain))
    var most = 0
    for count in 2..<gzipped.count {
      guard let session = try? open(Array(gzipped[..<count])) else { continue }
      let lines = try content(session)
      #expect(lines == Array(whole.prefix(lines.count)))
      #expect(lines.count >= most)
      most = lines.count
      // Where the end of the gzip alone is missing all lines are there, the last one too.
      #expect(session.ending == (lines.count == whole.count ? .closed : .cutOff))
      let faults = try SessionCheck(session).faults.map(\.cause)
      #expect(faults.last == .gzip(.cutOff))
    }
    #expect(most == whole.count)
  }

  @Test("nothing can be made of a beginning without a line")
  func cutOffEarly() {
    #expect(
      openingError([0x1F, 0x8B])
        == "s.ndjson:1:1: the gzip was cut off: the end of the session is missing (byte 0)")
  }

  @Test("any byte changed: it opens to the same session, says what is wrong, or is refused")
  func damaged() throws {
    let gzipped = gzip(plain)
    let whole = try content(open(plain))
    for place in gzipped.indices.dropFirst(2) {
      for mask: UInt8 in [1, 0x80, 0xFF] {
        var bytes = gzipped
        bytes[place] ^= mask
        guard let session = try? open(bytes) else { continue }
        if session.notes.isEmpty {
          #expect(try content(session) == whole, "\(place)")
        } else {
          #expect((try? SessionCheck(session).faults) != [])
        }
      }
    }
  }

  @Test("what follows the gzip and is none is told")
  func trailing() throws {
    let session = try open(gzip(plain) + Array("rest".utf8))
    #expect(
      session.notes.map(\.words)
        == ["4 bytes after the end of the gzip are not gzip, and are left out"])
    #expect(session.ending == .closed)
    #expect(try SessionCheck(session).faults.map(\.cause) == [.gzip(.trailing(bytes: 4))])
  }

  @Test("a gzip in a gzip is refused")
  func nested() {
    #expect(
      openingError(gzip(gzip(plain)))
        == "s.ndjson:1:1: a gzip within a gzip: inflate it once with gunzip (byte 0)")
  }

  @Test("one that inflates beyond the bound is refused, up to the bound it is read")
  func byteLimit() throws {
    let bytes = Data(gzip(plain))
    let limits = ReadingLimits(inflatedBytes: plain.count)
    #expect(try Session(bytes: bytes, file: "s", limits: limits).last == 9)
    let fewer = ReadingLimits(inflatedBytes: plain.count - 1)
    #expect(
      errorText { () throws(InspectorError) in
        try Session(bytes: bytes, file: "s", limits: fewer)
      }
        == "s: inflates to more than \(plain.count - 1) bytes, which may be a trap; "
        + "--inflate-limit SIZE allows more")
  }

  @Test("beyond the first bytes, which are many, one byte may not stand for more than the ratio")
  func ratioLimit() throws {
    var limits = ReadingLimits()
    #expect(limits.ratioFrom == 16 << 20)
    limits.ratioFrom = 1 << 20
    let blanks = [UInt8](repeating: UInt8(ascii: " "), count: 1 << 20)
    let line = blanks.dropLast(plain.count + 1) + [10]
    #expect(try Session(bytes: Data(gzip(line + plain)), file: "s", limits: limits).last == 9)
    let bomb = Data(gzip(blanks + blanks))
    #expect(
      errorText { () throws(InspectorError) in
        try Session(bytes: bomb, file: "s", limits: limits)
      }
        == "s: inflates to more than 300 times its size, which may be a trap; --inflate-ratio N "
        + "allows more")
    limits.inflationRatio = 2000
    #expect(
      errorText { () throws(InspectorError) in
        try Session(bytes: bomb, file: "s", limits: limits)
      }
        == "s:1:1: the file is empty: a session begins with a line of kind \"session\" (byte 0)")
  }

  @Test("the same bytes give the same gzip, in parts or whole, without time, name or system")
  func deflation() throws {
    var generator = SplitMix64(seed: 11)
    for count in [0, 1, 65_535, 65_536, 300_000] {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...40, using: &generator) }
      let whole = gzip(bytes)
      #expect(whole == gzip(bytes))
      #expect(Array(whole.prefix(10)) == [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, whole[8], 255])
      let inflation = try Inflation(Data(whole), ReadingLimits())
      #expect(Array(inflation.bytes) == bytes)
      #expect(inflation.fault == nil)
      let deflation = Deflation()
      let parts = stride(from: 0, to: count, by: 1000).flatMap {
        deflation.deflate(Array(bytes[$0..<min($0 + 1000, count)]), isLast: false)
      }
      let joined = parts + deflation.deflate([], isLast: true)
      #expect(try Array(Inflation(Data(joined), ReadingLimits()).bytes) == bytes)
    }
  }
}
