import Recorder
import SessionFormat
import Testing

@testable import SampleApps

@Suite("Recorded searches in the archive")
@MainActor
struct ArchiveScriptTests {
  private static func record(
    _ script: ArchiveScript, oracle: Oracle<ArchiveState> = Oracle()
  ) async throws -> RecordedSession {
    try await RecordedSession.record("archive") { recorder in
      await ArchiveApp.play(script, recorder) { state, action in
        let next = archiveReducer(state, action)
        if let action = action as? any Encodable {
          oracle.note(action, before: state, after: next)
        }
        return next
      }
    }
  }

  /// Each step: the action's type, what is searched for, what is found, and what goes on.
  private static func log(_ session: RecordedSession) -> [String] {
    session.steps.map { step in
      let state = step.after
      let ids = (state?["archiveCellViewObjects"]?.array ?? []).compactMap { $0["id"]?.int }
      let found = ids.count > 4 ? "\(ids.count) scenes" : "\(ids)"
      let flags = ["isLoading", "isError"].filter { state?[$0] == true }
      let texts = ["inputText", "selectedCategory"].map { state?[$0]?.string ?? "?" }
      return "\(step.action.type) \(texts) \(found) \(flags)"
    }
  }

  @Test(
    "each reduction is recorded once, in order, between its states, and reproduced",
    arguments: ArchiveScript.all)
  func agreesWithOracle(script: ArchiveScript) async throws {
    let oracle = Oracle<ArchiveState>()
    let session = try await Self.record(script, oracle: oracle)
    oracle.agrees(with: session)
    #expect(session.steps.flatMap(\.inputs) == [])
    try Replay(of: session, by: ArchiveApp.host).reproduces(session)
  }

  @Test("cheese: the keyword, then the category: 17 and 33 are left, both stored")
  func cheese() async throws {
    let session = try await Self.record(.cheese)
    #expect(
      Self.log(session) == [
        #"RequestArchiveWithNoConditionsAction ["", ""] [] ["isLoading"]"#,
        #"SuccessArchiveAction ["", ""] 36 scenes []"#,
        #"RequestArchiveWithInputTextAction ["チーズ", ""] 36 scenes ["isLoading"]"#,
        #"SuccessArchiveAction ["チーズ", ""] [12, 17, 26, 33] []"#,
        #"RequestArchiveWithSelectedCategoryAction ["チーズ", "洋食"] [12, 17, 26, 33] ["isLoading"]"#,
        #"SuccessArchiveAction ["チーズ", "洋食"] [17, 33] []"#,
      ])
    let cells = session.states.last?["archiveCellViewObjects"]?.array ?? []
    #expect(cells.map { $0["isStored"] } == [true, true])
    #expect(session.steps.map(\.marks.count) == [0, 1, 0, 1, 0, 0])
    #expect(session.steps.map(\.action.from) == [nil, 1, nil, 3, nil, 5])
  }

  @Test("race: the second request misses the keyword that the state shows")
  func race() async throws {
    let session = try await Self.record(.race)
    #expect(
      Self.log(session) == [
        #"RequestArchiveWithInputTextAction ["チーズ", ""] [] ["isLoading"]"#,
        #"RequestArchiveWithSelectedCategoryAction ["チーズ", "洋食"] [] ["isLoading"]"#,
        #"SuccessArchiveAction ["チーズ", "洋食"] [12, 17, 26, 33] []"#,
        #"SuccessArchiveAction ["チーズ", "洋食"] 9 scenes []"#,
      ])
    #expect(session.steps.map(\.action.from) == [nil, nil, 1, 2])
  }

  @Test("failure: the server's error is shown")
  func failure() async throws {
    #expect(
      Self.log(try await Self.record(.failure)) == [
        #"RequestArchiveWithInputTextAction ["カレー", ""] [] ["isLoading"]"#,
        #"FailureArchiveAction ["カレー", ""] [] ["isError"]"#,
      ])
  }

  @Test("the app as it is shipped reproduces what it recorded", arguments: ArchiveScript.all)
  func shippedAppReproduces(script: ArchiveScript) async throws {
    let sample = try #require(SampleApps.named("archive"))
    let scenario = try #require(sample.scenarios.first { $0.name == script.name })
    let session = try await RecordedSession.record(sample.name) { await scenario.run($0) }
    try Replay(of: session, by: ArchiveApp.host).reproduces(session)
  }
}
