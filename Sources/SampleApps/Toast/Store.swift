/// A store in ReSwift's shape: one reducer, a chain of middlewares, synchronous subscribers.
///
/// Dispatching runs the middlewares, then the reducer, then every subscriber, before it returns; a
/// subscriber may dispatch from `newState`. Like ReSwift's it belongs to one thread.
final class Store<State> {
  typealias Dispatch = (any Action) -> Void
  typealias Middleware = (@escaping Dispatch, @escaping () -> State?) -> (@escaping Dispatch)
    -> Dispatch

  private(set) var state: State
  private let reducer: (any Action, State?) -> State
  private var chain: Dispatch = { _ in }
  private var subscriptions: [(State) -> Void] = []

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

  /// Tells a part of the state now and whenever it has changed.
  func subscribe<Part: Equatable>(
    select: @escaping (State) -> Part, newState: @escaping (Part) -> Void
  ) {
    var last = select(state)
    subscriptions.append { state in
      let part = select(state)
      guard part != last else { return }
      last = part
      newState(part)
    }
    newState(last)
  }

  private func reduce(_ action: any Action) {
    state = reducer(action, state)
    for subscription in subscriptions { subscription(state) }
  }
}

/// What a store can reduce.
protocol Action {}
