// The wrappers of ReducerHooks.swift for reducers that stores call from any thread.

extension SessionRecorder {
  /// A `@Sendable` reducer that returns the new state; see `reducer(_:)`.
  public func sendableReducer<State, Action>(
    _ reduce: @escaping @Sendable (State, Action) -> State
  ) -> @Sendable (State, Action) -> State {
    expectReducer()
    return { state, action in self.step(action, state) { reduce(state, action) } }
  }

  /// A `@Sendable` reducer that takes the action first; see `reducer(_:)`.
  public func sendableReducer<State, Action>(
    _ reduce: @escaping @Sendable (Action, State) -> State
  ) -> @Sendable (Action, State) -> State {
    expectReducer()
    return { action, state in self.step(action, state) { reduce(action, state) } }
  }

  /// A `@Sendable` reducer of ReSwift's shape; see `reducer(_:)`.
  public func sendableReducer<State, Action>(
    _ reduce: @escaping @Sendable (Action, State?) -> State
  ) -> @Sendable (Action, State?) -> State {
    expectReducer()
    return { action, state in self.step(action, optional: state) { reduce(action, $0) } }
  }

  /// A `@Sendable` reducer that changes the state in place; see `reducer(_:)`.
  public func sendableReducer<State, Action, Result>(
    _ reduce: @escaping @Sendable (inout State, Action) -> Result
  ) -> @Sendable (inout State, Action) -> Result {
    expectReducer()
    return { state, action in self.step(action, into: &state) { reduce(&$0, action) } }
  }

  /// A `@Sendable` reducer that changes the state in place and takes further parameters; see
  /// `reducer(_:)`.
  public func sendableReducer<State, Action, each Environment, Result>(
    _ reduce: @escaping @Sendable (inout State, Action, repeat each Environment) -> Result
  ) -> @Sendable (inout State, Action, repeat each Environment) -> Result {
    expectReducer()
    return { (state: inout State, action: Action, environment: repeat each Environment) in
      self.step(action, into: &state) { reduce(&$0, action, repeat each environment) }
    }
  }

  /// A `@Sendable` reducer that takes the action first and changes the state in place; see `reducer(_:)`.
  public func sendableReducer<State, Action, Result>(
    _ reduce: @escaping @Sendable (Action, inout State) -> Result
  ) -> @Sendable (Action, inout State) -> Result {
    expectReducer()
    return { action, state in self.step(action, into: &state) { reduce(action, &$0) } }
  }
}
