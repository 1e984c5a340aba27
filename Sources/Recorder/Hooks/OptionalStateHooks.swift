// The wrappers of ReducerHooks.swift and its kin for reducers that are given no state at first, and
// the action last.

extension SessionRecorder {
  /// A reducer that is given no state at first, and the action last; see `reducer(_:)`.
  ///
  /// Where the store has no state yet, state 0 is recorded as `null`.
  public func reducer<State, Action>(
    _ reduce: @escaping (State?, Action) -> State
  ) -> (State?, Action) -> State {
    expectReducer()
    return { state, action in
      var current = state
      return self.step(action, into: &current) { current in
        let next = reduce(current, action)
        current = next
        return next
      }
    }
  }

  /// A `@Sendable` reducer that is given no state at first, and the action last; see `reducer(_:)`.
  ///
  /// Where the store has no state yet, state 0 is recorded as `null`.
  public func sendableReducer<State, Action>(
    _ reduce: @escaping @Sendable (State?, Action) -> State
  ) -> @Sendable (State?, Action) -> State {
    expectReducer()
    return { state, action in
      var current = state
      return self.step(action, into: &current) { current in
        let next = reduce(current, action)
        current = next
        return next
      }
    }
  }

  /// A reducer of the main actor that is given no state at first, and the action last; see `reducer(_:)`.
  ///
  /// Where the store has no state yet, state 0 is recorded as `null`.
  public func mainActorReducer<State, Action>(
    _ reduce: @escaping @MainActor (State?, Action) -> State
  ) -> @MainActor (State?, Action) -> State {
    expectReducer()
    return { state, action in
      var current = state
      return self.step(action, into: &current) { current in
        let next = reduce(current, action)
        current = next
        return next
      }
    }
  }

  /// A throwing reducer that is given no state at first, and the action last; see `reducer(_:)`.
  ///
  /// Where the store has no state yet, state 0 is recorded as `null`.
  public func reducer<State, Action>(
    _ reduce: @escaping (State?, Action) throws -> State
  ) -> (State?, Action) throws -> State {
    expectReducer()
    return { state, action in
      var current = state
      return try self.step(action, into: &current) { current in
        let next = try reduce(current, action)
        current = next
        return next
      }
    }
  }

  /// The same for a `@Sendable` reducer that throws.
  ///
  /// Where the store has no state yet, state 0 is recorded as `null`.
  public func sendableReducer<State, Action>(
    _ reduce: @escaping @Sendable (State?, Action) throws -> State
  ) -> @Sendable (State?, Action) throws -> State {
    expectReducer()
    return { state, action in
      var current = state
      return try self.step(action, into: &current) { current in
        let next = try reduce(current, action)
        current = next
        return next
      }
    }
  }

  /// The same for a throwing reducer of the main actor.
  ///
  /// Where the store has no state yet, state 0 is recorded as `null`.
  public func mainActorReducer<State, Action>(
    _ reduce: @escaping @MainActor (State?, Action) throws -> State
  ) -> @MainActor (State?, Action) throws -> State {
    expectReducer()
    return { state, action in
      var current = state
      return try self.step(action, into: &current) { current in
        let next = try reduce(current, action)
        current = next
        return next
      }
    }
  }
}
