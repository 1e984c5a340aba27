extension ReSwift {
  /// One state, one reducer, a chain of middlewares, synchronous subscribers.
  ///
  /// A dispatch runs the middlewares, then the reducer, then every subscriber, before it returns. A
  /// subscriber may dispatch while it gets a state; those after it then get the final state, from
  /// the inner dispatch and again from the outer. A reducer may not dispatch. The store belongs to
  /// one thread.
  package final class Store<State> {
    package typealias ActionCreator = (_ state: State, _ store: Store) -> (any Action)?
    package typealias AsyncActionCreator = (
      _ state: State, _ store: Store,
      _ actionCreatorCallback: @escaping (_ actionCreator: ActionCreator) -> Void
    ) -> Void
    package typealias DispatchCallback = (State) -> Void

    // Nil until the first action is reduced, and never again: ReSwift's own declaration.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    package private(set) var state: State! {
      didSet {
        for subscriber in subscribers where subscribers.contains(where: { $0 === subscriber }) {
          // The state is read again for each: an earlier subscriber may have dispatched.
          subscriber.tell(oldValue, state)
        }
      }
    }
    package var middleware: [Middleware<State>] { didSet { chain = makeChain() } }
    private let reducer: Reducer<State>
    private let automaticallySkipsRepeats: Bool
    private var chain: DispatchFunction = { _ in }
    private var subscribers: [SubscriptionBox<State>] = []
    private var isDispatching = false

    package init(
      reducer: @escaping Reducer<State>, state: State?, middleware: [Middleware<State>] = [],
      automaticallySkipsRepeats: Bool = true
    ) {
      self.reducer = reducer
      self.middleware = middleware
      self.automaticallySkipsRepeats = automaticallySkipsRepeats
      chain = makeChain()
      if let state { self.state = state } else { dispatch(ReSwiftInit()) }
    }

    private func makeChain() -> DispatchFunction {
      let innermost: DispatchFunction = { [unowned self] in reduce($0) }
      return middleware.reversed().reduce(innermost) { next, middleware in
        middleware({ [weak self] in self?.dispatch($0) }, { [weak self] in self?.state })(next)
      }
    }

    private func reduce(_ action: any Action) {
      precondition(!isDispatching, "a reducer dispatched \(action)")
      isDispatching = true
      let next = reducer(action, state)
      isDispatching = false
      state = next
    }
  }
}

// MARK: Dispatching

extension ReSwift.Store {
  package func dispatch(_ action: any ReSwift.Action) { chain(action) }

  /// Dispatches the action that a function makes from the state, if it makes one.
  package func dispatch(_ actionCreator: ActionCreator) {
    if let action = actionCreator(state, self) { dispatch(action) }
  }

  /// Starts a function that creates actions, now or later.
  package func dispatch(_ asyncActionCreator: AsyncActionCreator) {
    dispatch(asyncActionCreator, callback: nil)
  }

  /// Starts a function that creates actions, now or later.
  ///
  /// - Parameter callback: Called after each of them, with the state then.
  package func dispatch(_ asyncActionCreator: AsyncActionCreator, callback: DispatchCallback?) {
    asyncActionCreator(state, self) { [weak self] actionCreator in
      guard let self, let action = actionCreator(state, self) else { return }
      dispatch(action)
      callback?(state)
    }
  }
}

// MARK: Subscribing

extension ReSwift.Store {
  /// Sends the state now, and after each action.
  package func subscribe<S: ReSwift.StoreSubscriber>(_ subscriber: S)
  where S.StoreSubscriberStateType == State {
    subscribe(subscriber, to: ReSwift.Subscription()) { $0 }
  }

  /// Sends the state now, and after each action that changed it.
  package func subscribe<S: ReSwift.StoreSubscriber>(_ subscriber: S)
  where S.StoreSubscriberStateType == State, State: Equatable {
    let skips = automaticallySkipsRepeats
    subscribe(subscriber, to: ReSwift.Subscription()) { skips ? $0.skipRepeats() : $0 }
  }

  /// Sends what the transform selects now, and after each action.
  package func subscribe<Selected, S: ReSwift.StoreSubscriber>(
    _ subscriber: S,
    transform: (ReSwift.Subscription<State>) -> ReSwift.Subscription<Selected>
  ) where S.StoreSubscriberStateType == Selected {
    subscribe(subscriber, to: ReSwift.Subscription(), transform)
  }

  /// Sends what the transform selects now, and after each action that changed it.
  package func subscribe<Selected: Equatable, S: ReSwift.StoreSubscriber>(
    _ subscriber: S,
    transform: (ReSwift.Subscription<State>) -> ReSwift.Subscription<Selected>
  ) where S.StoreSubscriberStateType == Selected {
    let skips = automaticallySkipsRepeats
    subscribe(subscriber, to: ReSwift.Subscription()) {
      skips ? transform($0).skipRepeats() : transform($0)
    }
  }

  /// Sends nothing more to the subscriber, not even the state that is being sent.
  package func unsubscribe(_ subscriber: any ReSwift.AnyStoreSubscriber) {
    subscribers.removeAll { $0.subscriber == nil || $0.subscriber === subscriber }
  }

  private func subscribe<Selected, S: ReSwift.StoreSubscriber>(
    _ subscriber: S, to states: ReSwift.Subscription<State>,
    _ transform: (ReSwift.Subscription<State>) -> ReSwift.Subscription<Selected>
  ) where S.StoreSubscriberStateType == Selected {
    transform(states).observe { [weak subscriber] _, new in subscriber?.newState(state: new) }
    unsubscribe(subscriber)
    subscribers.append(ReSwift.SubscriptionBox(states, subscriber))
    if let state { states.newValues(oldState: nil, newState: state) }
  }
}

extension ReSwift {
  /// A subscriber, which the store does not retain, and its subscription.
  fileprivate final class SubscriptionBox<State> {
    private let states: Subscription<State>
    private(set) weak var subscriber: (any AnyStoreSubscriber)?

    init(_ states: Subscription<State>, _ subscriber: any AnyStoreSubscriber) {
      self.states = states
      self.subscriber = subscriber
    }

    func tell(_ old: State?, _ new: State) { states.newValues(oldState: old, newState: new) }
  }
}
