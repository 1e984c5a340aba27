import SessionFormat
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("Lines whose numbers jump, or that stand where they may not, are damage")
struct LineOrderTests {
  /// A session of one action, with these lines put after the first `place` lines.
  private func faults(_ lines: [JSONValue], at place: Int) throws -> [String] {
    var chunks = SessionBuilder.counter([2]).chunks(crc: false)
    chunks.insert(contentsOf: lines.map { LineCoding.bytes(of: $0, crc: false) }, at: place)
    return try SessionCheck(open(Array(chunks.joined()))).faults.map {
      "\($0.location.line): \($0.words)"
    }
  }

  private static let number = "the member \"n\" must be a whole number of 0 or more"
  private static let order = "lines are missing or out of order"

  @Test(
    "a line out of its place is named",
    arguments: [
      (
        4, #"{"kind":"action","n":3,"t":1,"type":"a","action":1}"#,
        "5: action 3 comes instead of action 2, and no gap explains it: \(order)"
      ),
      (
        4, #"{"kind":"action","n":1,"t":1,"type":"a","action":1}"#,
        "5: action 1 comes instead of action 2, and no gap explains it: \(order)"
      ),
      (
        4, #"{"kind":"state","n":1,"state":1}"#,
        "5: state 1 comes instead of state 2, and no gap explains it: \(order)"
      ),
      (4, #"{"kind":"state","n":2,"state":1}"#, "5: state 2 does not belong here: \(order)"),
      (
        1, #"{"kind":"action","n":1,"t":1,"type":"a","action":1}"#,
        "2: action 1 does not belong here: \(order)"
      ),
      (
        1, #"{"kind":"state","n":3,"state":1}"#,
        "2: state 3 comes instead of state 0, and no gap explains it: \(order)"
      ),
      (
        1, #"{"kind":"state","n":0,"patch":[]}"#,
        "2: the patch of state 0 does not belong here: \(order)"
      ),
      (1, #"{"kind":"keyframe","n":0,"state":1}"#, "2: keyframe 0 does not belong here: \(order)"),
      (3, #"{"kind":"keyframe","n":1,"state":1}"#, "4: keyframe 1 does not belong here: \(order)"),
      (
        3, #"{"kind":"outside","n":1,"t":1,"state":1}"#,
        "4: outside 1 does not belong here: \(order)"
      ),
      (
        3, #"{"kind":"input","n":2,"is":"uuid","value":1}"#,
        "4: input 2 does not belong here: \(order)"
      ),
      (
        4, #"{"kind":"gap","n":0,"t":1,"lost":0,"reason":"r"}"#,
        "5: gap 0 comes instead of gap 1, and no gap explains it: \(order)"
      ),
      (
        4,
        #"{"kind":"session","format":"hindsight-session","version":1,"id":"a","started":"b","store":"c"}"#,
        "5: session 0 does not belong here: \(order)"
      ),
      (
        4, #"{"kind":"state","n":9223372036854775807,"state":0}"#,
        "5: the member \"n\" must be a whole number from 0 to \(Int.max / 4)"
      ),
      (4, #"{"kind":"action","n":-1,"t":0,"type":"x","action":0}"#, "5: \(Self.number)"),
      (
        4, #"{"kind":"action","n":99999999999999999999,"t":0,"type":"x","action":0}"#,
        "5: \(Self.number)"
      ),
      (
        5, #"{"kind":"mark","n":0,"t":0,"text":"x"}"#, "6: a line after the end of the session"
      ),
      (
        4, #"{"kind":"mark","n":2,"t":0,"text":"x"}"#,
        "5: the mark or dispatched action of 2 does not belong here: \(order)"
      ),
      (4, #"{"kind":"end","n":7,"t":0}"#, "5: the end after 7 does not belong here: \(order)"),
      (
        4, #"{"kind":"gap","n":1000000000000,"t":0,"lost":1,"reason":"x"}"#,
        "5: the gap before state 1000000000000 covers more than 1000000 actions"
      ),
      (
        4, #"{"kind":"gap","n":3,"t":0,"lost":3,"reason":"x"}"#,
        "5: the gap before state 3 counts 3 lost actions, but its numbers leave room for 2"
      ),
      (
        4, #"{"kind":"gap","n":1,"t":0,"lost":1,"reason":"x"}"#,
        "5: the gap before state 1 counts 1 lost actions, but its numbers leave room for 0"
      ),
    ])
  func misplaced(place: Int, line: String, expected: String) throws {
    #expect(try faults([JSONValue(parsing: line)], at: place) == [expected])
  }

  @Test("a gap may count as many lost actions as its numbers leave room for", arguments: 0...2)
  func lostInGap(lost: Int) throws {
    let gap = GapLine(n: 3, t: 1, lost: lost, reason: "r")
    #expect(try faults([SessionLine.gap(gap).document], at: 4) == [])
  }

  @Test(
    "a gap that a later segment begins with counts actions that the one before lacks",
    arguments: [(0, 0), (1, 0), (7, 0), (8, 1), (Int.max, 1)])
  func lostBeforeSegment(lost: Int, faults: Int) throws {
    let lines = [
      #""session","format":"hindsight-session","version":1,"id":"b","started":"c","store":"d","continues":{"id":"a","n":7}"#,
      #""gap","n":7,"t":1,"lost":\#(lost),"reason":"No space left on device""#,
      #""state","n":7,"state":0"#, #""end","n":7,"t":1"#,
    ].map { "{\"kind\":\($0)}\n" }
    #expect(try SessionCheck(open(Array(lines.joined().utf8))).faults.count == faults)
  }

  @Test("a state after a gap must be whole")
  func patchAfterGap() throws {
    let lines = try [
      #"{"kind":"gap","n":2,"t":1,"lost":1,"reason":"r"}"#,
      #"{"kind":"state","n":2,"patch":[]}"#,
    ].map { try JSONValue(parsing: $0) }
    #expect(
      try faults(lines, at: 4) == ["6: the patch of state 2 does not belong here: \(Self.order)"])
  }

  @Test("a missing line anywhere is found, but one that nothing hangs on")
  func everyLineMissing() throws {
    let builder = SessionBuilder.counter([2, 3])
    let expected: [[String]] = [
      ["2: action 1 does not belong here: \(Self.order)"],
      ["3: state 1 does not belong here: \(Self.order)"],
      ["5: state 2 comes instead of state 1, and no gap explains it: \(Self.order)"],
      ["5: state 2 does not belong here: \(Self.order)"],
      [],
      [],
    ]
    for place in 1..<builder.lines.count {
      var chunks = builder.chunks()
      chunks.remove(at: place)
      let session = try open(Array(chunks.joined()))
      #expect(
        try SessionCheck(session).faults.map { "\($0.location.line): \($0.words)" }
          == expected[place - 1])
    }
  }

  @Test("members in another order, and blanks between them, change nothing")
  func otherLayout() throws {
    let text = """
      { "store":"c", "started":"s", "id":"i", "version":1, "format":"hindsight-session", "kind":"session" }
      {"state" : 5, "n":0, "kind":"state"}
      {"action":1,"type":"a","t":3,"n":1,"kind":"action"}
      {"n":1,"patch":[{"op":"replace","path":"","value":6}],"kind":"state"}
      {"kind":"state","took":3,"n":2.0,"state":7}
      """
    let bytes = Array(text.utf8)
    let start = try #require(bytes.lastIndex(of: 0x0A)) + 1
    let session = try open(bytes)
    #expect(try session.state(1) == 6)
    #expect(
      try SessionCheck(session).faults.map(\.description) == [
        "s.ndjson:5:1: state 2 does not belong here: \(Self.order) (byte \(start))"
      ])
  }

  @Test("a patch that does not apply is named where it stands, and states before it are told")
  func patchDoesNotApply() throws {
    let patch: JSONValue = [["op": "replace", "path": "/nothing", "value": 1]]
    var builder = SessionBuilder.counter([2], closed: false)
    builder.action(2)
    let start = builder.bytes().count
    builder.add(["kind": "state", "n": 2, "patch": patch])
    builder.action(3)
    builder.whole(3, 9)
    let session = try builder.session()
    let text =
      "s.ndjson:6:1: the patch of state 2 does not apply: operation 0 at \"/nothing\": the "
      + "document has no such place (byte \(start))"
    #expect(try session.state(1) == ["total": 2])
    #expect(errorText { () throws(InspectorError) in try session.state(2) } == text + damageHint)
    #expect(try session.state(3) == 9)
    #expect(try SessionCheck(session).faults.map(\.description) == [text])
  }
}
