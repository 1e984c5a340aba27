// The wrappers of ReducerHooks.swift for reducers that belong to the main actor.

extension SessionRecorder {
  /// A reducer of the main actor that returns the new state; see `reducer(_:)`.
  ///
  /// In Swift 5 mode pass a closure, because the bare name of a function draws a warning there:
  ///
  /// ```swift
  /// let store = Store(reducer: recorder.mainActorReducer { appReducer($0, $1) }, state: AppState())
  /// ```
  public func mainActorReducer<State, Action>(
    _ reduce: @escaping @MainActor (State, Action) -> State
  ) -> @MainActor (State, Action) -> State {
    expectReducer()
    return { state, action in self.step(action, state) { reduce(state, action) } }
  }

  /// A reducer of the main actor that takes the action first; see `reducer(_:)`.
  public func mainActorReducer<State, Action>(
    _ reduce: @escaping @MainActor (Action, State) -> State
  ) -> @MainActor (Action, State) -> State {
    expectReducer()
    return { action, state in self.step(action, state) { reduce(action, state) } }
  }

  /// A reducer of the main actor of ReSwift's shape; see `reducer(_:)`.
  public func mainActorReducer<State, Action>(
    _ reduce: @escaping @MainActor (Action, State?) -> State
  ) -> @MainActor (Action, State?) -> State {
    expectReducer()
    return { action, state in self.step(action, optional: state) { reduce(action, $0) } }
  }

  /// A reducer of the main actor that changes the state in place; see `reducer(_:)`.
  public func mainActorReducer<State, Action, Result>(
    _ reduce: @escaping @MainActor (inout State, Action) -> Result
  ) -> @MainActor (inout State, Action) -> Result {
    expectReducer()
    return { state, action in self.step(action, into: &state) { reduce(&$0, action) } }
  }

  /// A reducer of the main actor that changes the state in place and takes further parameters; see
  /// `reducer(_:)`.
  public func mainActorReducer<State, Action, each Environment, Result>(
    _ reduce: @escaping @MainActor (inout State, Action, repeat each Environment) -> Result
  ) -> @MainActor (inout State, Action, repeat each Environment) -> Result {
    expectReducer()
    return { (state: inout State, action: Action, environment: repeat each Environment) in
      self.step(action, into: &state) { reduce(&$0, action, repeat each environment) }
    }
  }

  /// A reducer of the main actor that takes the action first and changes the state in place; see `reducer(_:)`.
  public func mainActorReducer<State, Action, Result>(
    _ reduce: @escaping @MainActor (Action, inout State) -> Result
  ) -> @MainActor (Action, inout State) -> Result {
    expectReducer()
    return { action, state in self.step(action, into: &state) { reduce(action, &$0) } }
  }
}
