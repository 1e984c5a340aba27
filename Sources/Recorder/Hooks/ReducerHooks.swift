// Wrappers over the call form: each takes a reducer and returns it, recorded. One for each shape in
// use. Each isolation has its own name: overloads may not differ in that alone.

extension SessionRecorder {
  /// A reducer that does what the given one does, and records it.
  ///
  /// ```swift
  /// let store = Store(reducer: recorder.reducer(appReducer), state: AppState())
  /// ```
  public func reducer<State, Action>(
    _ reduce: @escaping (State, Action) -> State
  ) -> (State, Action) -> State {
    expectReducer()
    return { state, action in self.step(action, state) { reduce(state, action) } }
  }

  /// A reducer that takes the action first; see `reducer(_:)`.
  public func reducer<State, Action>(
    _ reduce: @escaping (Action, State) -> State
  ) -> (Action, State) -> State {
    expectReducer()
    return { action, state in self.step(action, state) { reduce(action, state) } }
  }

  /// A reducer of ReSwift's shape that does what the given one does, and records it.
  ///
  /// If the store has no state yet, state 0 is recorded as `null`.
  public func reducer<State, Action>(
    _ reduce: @escaping (Action, State?) -> State
  ) -> (Action, State?) -> State {
    expectReducer()
    return { action, state in self.step(action, optional: state) { reduce(action, $0) } }
  }

  /// A reducer that changes the state in place, and may return effects; see `reducer(_:)`.
  ///
  /// ```swift
  /// let store = Store(initialState: AppState(), reducer: recorder.reducer(appReducer))
  /// ```
  public func reducer<State, Action, Result>(
    _ reduce: @escaping (inout State, Action) -> Result
  ) -> (inout State, Action) -> Result {
    expectReducer()
    return { state, action in self.step(action, into: &state) { reduce(&$0, action) } }
  }

  /// A reducer that changes the state in place and takes further parameters; see `reducer(_:)`.
  public func reducer<State, Action, each Environment, Result>(
    _ reduce: @escaping (inout State, Action, repeat each Environment) -> Result
  ) -> (inout State, Action, repeat each Environment) -> Result {
    expectReducer()
    return { (state: inout State, action: Action, environment: repeat each Environment) in
      self.step(action, into: &state) { reduce(&$0, action, repeat each environment) }
    }
  }

  /// A reducer that takes the action first and changes the state in place; see `reducer(_:)`.
  public func reducer<State, Action, Result>(
    _ reduce: @escaping (Action, inout State) -> Result
  ) -> (Action, inout State) -> Result {
    expectReducer()
    return { action, state in self.step(action, into: &state) { reduce(action, &$0) } }
  }
}
