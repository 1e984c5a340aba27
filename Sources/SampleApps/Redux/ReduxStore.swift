import Foundation

/// An action of a store of this style: structs behind a protocol, distinguished by their types.
protocol ReduxAction: Sendable {}

typealias ReduxDispatcher = @Sendable (any ReduxAction) -> Void
typealias ReduxReducer<State> = (State, any ReduxAction) -> State
typealias ReduxMiddleware<State> =
  @Sendable (State, any ReduxAction, @escaping ReduxDispatcher) -> Void

/// A store that reduces in a task of the main actor, later, and calls every middleware at once
/// with the state of that moment, which is older than the action.
///
/// Two dispatches in one turn show every middleware the same old state. Anyone may dispatch, on any
/// thread; the actions of one thread are reduced in the order of their dispatch.
@MainActor
final class ReduxStore<State: Sendable> {
  nonisolated private let current: Guarded<State>
  private let reducer: ReduxReducer<State>
  nonisolated private let middlewares: [ReduxMiddleware<State>]
  nonisolated private let work: ReduxWork

  init(
    reducer: @escaping ReduxReducer<State>, state: State,
    middlewares: [ReduxMiddleware<State>] = [], work: ReduxWork = ReduxWork()
  ) {
    self.reducer = reducer
    self.middlewares = middlewares
    self.work = work
    current = Guarded(state)
  }

  nonisolated var state: State { current.value }

  nonisolated func dispatch(_ action: any ReduxAction) {
    work.begin()
    Task { @MainActor in
      // Only this code changes the state, so nothing comes between the read and the write.
      current.value = reducer(current.value, action)
      work.end()
    }
    for middleware in middlewares {
      middleware(state, action) { [weak self] in self?.dispatch($0) }
    }
  }

  /// Waits until every dispatched action is reduced and every request is answered.
  func settle() async { await work.settle() }
}

/// A middleware for a part of the state, adapted to the whole.
func lifted<Whole, Part>(
  _ middleware: @escaping ReduxMiddleware<Part>, to part: @escaping @Sendable (Whole) -> Part
) -> ReduxMiddleware<Whole> {
  { state, action, dispatch in middleware(part(state), action, dispatch) }
}

/// A value that several threads read and write.
private final class Guarded<Value: Sendable>: Sendable {
  private let lock = NSLock()
  nonisolated(unsafe) private var content: Value

  init(_ value: Value) { content = value }

  var value: Value {
    get { lock.withLock { content } }
    set { lock.withLock { content = newValue } }
  }
}
