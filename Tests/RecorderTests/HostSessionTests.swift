import Foundation
import SessionFormat
import Testing

@testable import Recorder
@testable import RecorderHost

@Suite("The reducer host: sessions")
struct HostSessionTests {
  private static func session(_ store: String, _ more: String = "") -> String {
    #"{"kind":"session","format":"hindsight-session","version":1,"id":"given","#
      + #""started":"2026-01-02T03:04:05Z","store":"\#(store)"\#(more)}"#
  }

  /// The header that a new host answers.
  private static func header(for line: String) throws -> SessionHeader? {
    let answers = try HostRun.answers(to: [line])
    #expect(answers.count == 1)
    guard case .session(let header) = try SessionLine(JSONValue(parsing: answers.first ?? "0"))
    else { return nil }
    return header
  }

  @Test("it answers a header of its own, with what a replay takes over as it was read")
  func answersHeader() throws {
    let given = Self.session(
      "test",
      #","hook":"middleware","stateType":"S","actionType":"A","fingerprint":"f","#
        + #""app":{"name":"a"},"platform":{"os":"p"},"snapshots":"full","redactions":["$..a"],"#
        + #""continues":{"id":"c","n":4},"derived":{"id":"d","changes":[]},"more":1"#)
    let header = try #require(try Self.header(for: given))
    var expected = SessionHeader(id: header.id, started: "2026-01-02T03:04:05Z", store: "test")
    expected.hook = .reducer
    expected.stateType = "Counter"
    expected.actionType = "HostAction"
    expected.fingerprint = .string(
      "v1; state 934807c0 @Counter; action aa4721bd @HostAction; @Counter {count:Int,log:[String]}; "
        + "@HostAction <add:{_0:Int}|draw:{_0:String}|fail:{_0:String}>")
    expected.platform = Platform.description
    guard case .session(let read) = try SessionLine(JSONValue(parsing: given)) else {
      Issue.record("no header was given")
      return
    }
    expected.redactions = read.redactions
    expected.continues = read.continues
    expected.reusesStates = true
    #expect(header == expected)
    #expect(read.redactions == ["$..a"])
    #expect(read.continues != nil)
  }

  @Test("each replay is a session with an id of its own")
  func makesIDs() throws {
    let ids = try (0..<3).compactMap { _ in try Self.header(for: Self.session("test"))?.id }
    #expect(ids.count == 3)
    #expect(Set(ids).count == 3)
    for id in ids { #expect(UUID(uuidString: id)?.uuidString.lowercased() == id) }
  }

  @Test("the session of another store is refused", arguments: ["other", "", "Test", "test\u{301}"])
  func refusesStore(store: String) throws {
    let answers = try HostRun.answers(to: [Self.session(store), state(0, 5)])
    #expect(
      answers == [
        failure(
          nil, "wrong-store", "the session is of the store \(store), this host is for test"),
        "refused",
      ])
  }

  @Test("names of stores are compared by bytes")
  func comparesBytes() throws {
    var answers: [JSONValue] = []
    let machine = ReducerHost<Counter, HostAction>(store: "\u{E9}", codec: .codable) { _, _ in }
      .machine { answers.append($0) }
    #expect(!machine.handle(try SessionLine(JSONValue(parsing: Self.session("e\u{301}")))))
    #expect(machine.handle(try SessionLine(JSONValue(parsing: Self.session("\u{E9}")))))
    #expect(answers.compactMap { $0["kind"] } == ["error", "session"])
  }

  /// A reducer whose outcome is its inputs', to record and to replay.
  private static func roll(_ state: inout Counter, _ action: CounterAction) throws {
    count(&state, action)
    state.count += Inputs.random(in: 1...1_000_000)
    state.log.append(Inputs.uuid().uuidString)
    if state.count.isMultiple(of: 2) { throw Refused(why: "even") }
    state.count += Int(Inputs.date().timeIntervalSince1970)
  }

  @Test("what was recorded with its inputs is replayed line by line", arguments: 0..<20)
  func replaysRecording(_ run: Int) throws {
    let session = Recorded()
    var recorded = Counter()
    for n in 1...10 {
      let action: CounterAction = n == 7 ? .clear : n.isMultiple(of: 3) ? .note("\(n)") : .add(n)
      try? session.recorder.step(action, into: &recorded) { try Self.roll(&$0, action) }
      if n == 5 { recorded.count = -1 }
    }
    session.recorder.close()
    var replay: [JSONValue] = []
    let host = ReducerHost<Counter, CounterAction>(
      store: "test", codec: .codable, reduce: Self.roll)
    let machine = host.machine { replay.append($0) }
    let lines = try session.sink.sessionLines
    for line in lines { #expect(machine.handle(line)) }
    machine.finish()

    let expected = try Self.story(lines)
    #expect(try Self.story(try replay.map { try SessionLine($0) }) == expected)
    #expect(expected.count >= 1 + 10 * 4 + 1)
  }

  /// All that is compared of two sessions, with states made whole.
  private static func story(_ lines: [SessionLine]) throws -> [JSONValue] {
    var state = JSONValue.null
    return try lines.compactMap { line in
      switch line {
      case .action(let action): return [.string(action.type), action.action]
      case .input(let input): return [.string(input.name), input.value, .bool(input.fresh)]
      case .state(let line):
        state = try line.content.applied(to: state)
        return [state, .string(line.threw ?? "")]
      case .outside(let line):
        state = try line.content.applied(to: state)
        return ["outside", state]
      default: return nil
      }
    }
  }
}
