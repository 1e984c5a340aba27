import SessionFormat
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("A verdict says whether a replay equals its recording, and where it does not")
struct VerificationTests {
  private typealias Manners = CounterHost.Manners

  /// The text for people of the verdict of a session.
  private func told(
    _ builder: SessionBuilder, ignoring: [String] = [],
    _ alter: (inout CounterHost.Manners) -> Void = { _ in }
  ) throws -> String {
    let verdict = try Verification(
      builder.session(), host: .counter(alter), ignoring: ignoring.map { try IgnoredPlaces($0) }
    ).verdict()
    return VerifyReport(verdict).text
  }

  private func failure(
    _ builder: SessionBuilder, _ alter: (inout CounterHost.Manners) -> Void
  ) throws -> String? {
    let session = try builder.session()
    let host = HostClient.counter(alter)
    return errorText { () throws(InspectorError) in
      try Verification(session, host: host).verdict()
    }
  }

  /// State 0, one action, and state 1 if a total is given.
  private func one(
    _ type: String, _ total: Int?, inputs: [JSONValue] = [],
    _ alter: (inout StateLine) -> Void = { _ in }
  ) -> SessionBuilder {
    var builder = SessionBuilder()
    builder.whole(0, ["total": 0])
    builder.action(1, type, 2)
    for value in inputs { builder.input(1, "random", value) }
    if let total { builder.patch(1, to: ["total": .number(total)], alter) }
    return builder
  }

  @Test("a counter reproduces, whatever its host leaves out")
  func reproduces() throws {
    let builder = SessionBuilder.counter([1, 2, 3])
    let expected = "✓ reproduces  s.ndjson  3 of 3 actions equal\n"
    #expect(try told(builder) == expected)
    #expect(try told(builder) { $0.answersActions = false } == expected)
    #expect(try told(builder) { $0.answersWholeOnly = true } == expected)
    #expect(
      try told(builder) {
        $0.answersActions = false
        $0.answersWholeOnly = true
      } == expected)
    let verdict = try Verification(builder.session(), host: .counter()).verdict()
    #expect(
      VerifyReport(verdict).json.description
        == #"{"report":"verify","version":1,"sessions":[{"file":"s.ndjson","store":"counter","#
        + #""result":"reproduces","actions":3,"equal":3,"notComparable":[],"ignored":[]}]}"#)
  }

  @Test("the first divergence is told with action, path, expected and actual")
  func diverges() throws {
    #expect(
      try told(.counter([1, 2, 3])) { $0.error = 1 } == """
        ✗ DIVERGES  s.ndjson  at 1/3 add  0 of 3 actions equal
          place     total
          recorded  1
          replayed  2
          prompt    goto 1 · compare replay · verify --steps · verify --ignore '$.total'

        """)
    let verdict = try Verification(
      SessionBuilder.counter([1]).session(), host: .counter { $0.error = 1 }
    ).verdict()
    #expect(
      verdict.json["divergence"]?.description
        == #"{"n":1,"type":"add","kind":"state","path":"/total","expected":1,"actual":2,"others":0}"#
    )
  }

  @Test("ignored places are counted, and the chain goes on with the replay's own state")
  func ignored() throws {
    #expect(
      try told(.counter([1, 2, 3]), ignoring: ["$.total", "$..x"]) { $0.error = 1 } == """
        ✓ reproduces  s.ndjson  3 of 3 actions equal
          ignored   $.total  differences in 3 states, the first after action 1
          ignored   $..x  no differences there

        """)
  }

  @Test("an ignored index was taken for the name of a member")
  func ignoredIndex() throws {
    func first(_ pattern: String) throws -> Divergence? {
      let host = HostClient { () throws(HostFailure) in MemberHost() }
      var builder = SessionBuilder()
      builder.whole(0, ["a": ["1": 2], "b": [0, 2]])
      builder.action(1)
      builder.whole(1, ["a": ["1": 2], "b": [0, 2]])
      return try Verification(
        builder.session(), host: host, ignoring: [IgnoredPlaces(pattern), IgnoredPlaces("$.b[2]")]
      ).verdict().divergence
    }
    let path = try JSONPointer("/a/1")
    let expected = Divergence(
      n: 1, type: "add", kind: .state(path: path, expected: 2, actual: 3, others: .none))
    #expect(try first("$.a[1]") == expected)
    // The element of `b` that only the replay has is left out as well.
    #expect(try first("$.a['1']") == nil)
    // Any spelling of a path or a query will do.
    for ignored in ["/a/1", "a[\"1\"]", "a[*]", "$.a[?@ == 3]", "a"] {
      #expect(try first(ignored) == nil, "\(ignored)")
    }
    #expect(try first("$.a[?@ == 4]") == expected)
  }

  @Test("inputs are compared: drawn without a record, recorded and not drawn")
  func inputs() throws {
    #expect(
      try told(one("draw", 7, inputs: [7])) == "✓ reproduces  s.ndjson  1 of 1 action equal\n")
    #expect(
      try told(one("draw", 7)) == """
        ✗ DIVERGES  s.ndjson  at 1/1 draw  0 of 1 action equal
          input     random was drawn, but not recorded
          recorded  nothing
          replayed  7
          prompt    goto 1 · verify --steps

        """)
    #expect(
      try told(one("draw", 7, inputs: [7])) { $0.draws = false } == """
        ✗ DIVERGES  s.ndjson  at 1/1 draw  0 of 1 action equal
          input     random was recorded, but not drawn
          recorded  7
          replayed  nothing
          prompt    goto 1 · verify --steps

        """)
    // A draw of another name takes nothing of what was recorded.
    var renamed = SessionBuilder()
    renamed.whole(0, ["total": 0])
    renamed.action(1, "draw", 2)
    renamed.input(1, "uuid", "e0f1")
    renamed.patch(1, to: ["total": 7])
    #expect(
      try told(renamed) == """
        ✗ DIVERGES  s.ndjson  at 1/1 draw  0 of 1 action equal
          input     random was drawn, but not recorded
          recorded  nothing
          replayed  7
          prompt    goto 1 · verify --steps

        """)
    #expect(
      try told(one("draw", 7)) { $0.answersActions = false }
        == "✓ reproduces  s.ndjson  1 of 1 action equal\n")
  }

  @Test("an action that encodes differently again is a divergence")
  func lossyAction() throws {
    #expect(
      try told(one("add", 2)) { $0.losesAction = true } == """
        ✗ DIVERGES  s.ndjson  at 1/1 add  0 of 1 action equal
          the action encodes differently again
          recorded  2
          replayed  "lost"
          prompt    goto 1 · verify --steps

        """)
  }

  @Test("throwing is compared, and not in which words")
  func threw() throws {
    let throwing = one("throw", 0) { $0.threw = "Other" }
    #expect(
      try told(throwing) == "✓ reproduces  s.ndjson  1 of 1 action equal\n")
    #expect(
      try told(throwing) { $0.throwsErrors = false } == """
        ✗ DIVERGES  s.ndjson  at 1/1 throw  0 of 1 action equal
          recorded  throws Other
          replayed  throws nothing
          prompt    goto 1 · verify --steps

        """)
    #expect(
      try told(one("throw", 0)) == """
        ✗ DIVERGES  s.ndjson  at 1/1 throw  0 of 1 action equal
          recorded  throws nothing
          replayed  throws Refused
          prompt    goto 1 · verify --steps

        """)
  }

  @Test("a recorded crash that comes again counts as reproduced")
  func crash() throws {
    let reproduced = try told(one("trap", nil))
    #expect(
      reproduced == """
        ✓ reproduces  s.ndjson  0 of 1 action equal, and the crash
          crash     the host counter-host died in the reducer of action 1: signal 4 (Illegal instruction)
          reason    trapped

        """)
    #expect(
      try told(one("trap", nil)) { $0.traps = false } == """
        ✗ DIVERGES  s.ndjson  at 1/1 trap  0 of 1 action equal
          the recording died in the reducer, and the replay did not
          prompt    goto 1 · verify --steps

        """)
    #expect(
      try told(one("trap", 0)) == """
        ✗ DIVERGES  s.ndjson  at 1/1 trap  0 of 1 action equal
          died      the host counter-host died in the reducer of action 1: signal 4 (Illegal instruction)
                    the end of its standard error:
                    | trapped
          prompt    goto 1 · verify --steps

        """)
  }

  @Test("an action that the host refuses is a divergence, but an opaque one is not comparable")
  func refused() throws {
    #expect(
      try told(one("jump", 0)) == """
        ✗ DIVERGES  s.ndjson  at 1/1 jump  0 of 1 action equal
          refused   unknown-action: no action jump
          prompt    goto 1 · verify --steps

        """)
    var opaque = SessionBuilder()
    opaque.whole(0, ["total": 0])
    var line = ActionLine(n: 1, t: 0, type: "add", action: "?")
    line.opaque = true
    opaque.add(.action(line))
    opaque.patch(1, to: ["total": 5])
    opaque.action(2, "add", 1)
    opaque.patch(2, to: ["total": 6])
    #expect(
      try told(opaque) == """
        ✓ reproduces  s.ndjson  1 of 2 actions equal, 1 not comparable (1)
          opaque    action 1: it was not encoded when it was recorded; its value is not compared

        """)
  }

  @Test("steps that differ where the state could not be encoded alone are not comparable")
  func opaqueStates() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["total": 0])
    for n in 1...4 {
      builder.action(n, "add", 1)
      // The host has the total; here it was only rendered in two of them.
      builder.whole(n, ["total": [2: "two", 3: "three"][n] ?? .number(n)]) {
        $0.opaque = (2...4).contains(n) ? ["/total"] : nil
      }
    }
    #expect(
      try told(builder) == """
        ✓ reproduces  s.ndjson  2 of 4 actions equal, 2 not comparable (2, 3)
          opaque    total of state 2: it was not encoded when it was recorded; its value is not compared

        """)
  }

  @Test("overlaps, gaps and outside changes are taken from the recording")
  func given() throws {
    var builder = SessionBuilder.counter([1], closed: false)
    builder.outside(1, to: ["total": 50])
    builder.action(2, "add", 1)
    builder.patch(2, to: ["total": 51])
    builder.action(3, "outer")
    builder.action(4, "inner")
    builder.whole(3, ["total": 4])
    builder.whole(4, ["total": 9])
    builder.action(5, "add", 1)
    builder.patch(5, to: ["total": 10])
    builder.action(6, "add", 1)
    builder.gap(8, lost: 2)
    builder.whole(8, ["total": 20])
    builder.action(9, "add", 1)
    builder.patch(9, to: ["total": 21])
    #expect(
      try told(builder) == """
        ✓ reproduces  s.ndjson  5 of 9 actions equal, 4 not comparable (4, 6, 7, 8)

        """)
    #expect(try told(builder) == told(builder) { $0.answersActions = false })
  }

  @Test("a host that fails is trouble, not a verdict")
  func trouble() throws {
    let builder = SessionBuilder.counter([1])
    #expect(
      try failure(builder) { $0.store = "toast" }
        == "the host counter-host refused: wrong-store: this is toast")
    #expect(
      try failure(builder) { $0.failsAt = (3, .silent(command: "h", seconds: 3)) }
        == "action 1: the host h gave no answer for 3 s; --patience SECONDS waits longer")
    #expect(
      try failure(builder) {
        $0.failsAt = (2, .nonsense(command: "h", line: "{", reason: "no JSON"))
      } == "the host h wrote something that is not an answer: no JSON: {")
    let death = HostDeath(command: "h", action: nil, ending: .status(3), standardError: [])
    #expect(
      try failure(builder) { $0.failsAt = (1, .died(death)) }
        == "the host h died: exit status 3")
    var other = SessionBuilder()
    other.whole(0, 5)
    #expect(
      try failure(other) { _ in }
        == "the host counter-host refused 0: undecodable-state: no total")
  }

  @Test("damage is trouble, but a torn last line is left out and told")
  func damage() throws {
    let bytes = SessionBuilder.counter([1, 2], closed: false).bytes()
    let torn = try open(bytes + Array("{\"ki".utf8))
    let verdict = try Verification(torn, host: .counter()).verdict()
    #expect(
      VerifyReport(verdict).text == """
        ✓ reproduces  s.ndjson  2 of 2 actions equal
          note      the last line was cut off after 4 bytes and is left out

        """)
    var flipped = bytes
    flipped[bytes.count - 30] ^= 1
    #expect(throws: InspectorError.self) {
      try Verification(try open(flipped), host: .counter()).verdict()
    }
    let damaged = try open(bytes + Array("{\"ki\n".utf8))
    #expect(
      errorText { () throws(InspectorError) in
        try Verification(damaged, host: .counter()).verdict()
      }
        == "s.ndjson:7:5: the text ends in the middle of a value (byte \(bytes.count + 4))"
        + damageHint)
  }

  @Test("a verification can be interrupted")
  func interrupted() throws {
    let session = try SessionBuilder.counter([1]).session()
    #expect(throws: InspectorError.interrupted) {
      try Verification(session, host: .counter(), interrupted: { true }).verdict()
    }
  }
}

/// A host that makes the same state of every action.
private final class MemberHost: DocumentHost {
  let name = "member-host"
  private var replies: [HostReply] = []

  func reply() throws(HostFailure) -> HostReply {
    guard !replies.isEmpty else { throw .silent(command: name, seconds: 1) }
    return replies.removeFirst()
  }

  func close() {}

  func take(_ line: SessionLine) {
    switch line {
    case .session: replies.append(.line(line))
    case .action(let action):
      replies.append(.line(line))
      let state: JSONValue = ["a": ["1": 3], "b": [0, 2, 7]]
      replies.append(.line(.state(StateLine(n: action.n, content: .whole(state)))))
    case .unknown(let unknown):
      guard case .reset(let n, let state)? = try? HostRequest(unknown) else { return }
      replies.append(.line(.state(StateLine(n: n, content: .whole(state)))))
    default: break
    }
  }
}
