import Recorder
import Testing

@testable import SampleApps

@Suite("The cat's middleware and reducer")
@MainActor
struct CatMiddlewareTests {
  nonisolated static let cat = Cat(id: "shiro", url: nil, width: 3, height: 4)

  /// Answers at once.
  struct ReadyUseCase: CatUseCase {
    let result: Result<Cat, GatedCatUseCase.ServerIsDown>

    func fetchCat() async throws -> Cat { try result.get() }
  }

  private func dispatched(
    by action: CatAction, _ result: Result<Cat, GatedCatUseCase.ServerIsDown>
  ) async -> [CatAction] {
    var actions: [CatAction] = []
    await CatFetching(useCase: ReadyUseCase(result: result)).handleAction(
      action: action, state: CatStoreState()
    ) { actions.append($0) }
    return actions
  }

  @Test("a fetch that succeeds: loading, the cat, success")
  func success() async {
    #expect(
      await dispatched(by: .fetchCat, .success(Self.cat)) == [
        .setLoadingState(state: .loading), .setCat(cat: Self.cat),
        .setLoadingState(state: .success),
      ])
  }

  @Test("a fetch that fails: loading, failure")
  func failure() async {
    #expect(
      await dispatched(by: .fetchCat, .failure(.init())) == [
        .setLoadingState(state: .loading), .setLoadingState(state: .failure),
      ])
  }

  @Test("other actions ask for nothing")
  func others() async {
    for action in [CatAction.setCat(cat: Self.cat), .setLoadingState(state: .loading)] {
      #expect(await dispatched(by: action, .success(Self.cat)) == [])
    }
  }

  @Test("the reducer changes what its action names, from every state, and nothing else")
  func reducer() {
    let states: [LoadingState] = [.idle, .loading, .success, .failure]
    for cat in [nil, Self.cat] {
      for loading in states {
        let state = CatStoreState(cat: cat, loadingState: loading)
        #expect(catReducer(action: .fetchCat, state: state) == state)
        #expect(
          catReducer(action: .setCat(cat: CatUser.kuro), state: state)
            == CatStoreState(cat: CatUser.kuro, loadingState: loading))
        for next in states {
          #expect(
            catReducer(action: .setLoadingState(state: next), state: state)
              == CatStoreState(cat: cat, loadingState: next))
        }
      }
    }
  }

  @Test("a state that is applied is the state that is created, and is each field")
  func applied() async throws {
    _ = try await RecordedSession.record("cat") { recorder in
      let store = CatStore(
        middleware: CatFetching(useCase: GatedCatUseCase()), recorder: recorder)
      #expect(store.createCatState() == CatStoreState())
      let state = CatStoreState(cat: Self.cat, loadingState: .success)
      store.apply(state: state)
      #expect(store.createCatState() == state)
      #expect(store.cat == Self.cat)
      #expect(store.loadingState == .success)
      // So that there is a session to read.
      await store.dispatch(.setLoadingState(state: .idle))
    }
  }
}
