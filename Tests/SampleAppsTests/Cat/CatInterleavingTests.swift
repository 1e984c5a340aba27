import Recorder
import SessionFormat
import Testing

@testable import SampleApps

@Suite("Cats fetched at once")
@MainActor
struct CatInterleavingTests {
  private let oracle = Oracle<CatStoreState>()

  private func noting(_ action: CatAction, _ state: CatStoreState) -> CatStoreState {
    let next = catReducer(action: action, state: state)
    oracle.note(action, before: state, after: next)
    return next
  }

  private func makeStore(
    _ middleware: any CatMiddleware, _ recorder: SessionRecorder
  ) -> CatStore {
    CatStore(middleware: middleware, recorder: recorder, reducer: noting)
  }

  /// A cat that names the request which it answers.
  private static func cat(_ fetch: Int) -> Cat {
    Cat(id: "\(fetch)", url: nil, width: fetch, height: 1)
  }

  /// All orders in which four requests are answered.
  static let orders = permutations([1, 2, 3, 4])

  @Test("whatever the order of the answers, each action has the request that caused it")
  func everyOrder() async throws {
    for order in Self.orders {
      let session = try await RecordedSession.record("cat") { recorder in
        let useCase = GatedCatUseCase()
        let user = CatUser(
          store: CatStore(middleware: CatFetching(useCase: useCase), recorder: recorder),
          useCase: useCase, recorder: recorder)
        for _ in order { await user.fetch() }
        for fetch in order { await user.answer(fetch, Self.cat(fetch)) }
      }
      // Request k is action 2k - 1, its loading the action after.
      let answers = order.flatMap { ["setCat from \(2 * $0 - 1)", "success from \(2 * $0 - 1)"] }
      #expect(
        session.steps.dropFirst(8).map { step in
          let state = step.action.action["setLoadingState"]?["state"]?.string
          return "\(state ?? step.action.type) from \(step.action.from ?? 0)"
        } == answers)
      #expect(session.states.last?["cat"]?["id"]?.string == order.last.map { "\($0)" })
    }
  }

  /// Dispatches for a fetch, and again for one of those.
  private struct Nesting: CatMiddleware {
    func handleAction(
      action: CatAction, state: CatStoreState, dispatch: (CatAction) async -> Void
    ) async {
      switch action {
      case .fetchCat:
        await dispatch(.setLoadingState(state: .loading))
        await dispatch(.setCat(cat: CatUser.tama))
      case .setLoadingState(.loading): await dispatch(.setLoadingState(state: .success))
      case .setCat, .setLoadingState: break
      }
    }
  }

  @Test("a middleware that dispatches for what it dispatched: causes nest")
  func nested() async throws {
    let session = try await RecordedSession.record("cat") { recorder in
      let store = makeStore(Nesting(), recorder)
      for _ in 0..<50 { await store.dispatch(.fetchCat) }
    }
    oracle.agrees(with: session)
    let causes = (0..<50).flatMap { round -> [Int?] in
      let fetch = 4 * round + 1
      return [nil, fetch, fetch + 1, fetch]
    }
    #expect(session.steps.map(\.action.from) == causes)
    try Replay(of: session, by: CatApp.host).reproduces(session)
  }

  @Test("dispatched from other threads, each action is recorded once, with its own cause")
  func offMain() async throws {
    let session = try await RecordedSession.record("cat") { recorder in
      let useCase = GatedCatUseCase()
      let store = makeStore(CatFetching(useCase: useCase), recorder)
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<100 {
          group.addTask { await Task.detached { await store.dispatch(.fetchCat) }.value }
        }
        await useCase.hasBegun(100)
        for fetch in (1...100).reversed() {
          useCase.answer(
            fetch,
            with: fetch % 7 == 0
              ? .failure(GatedCatUseCase.ServerIsDown()) : .success(Self.cat(fetch)))
        }
      }
    }
    oracle.agrees(with: session)
    let fetches = session.steps.filter { $0.action.type == "fetchCat" }.map(\.action.n)
    #expect(fetches.count == 100)
    // Of each request: loading, then the cat and success, or failure.
    let caused = Dictionary(grouping: session.steps.filter { $0.action.from != nil }) {
      $0.action.from ?? 0
    }
    let texts = fetches.map { n in
      caused[n, default: []].map { step in
        step.action.action["setLoadingState"]?["state"]?.string ?? "cat"
      }
    }
    #expect(texts.filter { $0 == ["loading", "cat", "success"] }.count == 86)
    #expect(texts.filter { $0 == ["loading", "failure"] }.count == 14)
    try Replay(of: session, by: CatApp.host).reproduces(session)
  }
}

/// All orders of some values.
private func permutations(_ values: [Int]) -> [[Int]] {
  guard values.count > 1 else { return [values] }
  return values.flatMap { first in
    permutations(values.filter { $0 != first }).map { [first] + $0 }
  }
}
