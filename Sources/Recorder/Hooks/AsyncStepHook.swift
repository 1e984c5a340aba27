import SessionFormat

extension SessionRecorder {
  /// Reduces an action by an async reducer that returns the new state, and records it.
  ///
  /// ```swift
  /// state = try await recorder.step(action, state) { try await appReducer(state, action) }
  /// ```
  ///
  /// The body runs in the caller's isolation and task, with no lock held. ``Inputs`` that it draws
  /// in that task are recorded, on any thread; those of tasks that it starts are not. If another
  /// action begins meanwhile, the steps overlap: both are recorded, the later one with a whole
  /// state, and a replay compares the first. The time in the reducer runs from beginning to end,
  /// including all waiting.
  ///
  /// - Parameters:
  ///   - action: The action; recorded in full if it is `Encodable`, else as opaque.
  ///   - state: The state that the reducer is given.
  ///   - site: Where the action was dispatched.
  ///   - isolation: The caller's, unless another is given.
  ///   - reduce: Calls the reducer.
  /// - Returns: What the body returns, untouched.
  /// - Throws: What the body throws, after a state line with that error.
  public func step<State, Action, Failure: Error>(
    _ action: Action, _ state: State, at site: CallSite? = nil,
    isolation: isolated (any Actor)? = #isolation,
    reduce: () async throws(Failure) -> State
  ) async throws(Failure) -> State {
    var state = state
    try await step(action, into: &state, at: site, isolation: isolation) {
      (state) async throws(Failure) in
      _ = isolation  // see below
      state = try await reduce()
    }
    return state
  }

  /// Reduces an action by an async reducer that changes the state in place, and records it; see
  /// ``step(_:_:at:isolation:reduce:)``.
  ///
  /// ```swift
  /// try await recorder.step(action, into: &state) { try await appReducer(&$0, action) }
  /// ```
  ///
  /// - Parameters:
  ///   - action: The action; recorded in full if it is `Encodable`, else as opaque.
  ///   - state: The state that the reducer changes: a variable of the caller's, because an actor
  ///     cannot lend its own across an `await`.
  ///   - site: Where the action was dispatched.
  ///   - isolation: The caller's, unless another is given.
  ///   - reduce: Calls the reducer on the state that it is given.
  /// - Returns: What the body returns, untouched.
  /// - Throws: What the body throws; the state is recorded as the body left it.
  @discardableResult
  public func step<State, Action, Result, Failure: Error>(
    _ action: Action, into state: inout State, at site: CallSite? = nil,
    isolation: isolated (any Actor)? = #isolation,
    reduce: (inout State) async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    // The body runs in its caller's isolation, though its type cannot say so: nobody else has the
    // state meanwhile.
    nonisolated(unsafe) var current = state
    defer { state = current }
    guard isHere else { return try await reduce(&current) }
    let tiding = tidingOfReducer(of: action)
    let step = begin(action, before: current, hook: .reducer, at: site, place: .thisTask)
    tiding?.reduced(as: step?.scope.n)
    defer { if let tiding { NotificationQueue.tell(tiding, in: self) } }
    guard let step else { return try await reduce(&current) }
    let interval = ReducerInterval(n: step.scope.n)
    let start = now()
    let result = await step.scope.run(isolation: isolation) {
      () async -> Swift.Result<Result, Failure> in
      // Only a closure that captures the isolation stays in it: any other leaves the caller's actor
      // and comes back, and other work of the actor would run meanwhile.
      _ = isolation
      do throws(Failure) { return .success(try await reduce(&current)) } catch {
        return .failure(error)
      }
    }
    let took = step.scope.time(from: start, to: now())
    interval.end()
    switch result {
    case .success: step.finish(after: current, took: took)
    case .failure(let error): step.finish(after: current, threw: error, took: took)
    }
    return try result.get()
  }
}
