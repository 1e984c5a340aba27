extension SessionRecorder {
  /// A reducer that does what the given one does, and records it.
  ///
  /// ```swift
  /// let store = Store(reducer: recorder.reducer(appReducer), state: AppState())
  /// ```
  public func reducer<State: Encodable, Action>(
    _ reduce: @escaping (State, Action) -> State
  ) -> (State, Action) -> State {
    expectReducer()
    return { state, action in self.step(action, state) { reduce(state, action) } }
  }

  /// A reducer of ReSwift's shape that does what the given one does, and records it.
  ///
  /// Where the store has no state yet, state 0 is recorded as `null`.
  public func reducer<State: Encodable, Action>(
    _ reduce: @escaping (Action, State?) -> State
  ) -> (Action, State?) -> State {
    expectReducer()
    return { action, state in
      var current = state
      return self.step(action, into: &current) { current in
        let next = reduce(action, current)
        current = next
        return next
      }
    }
  }
}
