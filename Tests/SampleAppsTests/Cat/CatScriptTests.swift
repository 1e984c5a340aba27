import Recorder
import SessionFormat
import Testing

@testable import SampleApps

@Suite("Recorded cats")
@MainActor
struct CatScriptTests {
  private static func noting(_ oracle: Oracle<CatStoreState>) -> CatStore.Reducer {
    { action, state in
      let next = catReducer(action: action, state: state)
      oracle.note(action, before: state, after: next)
      return next
    }
  }

  private static func record(
    _ script: CatScript, oracle: Oracle<CatStoreState> = Oracle()
  ) async throws -> RecordedSession {
    try await RecordedSession.record("cat") { recorder in
      await CatApp.play(script, recorder, reducer: noting(oracle))
    }
  }

  /// Each step: its number, the action, what caused it, the cat and how far the loading is.
  private static func log(_ session: RecordedSession) -> [String] {
    session.steps.map { step in
      let from = step.action.from.map { " from \($0)" } ?? ""
      let cat = step.after?["cat"]?["id"]?.string ?? "-"
      let loading = step.after?["loadingState"]?.string ?? "?"
      return "\(step.action.n) \(step.action.type)\(from): \(cat) \(loading)"
    }
  }

  @Test(
    "each action is recorded once, in order, between its states, and reproduced",
    arguments: CatScript.all)
  func agreesWithOracle(script: CatScript) async throws {
    let oracle = Oracle<CatStoreState>()
    let session = try await Self.record(script, oracle: oracle)
    oracle.agrees(with: session)
    // The user's actions have their place, those of the middleware have their cause.
    for step in session.steps {
      #expect((step.action.type == "fetchCat") == (step.action.from == nil))
      #expect((step.action.type == "fetchCat") == (step.action.at != nil))
    }
    try Replay(of: session, by: CatApp.host).reproduces(session)
  }

  @Test("fetch: loading, the cat, success, twice")
  func fetch() async throws {
    #expect(
      Self.log(try await Self.record(.fetch)) == [
        "1 fetchCat: - idle",
        "2 setLoadingState.loading from 1: - loading",
        "3 setCat from 1: tama loading",
        "4 setLoadingState.success from 1: tama success",
        "5 fetchCat: tama success",
        "6 setLoadingState.loading from 5: tama loading",
        "7 setCat from 5: 三毛 loading",
        "8 setLoadingState.success from 5: 三毛 success",
      ])
  }

  @Test("interleaved: each answer is caused by its own request, and the oldest wins")
  func interleaved() async throws {
    #expect(
      Self.log(try await Self.record(.interleaved)) == [
        "1 fetchCat: - idle",
        "2 setLoadingState.loading from 1: - loading",
        "3 fetchCat: - loading",
        "4 setLoadingState.loading from 3: - loading",
        "5 fetchCat: - loading",
        "6 setLoadingState.loading from 5: - loading",
        "7 setLoadingState.failure from 3: - failure",
        "8 setCat from 5: kuro failure",
        "9 setLoadingState.success from 5: kuro success",
        "10 setCat from 1: tama success",
        "11 setLoadingState.success from 1: tama success",
      ])
  }

  @Test("failure: shown until the next request")
  func failure() async throws {
    #expect(
      Self.log(try await Self.record(.failure)) == [
        "1 fetchCat: - idle",
        "2 setLoadingState.loading from 1: - loading",
        "3 setLoadingState.failure from 1: - failure",
        "4 fetchCat: - failure",
        "5 setLoadingState.loading from 4: - loading",
        "6 setCat from 4: kuro loading",
        "7 setLoadingState.success from 4: kuro success",
      ])
  }

  @Test("restored: a state applied from elsewhere is a change from outside")
  func restored() async throws {
    let session = try await Self.record(.restored)
    #expect(
      Self.log(session) == [
        "1 fetchCat: - idle",
        "2 setLoadingState.loading from 1: - loading",
        "3 setLoadingState.failure from 1: 三毛 failure",
      ])
    let restored = CatStoreState(cat: CatUser.mike, loadingState: .loading)
    #expect(session.outsides == [RecordedSession.Outside(n: 2, state: json(restored))])
  }

  @Test("the app as it is shipped reproduces what it recorded", arguments: CatScript.all)
  func shippedAppReproduces(script: CatScript) async throws {
    let sample = try #require(SampleApps.named("cat"))
    let scenario = try #require(sample.scenarios.first { $0.name == script.name })
    let session = try await RecordedSession.record(sample.name) { await scenario.run($0) }
    try Replay(of: session, by: CatApp.host).reproduces(session)
  }
}
