/// A store in ReSwift's shape: one reducer, a chain of middlewares, synchronous subscribers.
///
/// Dispatching runs the middlewares, then the reducer, then every subscriber, before it returns. A
/// subscriber may dispatch while it is told; those after it are then told the final state, by the
/// inner dispatch and again by the outer. A reducer may not dispatch. Like ReSwift's it belongs to
/// one thread.
final class Store<State> {
  typealias Dispatch = (any Action) -> Void
  typealias Middleware = (@escaping Dispatch, @escaping () -> State?) -> (@escaping Dispatch)
    -> Dispatch

  private(set) var state: State
  private let reducer: (any Action, State?) -> State
  private var chain: Dispatch = { _ in }
  private var subscriptions: [(_ old: State, _ new: State) -> Void] = []
  private var isReducing = false

  init(
    reducer: @escaping (any Action, State?) -> State, state: State,
    middleware: [Middleware] = []
  ) {
    self.reducer = reducer
    self.state = state
    let innermost: Dispatch = { [unowned self] in self.reduce($0) }
    chain = middleware.reversed().reduce(innermost) { next, make in
      make({ [unowned self] in self.dispatch($0) }, { [weak self] in self?.state })(next)
    }
  }

  func dispatch(_ action: any Action) { chain(action) }

  /// Tells a part of the state now, and after each dispatch that changed it.
  func subscribe<Part: Equatable>(
    select: @escaping (State) -> Part, newState: @escaping (Part) -> Void
  ) {
    subscriptions.append { old, new in
      let part = select(new)
      if select(old) != part { newState(part) }
    }
    newState(select(state))
  }

  private func reduce(_ action: any Action) {
    precondition(!isReducing, "a reducer dispatched an action")
    let old = state
    isReducing = true
    state = reducer(action, old)
    isReducing = false
    // The state is read anew for each: an earlier subscriber may have dispatched.
    for subscription in subscriptions { subscription(old, state) }
  }
}

/// What a store can reduce.
protocol Action {}
