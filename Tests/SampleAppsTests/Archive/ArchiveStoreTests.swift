import Recorder
import SessionFormat
import Testing

@testable import SampleApps

@Suite("The archive's store")
@MainActor
struct ArchiveStoreTests {
  @Test("middlewares see the state at the dispatch, older than the action; the reducer runs later")
  func middlewaresSeeOldState() async {
    var log: [String] = []
    let store = ArchiveStore(
      reducer: { state, action in
        log.append("reduce \(state.inputText)|\(state.selectedCategory)")
        return archiveReducer(state, action)
      }, state: ArchiveState(),
      middlewares: ["a", "b"].map { name in
        { state, action, dispatch in
          log.append("\(name) sees \(state.inputText)|\(state.selectedCategory)")
          if name == "a", action is RequestArchiveWithInputTextAction {
            dispatch(FailureArchiveAction())
          }
        }
      })
    store.dispatch(RequestArchiveWithInputTextAction(inputText: "k"))
    store.dispatch(RequestArchiveWithSelectedCategoryAction(selectedCategory: "c"))
    log.append("dispatched")
    #expect(store.state == ArchiveState())
    await store.settle()
    store.dispatch(FailureArchiveAction())
    await store.settle()
    #expect(
      log == [
        // The action that the first middleware dispatches passes both before the second sees its
        // cause.
        "a sees |", "a sees |", "b sees |", "b sees |", "a sees |", "b sees |", "dispatched",
        "reduce |", "reduce k|", "reduce k|", "a sees k|c", "b sees k|c", "reduce k|c",
      ])
    #expect(store.state.isError)
  }

  @Test("the store is settled when what requests dispatch is reduced too")
  func settles() async {
    let store = ArchiveStore(reducer: archiveReducer, state: ArchiveState())
    store.perform {
      await Task.yield()
      store.dispatch(RequestArchiveWithInputTextAction(inputText: "k"))
      await Task.yield()
      store.perform { store.dispatch(FailureArchiveAction()) }
    }
    await store.settle()
    #expect(store.state == ArchiveState(isError: true, inputText: "k"))
  }
}

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
