import SessionFormat

extension SessionRecorder {
  /// Reduces an action and records it: the form for a reducer that returns the new state.
  ///
  /// ```swift
  /// state = recorder.step(action, state) { appReducer(state, action) }
  /// ```
  ///
  /// The body runs at once, on the caller's thread, in the caller's isolation.
  ///
  /// - Parameters:
  ///   - action: The action; recorded in full if it is `Encodable`, else as opaque.
  ///   - state: The state that the reducer is given.
  ///   - site: Where the action was dispatched.
  ///   - reduce: Calls the reducer.
  /// - Returns: What the body returns, untouched.
  /// - Throws: What the body throws, after a state line with that error.
  public func step<State, Action, Failure: Error>(
    _ action: Action, _ state: State, at site: CallSite? = nil,
    reduce: () throws(Failure) -> State
  ) throws(Failure) -> State {
    var state = state
    try step(action, into: &state, at: site) { (state) throws(Failure) in state = try reduce() }
    return state
  }

  /// Reduces an action and records it: the form for a reducer that changes the state in place.
  ///
  /// ```swift
  /// let effect = recorder.step(action, into: &state) { appReducer(&$0, action) }
  /// ```
  ///
  /// - Parameters:
  ///   - action: The action; recorded in full if it is `Encodable`, else as opaque.
  ///   - state: The state that the reducer changes.
  ///   - site: Where the action was dispatched.
  ///   - reduce: Calls the reducer on the state that it is given.
  /// - Returns: What the body returns, untouched.
  /// - Throws: What the body throws; the state is recorded as the body left it.
  @discardableResult
  public func step<State, Action, Result, Failure: Error>(
    _ action: Action, into state: inout State, at site: CallSite? = nil,
    reduce: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard isHere else { return try reduce(&state) }
    return try reduceRecorded(action, into: &state, at: site, reduce: reduce)
  }

  /// The step of a process that may record, separate from its guard: this function asks the Swift
  /// runtime for types before its first line, which takes locks.
  private func reduceRecorded<State, Action, Result, Failure: Error>(
    _ action: Action, into state: inout State, at site: CallSite?,
    reduce: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let tiding = tidingOfReducer(of: action)
    let step = beginReducing(action, before: state, at: site)
    tiding?.reduced(as: step?.scope.n)
    defer { if let tiding { NotificationQueue.tell(tiding, in: self) } }
    guard let step else { return try reduce(&state) }
    let interval = ReducerInterval(n: step.scope.n)
    let start = now()
    let result = step.scope.run { () -> Swift.Result<Result, Failure> in
      do throws(Failure) { return .success(try reduce(&state)) } catch { return .failure(error) }
    }
    let took = step.scope.time(from: start, to: now())
    interval.end()
    switch result {
    case .success: step.finish(after: state, took: took)
    case .failure(let error): step.finish(after: state, threw: error, took: took)
    }
    return try result.get()
  }

  /// Begins a step, or continues the one that a middleware of this recorder began for it.
  private func beginReducing<State, Action>(
    _ action: Action, before: State, at site: CallSite?
  ) -> RecordedStep? {
    if let open = MiddlewareStep.innermost(of: self), open.scope.claimForReducer() { return open }
    return begin(action, before: before, hook: .reducer, at: site)
  }

  /// What to deliver when the reducer has returned; nil without listeners, or if a middleware of
  /// this recorder delivers it.
  func tidingOfReducer<Action>(of action: Action) -> PendingNotification? {
    let listeners = currentListeners
    if listeners.isEmpty || NotificationQueue.isToldByMiddleware(in: self) { return nil }
    return tiding(of: action, for: listeners)
  }
}
