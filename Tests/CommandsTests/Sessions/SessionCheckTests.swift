import SessionFormat
import TestSupport
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("A strict check finds all damage")
struct SessionCheckTests {
  /// Everything that can be asked of a session is asked; whatever it answers, it must come back.
  private func readAll(_ session: Session) -> Int {
    var known = 0
    for n in session.first - 1...session.last + 1 {
      if (try? session.state(n)) != nil { known += 1 }
      if (try? session.before(n)) != nil { known += 1 }
      if (try? Timeline(session).step(n)) != nil { known += 1 }
      if (try? session.events(n)) != nil { known += 1 }
    }
    return known
  }

  @Test("every single flipped bit of a session with checksums is found")
  func everyBit() throws {
    var builder = SessionBuilder.counter([2], closed: false)
    builder.keyframe(1)
    builder.end(1)
    let sound = builder.bytes()
    for place in sound.indices {
      for bit in 0..<8 {
        var bytes = sound
        bytes[place] ^= 1 << UInt8(bit)
        guard let session = try? open(bytes) else { continue }
        _ = readAll(session)
        let faults = try SessionCheck(session).faults
        // The last line feed may become any blank: the line is whole all the same.
        let isBlank = place == sound.count - 1 && [0x20, 0x09, 0x0D].contains(bytes[place])
        #expect(faults.isEmpty == isBlank, "byte \(place), bit \(bit)")
      }
    }
  }

  @Test("a session without checksums never traps, whatever byte it has anywhere")
  func everyByteWithoutChecksums() throws {
    let sound = SessionBuilder.mixed().bytes(crc: false)
    for place in sound.indices.thinned(16) {
      for byte in Array("9{\n".utf8) where byte != sound[place] {
        var bytes = sound
        bytes[place] = byte
        guard let session = try? open(bytes), session.last < 1000 else { continue }
        #expect(readAll(session) <= 4 * (session.last - session.first + 3))
        #expect(try SessionCheck(session).lines > 0)
      }
    }
  }

  @Test("a keyframe that differs is named with the first place that does")
  func keyframe() throws {
    var builder = SessionBuilder.counter([2], closed: false)
    let start = builder.bytes().count
    builder.keyframe(1, ["total": 2, "x": 1])
    let fault =
      "s.ndjson:5:1: the keyframe of state 1 differs from that state at \"/x\" (byte \(start))"
    #expect(try SessionCheck(builder.session()).faults.map(\.description) == [fault])
    var equal = SessionBuilder.counter([2], closed: false)
    equal.keyframe(1, try JSONValue(parsing: #"{"total":2.0}"#))
    #expect(try SessionCheck(equal.session()).faults == [])
  }

  @Test("a keyframe that differs is found after a whole state, and every such keyframe is")
  func keyframes() throws {
    var builder = SessionBuilder()
    builder.whole(0, [1, 2])
    builder.keyframe(0, [1, 3])
    builder.action(1)
    builder.whole(1, [4])
    builder.keyframe(1, [])
    #expect(
      try SessionCheck(builder.session()).faults.map { "\($0.location.line): \($0.words)" } == [
        "3: the keyframe of state 0 differs from that state at \"/1\"",
        "6: the keyframe of state 1 differs from that state at \"/0\"",
      ])
  }

  @Test("damage in many lines is all listed, in the order of the file")
  func manyFaults() throws {
    let builder = SessionBuilder.counter([1, 2, 3])
    var chunks = builder.chunks(crc: false)
    for place in [2, 4, 6] { chunks[place] = Array("{\"kind\":7}\n".utf8) }
    #expect(
      try SessionCheck(open(Array(chunks.joined()))).faults.map {
        "\($0.location.line):\($0.location.column): \($0.words)"
      } == [3, 5, 7].map { "\($0):1: the member \"kind\" must be a string" })
  }

  @Test(
    "each kind of damaged line is named with its cause",
    arguments: [
      (#"{"kind":"mark","n":1,"t":1}"#, "1: the member \"text\" is missing"),
      (
        #"{"kind":"mark","n":-1,"t":1,"text":"a"}"#,
        "1: the member \"n\" must be a whole number of 0 or more"
      ),
      (
        #"{"kind":"mark","n":1,"t":1.5,"text":"a"}"#,
        "1: the member \"t\" must be a whole number of 0 or more"
      ),
      (
        #"{"kind":"mark","n":1,"n":1,"t":1,"text":"a"}"#,
        "22: the name \"n\" comes twice in one object"
      ),
      (#"{"kind":"mark","n":1,"t":1,"text":"\ud800"}"#, "36: half of a surrogate pair"),
      (#"{"kind":"mark","n":1,"t":1,"text":"a"} x"#, "40: text after the end of the value"),
      (#"{"kind":"mark","n":1,"t":1,"text":"a""#, "38: the text ends in the middle of a value"),
      (#"[]"#, "1: the line is not a JSON object"),
      (#"{"n":1}"#, "1: the member \"kind\" is missing"),
    ])
  func damagedLine(line: String, expected: String) throws {
    var chunks = SessionBuilder.counter([1]).chunks(crc: false)
    chunks.insert(Array("\(line)\n".utf8), at: 4)
    #expect(
      try SessionCheck(open(Array(chunks.joined()))).faults.map {
        "\($0.location.line):\($0.location.column): \($0.words)"
      } == ["5:\(expected)"])
  }

  @Test("values nested too deep are damage, and neither trap nor hang")
  func deep() throws {
    var chunks = SessionBuilder.counter([1]).chunks(crc: false)
    let deep = String(repeating: "[", count: 100_000)
    chunks.insert(Array("{\"kind\":\"deep\",\"v\":\(deep)\n".utf8), at: 4)
    let session = try open(Array(chunks.joined()))
    #expect(
      try SessionCheck(session).faults.map(\.words) == ["nested deeper than 512 levels"])
  }

  @Test("the report of a check lists every fault and counts")
  func reports() throws {
    let sound = try SessionBuilder.counter([1]).session()
    let soundReport = CheckReport(file: "s.ndjson", actions: 1, check: try SessionCheck(sound))
    #expect(soundReport.text == "s.ndjson: sound  5 lines, 1 action, closed\n")
    #expect(
      soundReport.json.description
        == #"{"report":"check","version":1,"file":"s.ndjson","sound":true,"closed":true,"lines":5,"skipped":{"lines":0,"bytes":0},"faultCount":0,"faults":[]}"#
    )
    var bytes = SessionBuilder.counter([1]).bytes(crc: false)
    let start = bytes.count
    bytes += Array("{\n".utf8)
    let damaged = try SessionCheck(open(bytes))
    let report = CheckReport(file: "s.ndjson", actions: 1, check: damaged)
    #expect(
      report.text == """
        s.ndjson:6:2: the text ends in the middle of a value (byte \(start + 1))
        s.ndjson: damaged  1 fault in 6 lines, 1 left out (1 byte); closed

        """)
    #expect(
      report.rows.map(\.description) == [
        #"{"line":6,"column":2,"offset":\#(start + 1),"cause":"the text ends in the middle of a value"}"#
      ])
  }

  @Test("a check can be interrupted")
  func interrupted() throws {
    let session = try SessionBuilder.counter([1]).session()
    #expect(throws: InspectorError.interrupted) {
      try SessionCheck(session, interrupted: { true })
    }
  }
}
