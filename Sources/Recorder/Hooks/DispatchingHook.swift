// The call form of `dispatches()`, for stores without a list of middlewares.

extension SessionRecorder {
  /// Runs a dispatch of a store that has no list of middlewares: the call form of ``dispatches()``.
  ///
  /// ```swift
  /// func dispatch(_ action: AppAction) {
  ///   recorder.dispatching(action) {
  ///     state = recorder.step(action, state) { appReducer(state, action) }
  ///     tellSubscribers()
  ///   }
  /// }
  /// ```
  ///
  /// An action that the body does not reduce is recorded as dispatched only. Listeners are called
  /// when the body has returned, or when a dispatch within it begins.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - dispatch: Reduces it and notifies the store's subscribers.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws.
  @discardableResult
  public func dispatching<Action, Result, Failure: Error>(
    _ action: Action, _ dispatch: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard isHere else { return try dispatch() }
    return try watched(action, dispatch)
  }

  private func watched<Action, Result, Failure: Error>(
    _ action: Action, _ dispatch: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try watch(action, isFirst: true) { Swift.Result(catching: dispatch) }.get()
  }

  /// Runs an async dispatch of a store that has no list of middlewares; see ``dispatching(_:_:)``.
  ///
  /// ```swift
  /// func dispatch(_ action: AppAction) async {
  ///   await recorder.dispatching(action) {
  ///     await middleware(action)
  ///     state = recorder.step(action, state) { appReducer(state, action) }
  ///   }
  /// }
  /// ```
  ///
  /// The body runs in the caller's isolation and task. What is dispatched in that task, and in
  /// tasks that it starts, until the action is reduced, is recorded as dispatched within it,
  /// however many dispatches run at once. The action must be reduced in the body's own task, not in
  /// one that it starts.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - isolation: The caller's, unless another is given.
  ///   - dispatch: Reduces it and notifies the store's subscribers.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws.
  @discardableResult
  public func dispatching<Action, Result, Failure: Error>(
    _ action: Action, isolation: isolated (any Actor)? = #isolation,
    _ dispatch: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    guard isHere else { return try await dispatch() }
    let listeners = currentListeners
    guard isRecording || !listeners.isEmpty else { return try await dispatch() }
    let result = await NotificationQueue.around(listeners, of: self, isolation: isolation) {
      () async -> Swift.Result<Result, Failure> in
      _ = isolation  // so that it stays in it
      let tiding = tiding(of: action, for: listeners)
      let (result, isReduced) = await DispatchFrame.run(
        for: self, isolation: isolation, kind: Swift.type(of: action as Any),
        encode: { self.known(action) }
      ) { () async -> Swift.Result<Result, Failure> in
        _ = isolation
        do throws(Failure) { return .success(try await dispatch()) } catch {
          return .failure(error)
        }
      }
      if !isReduced, let tiding { NotificationQueue.tell(tiding, in: self) }
      return result
    }
    return try result.get()
  }
}
