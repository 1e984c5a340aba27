import SessionFormat
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("A range of actions as a test repeats them")
struct ReductionScriptTests {
  private func script(
    _ builder: SessionBuilder, _ request: ReductionScript.Request = ReductionScript.Request()
  ) throws -> ReductionScript {
    try ReductionScript(try builder.session(), request) { false }
  }

  private func refusal(
    _ builder: SessionBuilder, _ request: ReductionScript.Request = ReductionScript.Request()
  ) throws -> String? {
    let session = try builder.session()
    return errorText { () throws(InspectorError) in
      _ = try ReductionScript(session, request) { false }
    }
  }

  /// The expected values as `place=JSON`.
  private func expected(_ script: ReductionScript) -> [String] {
    script.steps.flatMap { step in
      guard case .expectations(let all, let n) = step else { return [String]() }
      return all.map { "\(n) \($0.path)=\($0.value?.description ?? "nothing")" }
    }
  }

  @Test("expected is what differs from the start: members by name, arrays of one length by index")
  func differences() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["a": [1, 2], "b": [1], "c": 1, "same": [["x": 1]]])
    builder.action(1)
    builder.whole(1, ["a": [1, 3], "b": [1, 2], "d": .null, "same": [["x": 1]]])
    builder.action(2)
    builder.whole(2, ["a": [1, 3], "b": [1, 2], "d": 2, "same": [["x": 1]]])
    #expect(expected(try script(builder)) == ["2 /a/1=3", "2 /b=[1,2]", "2 /c=nothing", "2 /d=2"])
    #expect(
      expected(try script(builder, .init(looks: [1, 2])))
        == ["1 /a/1=3", "1 /b=[1,2]", "1 /c=nothing", "1 /d=null", "2 /d=2"])
    #expect(expected(try script(builder, .init(actions: 2...2))) == ["2 /d=2"])
  }

  @Test("what comes back to the start is expected as a whole")
  func unchanged() throws {
    #expect(expected(try script(.counter([1, -1]))) == [#"2 ={"total":0}"#])
  }

  @Test("a change from outside and lost actions become states that are given")
  func givenStates() throws {
    var builder = SessionBuilder.counter([1], closed: false)
    builder.outside(1, to: ["total": 5])
    builder.action(2)
    builder.whole(2, ["total": 6])
    builder.gap(4, lost: 2)
    builder.whole(4, ["total": 9])
    builder.action(5)
    builder.whole(5, ["total": 10])
    let reasons = try script(builder).steps.compactMap { step in
      if case .state(let state, let n, let why) = step { "\(n) \(why) \(state)" } else { nil }
    }
    #expect(
      reasons == [
        #"0 start {"total":0}"#, #"1 outside {"total":5}"#, #"4 unknown {"total":9}"#,
      ])
  }

  @Test("hidden places are left out, and counted")
  func hidden() throws {
    var builder = SessionBuilder { $0.redactions = ["$..token"] }
    builder.whole(0, ["token": "XX", "v": 0])
    builder.action(1)
    builder.whole(1, ["token": "YY", "v": 1])
    let script = try script(builder)
    #expect(expected(script) == ["1 /v=1"])
    #expect(script.losses == ["1 place with values that were hidden"])
  }

  @Test("what was only rendered is refused, with the remedy")
  func rendered() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["v": 0]) { $0.opaque = ["/v"] }
    builder.action(1)
    builder.whole(1, ["v": 1]) { $0.opaque = [] }
    builder.add(
      ["kind": "action", "n": 2, "t": 2, "type": "tap", "action": "x", "opaque": true])
    builder.whole(2, ["v": 2])
    #expect(
      try refusal(builder)
        == "state 0 was only rendered at /v when it was recorded, so no test can decode it: make its type "
        + "Codable")
    #expect(
      try refusal(builder, .init(actions: 2...2))
        == "action 2 tap was only rendered when it was recorded, so no test can decode it: make its type "
        + "Codable, or leave it out with --actions")
  }

  @Test("actions that are not there are refused, and so is a test that nobody would read")
  func ranges() throws {
    #expect(try refusal(.counter([1]), .init(actions: 0...1)) != nil)
    #expect(try refusal(.counter([1]), .init(actions: 1...2)) != nil)
    #expect(try refusal(.counter([1, 2, 3]), .init(actions: 2...3, looks: [1])) != nil)
    #expect(
      try refusal(.counter([])) == "the session has no action of which the state is known")
    let long = SessionBuilder.counter(Array(repeating: 1, count: 201))
    #expect(
      try refusal(long)?.hasPrefix("the session has 201 actions, and a test of more than 200")
        == true)
    #expect(try refusal(long, .init(actions: 1...201)) == nil)
  }

  @Test("the fatal action is taken only if it is asked for, and nothing is expected behind it")
  func fatal() throws {
    var builder = SessionBuilder.counter([1], closed: false)
    builder.action(2)
    #expect(try script(builder).actions == 1...1)
    #expect(expected(try script(builder, .init(actions: 1...2))).isEmpty)
  }
}
