/// A store that reduces in a task of the main actor, later, and calls every middleware at once
/// with the state of that moment, which is older than the action.
///
/// Two dispatches in one turn show every middleware the same old state.
@MainActor
final class ArchiveStore {
  typealias Reducer = (ArchiveState, any ArchiveAction) -> ArchiveState
  typealias Dispatcher = @MainActor (any ArchiveAction) -> Void
  typealias Middleware = @MainActor (ArchiveState, any ArchiveAction, @escaping Dispatcher) -> Void

  private(set) var state: ArchiveState
  private let reducer: Reducer
  private let middlewares: [Middleware]
  private var pending = 0

  init(reducer: @escaping Reducer, state: ArchiveState, middlewares: [Middleware] = []) {
    self.reducer = reducer
    self.state = state
    self.middlewares = middlewares
  }

  func dispatch(_ action: any ArchiveAction) {
    pending += 1
    Task { @MainActor in
      state = reducer(state, action)
      pending -= 1
    }
    for middleware in middlewares {
      middleware(state, action) { [weak self] in self?.dispatch($0) }
    }
  }

  /// Runs a request of a middleware, which counts as work until it has dispatched.
  func perform(_ work: @escaping @MainActor () async -> Void) {
    pending += 1
    Task { @MainActor in
      await work()
      pending -= 1
    }
  }

  /// Waits until every dispatched action is reduced and every request is answered.
  func settle() async {
    while pending > 0 { await Task.yield() }
  }
}
