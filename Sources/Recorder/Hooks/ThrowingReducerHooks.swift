// The wrappers of ReducerHooks.swift and its variants for reducers that throw. An error of such a
// reducer is rethrown, after a state line that names it.

extension SessionRecorder {
  // MARK: reducer

  /// A reducer that returns the new state or throws; see `reducer(_:)`.
  public func reducer<State, Action>(
    _ reduce: @escaping (State, Action) throws -> State
  ) -> (State, Action) throws -> State {
    expectReducer()
    return { state, action in try self.step(action, state) { try reduce(state, action) } }
  }

  /// A reducer that takes the action first, and may throw; see `reducer(_:)`.
  public func reducer<State, Action>(
    _ reduce: @escaping (Action, State) throws -> State
  ) -> (Action, State) throws -> State {
    expectReducer()
    return { action, state in try self.step(action, state) { try reduce(action, state) } }
  }

  /// A reducer of ReSwift's shape that may throw; see `reducer(_:)`.
  public func reducer<State, Action>(
    _ reduce: @escaping (Action, State?) throws -> State
  ) -> (Action, State?) throws -> State {
    expectReducer()
    return { action, state in try self.step(action, optional: state) { try reduce(action, $0) } }
  }

  /// A reducer that changes the state in place and may throw; see `reducer(_:)`.
  public func reducer<State, Action, Result>(
    _ reduce: @escaping (inout State, Action) throws -> Result
  ) -> (inout State, Action) throws -> Result {
    expectReducer()
    return { state, action in
      try self.step(action, into: &state) { try reduce(&$0, action) }
    }
  }

  /// A reducer that changes the state in place, takes further parameters and may throw; see
  /// `reducer(_:)`.
  public func reducer<State, Action, each Environment, Result>(
    _ reduce: @escaping (inout State, Action, repeat each Environment) throws -> Result
  ) -> (inout State, Action, repeat each Environment) throws -> Result {
    expectReducer()
    return { (state: inout State, action: Action, environment: repeat each Environment) in
      try self.step(action, into: &state) { try reduce(&$0, action, repeat each environment) }
    }
  }

  /// A reducer that takes the action first, changes the state in place and may throw; see `reducer(_:)`.
  public func reducer<State, Action, Result>(
    _ reduce: @escaping (Action, inout State) throws -> Result
  ) -> (Action, inout State) throws -> Result {
    expectReducer()
    return { action, state in
      try self.step(action, into: &state) { try reduce(action, &$0) }
    }
  }

  // MARK: sendableReducer

  /// A `@Sendable` reducer that returns the new state or throws; see `reducer(_:)`.
  public func sendableReducer<State, Action>(
    _ reduce: @escaping @Sendable (State, Action) throws -> State
  ) -> @Sendable (State, Action) throws -> State {
    expectReducer()
    return { state, action in try self.step(action, state) { try reduce(state, action) } }
  }

  /// A `@Sendable` reducer that takes the action first, and may throw; see `reducer(_:)`.
  public func sendableReducer<State, Action>(
    _ reduce: @escaping @Sendable (Action, State) throws -> State
  ) -> @Sendable (Action, State) throws -> State {
    expectReducer()
    return { action, state in try self.step(action, state) { try reduce(action, state) } }
  }

  /// A `@Sendable` reducer of ReSwift's shape that may throw; see `reducer(_:)`.
  public func sendableReducer<State, Action>(
    _ reduce: @escaping @Sendable (Action, State?) throws -> State
  ) -> @Sendable (Action, State?) throws -> State {
    expectReducer()
    return { action, state in try self.step(action, optional: state) { try reduce(action, $0) } }
  }

  /// A `@Sendable` reducer that changes the state in place and may throw; see `reducer(_:)`.
  public func sendableReducer<State, Action, Result>(
    _ reduce: @escaping @Sendable (inout State, Action) throws -> Result
  ) -> @Sendable (inout State, Action) throws -> Result {
    expectReducer()
    return { state, action in
      try self.step(action, into: &state) { try reduce(&$0, action) }
    }
  }

  /// A `@Sendable` reducer that changes the state in place, takes further parameters and may throw;
  /// see `reducer(_:)`.
  public func sendableReducer<State, Action, each Environment, Result>(
    _ reduce: @escaping @Sendable (inout State, Action, repeat each Environment) throws -> Result
  ) -> @Sendable (inout State, Action, repeat each Environment) throws -> Result {
    expectReducer()
    return { (state: inout State, action: Action, environment: repeat each Environment) in
      try self.step(action, into: &state) { try reduce(&$0, action, repeat each environment) }
    }
  }

  /// A `@Sendable` reducer that takes the action first, changes the state in place and may throw; see `reducer(_:)`.
  public func sendableReducer<State, Action, Result>(
    _ reduce: @escaping @Sendable (Action, inout State) throws -> Result
  ) -> @Sendable (Action, inout State) throws -> Result {
    expectReducer()
    return { action, state in
      try self.step(action, into: &state) { try reduce(action, &$0) }
    }
  }

  // MARK: mainActorReducer

  /// A reducer of the main actor that returns the new state or throws; see `reducer(_:)`.
  public func mainActorReducer<State, Action>(
    _ reduce: @escaping @MainActor (State, Action) throws -> State
  ) -> @MainActor (State, Action) throws -> State {
    expectReducer()
    return { state, action in try self.step(action, state) { try reduce(state, action) } }
  }

  /// A reducer of the main actor that takes the action first, and may throw; see `reducer(_:)`.
  public func mainActorReducer<State, Action>(
    _ reduce: @escaping @MainActor (Action, State) throws -> State
  ) -> @MainActor (Action, State) throws -> State {
    expectReducer()
    return { action, state in try self.step(action, state) { try reduce(action, state) } }
  }

  /// A reducer of the main actor of ReSwift's shape that may throw; see `reducer(_:)`.
  public func mainActorReducer<State, Action>(
    _ reduce: @escaping @MainActor (Action, State?) throws -> State
  ) -> @MainActor (Action, State?) throws -> State {
    expectReducer()
    return { action, state in try self.step(action, optional: state) { try reduce(action, $0) } }
  }

  /// A reducer of the main actor that changes the state in place and may throw; see `reducer(_:)`.
  public func mainActorReducer<State, Action, Result>(
    _ reduce: @escaping @MainActor (inout State, Action) throws -> Result
  ) -> @MainActor (inout State, Action) throws -> Result {
    expectReducer()
    return { state, action in
      try self.step(action, into: &state) { try reduce(&$0, action) }
    }
  }

  /// A reducer of the main actor that changes the state in place, takes further parameters and may
  /// throw; see `reducer(_:)`.
  public func mainActorReducer<State, Action, each Environment, Result>(
    _ reduce: @escaping @MainActor (inout State, Action, repeat each Environment) throws -> Result
  ) -> @MainActor (inout State, Action, repeat each Environment) throws -> Result {
    expectReducer()
    return { (state: inout State, action: Action, environment: repeat each Environment) in
      try self.step(action, into: &state) { try reduce(&$0, action, repeat each environment) }
    }
  }

  /// A reducer of the main actor that takes the action first, changes the state in place and may throw; see `reducer(_:)`.
  public func mainActorReducer<State, Action, Result>(
    _ reduce: @escaping @MainActor (Action, inout State) throws -> Result
  ) -> @MainActor (Action, inout State) throws -> Result {
    expectReducer()
    return { action, state in
      try self.step(action, into: &state) { try reduce(action, &$0) }
    }
  }
}
