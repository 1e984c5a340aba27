// The wrappers of ReducerHooks.swift and its variants for reducers that are given no state at
// first, and the action last.

extension SessionRecorder {
  /// A reducer that is given no state at first, and the action last; see `reducer(_:)`.
  ///
  /// If the store has no state yet, state 0 is recorded as `null`.
  public func reducer<State, Action>(
    _ reduce: @escaping (State?, Action) -> State
  ) -> (State?, Action) -> State {
    expectReducer()
    return { state, action in self.step(action, optional: state) { reduce($0, action) } }
  }

  /// A `@Sendable` reducer that is given no state at first, and the action last; see `reducer(_:)`.
  ///
  /// If the store has no state yet, state 0 is recorded as `null`.
  public func sendableReducer<State, Action>(
    _ reduce: @escaping @Sendable (State?, Action) -> State
  ) -> @Sendable (State?, Action) -> State {
    expectReducer()
    return { state, action in self.step(action, optional: state) { reduce($0, action) } }
  }

  /// A reducer of the main actor that is given no state at first, and the action last; see `reducer(_:)`.
  ///
  /// If the store has no state yet, state 0 is recorded as `null`.
  public func mainActorReducer<State, Action>(
    _ reduce: @escaping @MainActor (State?, Action) -> State
  ) -> @MainActor (State?, Action) -> State {
    expectReducer()
    return { state, action in self.step(action, optional: state) { reduce($0, action) } }
  }

  /// A throwing reducer that is given no state at first, and the action last; see `reducer(_:)`.
  ///
  /// If the store has no state yet, state 0 is recorded as `null`.
  public func reducer<State, Action>(
    _ reduce: @escaping (State?, Action) throws -> State
  ) -> (State?, Action) throws -> State {
    expectReducer()
    return { state, action in try self.step(action, optional: state) { try reduce($0, action) } }
  }

  /// The same for a `@Sendable` reducer that throws.
  ///
  /// If the store has no state yet, state 0 is recorded as `null`.
  public func sendableReducer<State, Action>(
    _ reduce: @escaping @Sendable (State?, Action) throws -> State
  ) -> @Sendable (State?, Action) throws -> State {
    expectReducer()
    return { state, action in try self.step(action, optional: state) { try reduce($0, action) } }
  }

  /// The same for a throwing reducer of the main actor.
  ///
  /// If the store has no state yet, state 0 is recorded as `null`.
  public func mainActorReducer<State, Action>(
    _ reduce: @escaping @MainActor (State?, Action) throws -> State
  ) -> @MainActor (State?, Action) throws -> State {
    expectReducer()
    return { state, action in try self.step(action, optional: state) { try reduce($0, action) } }
  }

  /// A step of a reducer that may be given no state, and always returns one.
  func step<State, Action, Failure: Error>(
    _ action: Action, optional state: State?, reduce: (State?) throws(Failure) -> State
  ) throws(Failure) -> State {
    var current = state
    return try step(action, into: &current) { (current) throws(Failure) in
      let next = try reduce(current)
      current = next
      return next
    }
  }
}
