/// Fetches cats.
@MainActor
protocol CatUseCase {
  func fetchCat() async throws -> Cat
}

/// Does what actions require in addition to their reduction.
@MainActor
protocol CatMiddleware {
  func handleAction(
    action: CatAction, state: CatStoreState, dispatch: (CatAction) async -> Void
  ) async
}

/// The middleware that fetches: loading, then the cat and success, or failure.
struct CatFetching: CatMiddleware {
  let useCase: any CatUseCase

  func handleAction(
    action: CatAction, state: CatStoreState, dispatch: (CatAction) async -> Void
  ) async {
    guard case .fetchCat = action else { return }
    await dispatch(.setLoadingState(state: .loading))
    do {
      let cat = try await useCase.fetchCat()
      await dispatch(.setCat(cat: cat))
      await dispatch(.setLoadingState(state: .success))
    } catch {
      await dispatch(.setLoadingState(state: .failure))
    }
  }
}

/// A use case whose fetches wait until they are answered, one by one.
@MainActor
final class GatedCatUseCase: CatUseCase {
  struct ServerIsDown: Error {}

  private var fetches: [Int: CheckedContinuation<Cat, any Error>] = [:]
  private var begun = 0
  private var watchers: [(count: Int, wake: CheckedContinuation<Void, Never>)] = []

  func fetchCat() async throws -> Cat {
    try await withCheckedThrowingContinuation { fetch in
      begun += 1
      fetches[begun] = fetch
      let due = watchers.filter { $0.count <= begun }
      watchers.removeAll { $0.count <= begun }
      for watcher in due { watcher.wake.resume() }
    }
  }

  /// Waits until that many fetches have begun since the start.
  func hasBegun(_ count: Int) async {
    guard begun < count else { return }
    await withCheckedContinuation { watchers.append((count, $0)) }
  }

  /// Answers a fetch, the first being 1; does nothing if it has not begun or is answered already.
  func answer(_ fetch: Int, with result: Result<Cat, any Error>) {
    fetches.removeValue(forKey: fetch)?.resume(with: result)
  }
}
