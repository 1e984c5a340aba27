import Foundation
import SessionFormat
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("Opening reads the header and the last line, and says what is wrong with them")
struct SessionOpeningTests {
  private let sound = SessionBuilder.counter([2, 3])

  /// The places of the faults of a strict check, and their words.
  private func faults(_ bytes: [UInt8]) throws -> [String] {
    try SessionCheck(open(bytes)).faults.map(\.description)
  }

  @Test("a sound session opens with and without checksums", arguments: [true, false])
  func sound(crc: Bool) throws {
    let session = try sound.session(crc: crc)
    #expect(session.notes == [])
    #expect(session.ending == .closed)
    #expect((session.first, session.last) == (0, 2))
    #expect(session.header.store == "counter")
    #expect(
      try (0...2).map { try session.state($0) } == [["total": 0], ["total": 2], ["total": 5]])
    #expect(try SessionCheck(session).faults == [])
  }

  @Test(
    "bytes that are no session are refused with their place",
    arguments: [
      ("", "1:1: the file is empty: a session begins with a line of kind \"session\" (byte 0)"),
      (
        "\n \t\r\n",
        "1:1: the file is empty: a session begins with a line of kind \"session\" (byte 0)"
      ),
      (
        "hello\n",
        "1:1: not a session: the first line must be of kind \"session\", but no JSON value begins "
          + "here (byte 0)"
      ),
      (
        "\n\n{\"a\" 1}\n",
        "3:6: not a session: the first line must be of kind \"session\", but a colon is due here "
          + "(byte 7)"
      ),
      (
        "{\"kind\":\"é\" x}\n",
        "1:13: not a session: the first line must be of kind \"session\", but a comma or the end "
          + "of the array or object is due here (byte 13)"
      ),
      (
        "[1]\n",
        "1:1: not a session: the first line must be of kind \"session\", but the line is not a "
          + "JSON object (byte 0)"
      ),
      (
        "{\"kind\":\"end\",\"n\":1,\"t\":2}\n",
        "1:1: not a session: the first line must be of kind \"session\" (byte 0)\(damageHint)"
      ),
      (
        "{\"a\":1}\n",
        "1:1: not a session: the first line must be of kind \"session\", but the member \"kind\" "
          + "is missing (byte 0)"
      ),
    ])
  func noSession(text: String, expected: String) {
    #expect(openingError(Array(text.utf8)) == "s.ndjson:\(expected)")
  }

  @Test("a header without a member, or with one of another type, is named")
  func header() throws {
    let document = try #require(sound.lines[0].object)
    for name in ["format", "version", "id", "started", "store"] {
      #expect(
        openingError(LineCoding.bytes(of: document.removing(name)))
          == "s.ndjson:1:1: not a session: the first line must be of kind \"session\", but the "
          + "member \"\(name)\" is missing (byte 0)")
    }
    #expect(
      openingError(LineCoding.bytes(of: document.setting("store", to: 7)))
        == "s.ndjson:1:1: not a session: the first line must be of kind \"session\", but the "
        + "member \"store\" must be a string (byte 0)")
  }

  @Test("a later version is refused")
  func laterVersion() throws {
    let document = try #require(sound.lines[0].object).setting("version", to: 2)
    #expect(
      openingError(LineCoding.bytes(of: document))
        == "s.ndjson:1:1: the file is of version 2 of the format, and this inspect reads up to "
        + "version 1: use a newer inspect (byte 0)")
  }

  @Test("what a file requires is refused by name")
  func requirements() {
    var builder = SessionBuilder { $0.requires = ["zip", "a\"b"] }
    builder.whole(0, 1)
    #expect(
      openingError(builder.bytes())
        == "s.ndjson:1:1: the file requires \"zip\", \"a\\\"b\", which this inspect does not "
        + "know: use a newer inspect (byte 0)")
    var none = SessionBuilder { $0.requires = [] }
    none.whole(0, 1)
    #expect(openingError(none.bytes()) == nil)
  }

  @Test("a byte order mark is passed over and told")
  func byteOrderMark() throws {
    let session = try open([0xEF, 0xBB, 0xBF] + sound.bytes())
    #expect(session.notes == [.byteOrderMark])
    #expect(session.notes.map(\.words) == ["a byte order mark at the beginning was skipped"])
    #expect(try session.state(2) == ["total": 5])
    #expect(try SessionCheck(session).faults == [])
  }

  @Test("CRLF ends lines and blank lines are skipped, and both keep their numbers")
  func lineEnds() throws {
    var bytes: [UInt8] = Array("\r\n \t\n".utf8)
    for chunk in sound.chunks() { bytes += chunk.dropLast() + Array("\r\n\n  \r\n".utf8) }
    #expect(try faults(bytes) == [])
    #expect(try open(bytes).state(2) == ["total": 5])
    #expect(
      try faults(bytes + Array("x\r\n".utf8)) == [
        "s.ndjson:24:1: no JSON value begins here (byte \(bytes.count))"
      ])
  }

  @Test("where any line has a checksum, every line must")
  func mixedChecksums() throws {
    let (with, without) = (sound.chunks(), sound.chunks(crc: false))
    for place in 1..<with.count {
      var (missing, extra) = (with, without)
      missing[place] = without[place]
      extra[place] = with[place]
      let start = missing[..<place].joined().count
      let count = without[place].count - 1
      #expect(
        try faults(Array(missing.joined())) == [
          "s.ndjson:\(place + 1):\(count + 1): the checksum (crc) is missing, other lines have "
            + "one; to edit a session by hand, delete crc on all lines, or run inspect repair --recrc (byte \(start + count))"
        ])
      let extraStart = extra[..<place].joined().count
      #expect(
        try faults(Array(extra.joined())) == [
          "s.ndjson:\(place + 1):\(count): the line has a checksum (crc), other lines have none; to edit "
            + "a session by hand, delete crc on all lines, or run inspect repair --recrc (byte \(extraStart + count - 1))"
        ])
    }
  }

  @Test("a damaged header is refused with the byte at fault")
  func damagedHeader() throws {
    var bytes = sound.bytes()
    let place = try #require(bytes.firstRange(of: Array("counter".utf8))).lowerBound
    bytes[place] = UInt8(ascii: "C")
    let crc = try #require(bytes.firstRange(of: Array(",\"crc\"".utf8))).lowerBound
    #expect(
      openingError(bytes)
        == "s.ndjson:1:\(crc + 1): not a session: the first line must be of kind \"session\", "
        + "but the checksum (crc) does not match: the line was changed or damaged; to edit a "
        + "session by hand, delete crc on all lines, or run inspect repair --recrc (byte \(crc))"
        + damageHint)
  }
}

@Suite("A last line that was cut off is dropped and told")
struct TornLineTests {
  @Test(
    "every beginning of the last line is whole or dropped", arguments: [true, false],
    [true, false])
  func everyPrefix(crc: Bool, closed: Bool) throws {
    let builder = SessionBuilder.counter([2, 3], closed: closed)
    let chunks = builder.chunks(crc: crc)
    let last = try #require(chunks.last)
    let before = chunks.dropLast().flatMap { $0 }
    for length in 0...last.count {
      let session = try open(before + last.prefix(length))
      let isWhole = length >= last.count - 1
      #expect(session.ending == (isWhole && closed ? .closed : .ended(length, isWhole, closed)))
      #expect(session.hasState(2) == (closed || isWhole))
      guard length > 0, !isWhole else {
        #expect(session.notes == [])
        #expect(try SessionCheck(session).faults == [])
        continue
      }
      let words = "the last line was cut off after \(length) byte\(length == 1 ? "" : "s")"
      #expect(
        session.notes.map(\.words) == [
          "line \(chunks.count) at byte \(before.count): \(words) and is left out"
        ])
      #expect(
        try SessionCheck(session).faults.map(\.description) == [
          "s.ndjson:\(chunks.count):1: \(words) (byte \(before.count))"
        ])
    }
  }

  @Test("a last line that is damaged, but has its line end, is an error where it is read")
  func damagedWithLineFeed() throws {
    let builder = SessionBuilder.counter([2, 3], closed: false)
    let chunks = builder.chunks(crc: false)
    let last = try #require(chunks.last)
    let before = chunks.dropLast().flatMap { $0 }
    let session = try open(before + last.dropLast(2) + [0x0A])
    let end = last.count - 2
    let text =
      "s.ndjson:6:\(end + 1): the text ends in the middle of a value "
      + "(byte \(before.count + end))"
    #expect(session.notes == [])
    #expect(session.ending == .cutOff)
    #expect(try session.state(1) == ["total": 2])
    #expect(errorText { () throws(InspectorError) in try session.state(2) } == text + damageHint)
    #expect(try SessionCheck(session).faults.map(\.description) == [text])
  }

  @Test("a header alone without its line end is whole or no session")
  func headerAlone() throws {
    let header = SessionBuilder().bytes()
    for length in 1..<header.count - 1 {
      let bytes = Array(header.prefix(length))
      let fault = #expect(throws: JSONSyntaxError.self) { try JSONParser().parse(bytes) }
      let (offset, cause) = (fault?.offset ?? -1, fault?.description ?? "")
      #expect(
        openingError(bytes)
          == "s.ndjson:1:\(offset + 1): not a session: the first line must be of kind "
          + "\"session\", but \(cause) (byte \(offset))")
    }
    let session = try open(header.dropLast())
    #expect((session.first, session.last) == (0, 0))
    #expect(session.ending == .cutOff)
    #expect(
      errorText { () throws(InspectorError) in try session.state(0) }
        == "no state 0: the recording stops before it")
  }
}

extension Session.Ending {
  /// How the counter of two actions ends where its last line has so many bytes.
  fileprivate static func ended(_ length: Int, _ isWhole: Bool, _ closed: Bool) -> Self {
    !closed && length == 0 ? .died(actions: 2...2) : .cutOff
  }
}
