extension SessionRecorder {
  /// Handles an action's effects, so that what is dispatched meanwhile is recorded as caused by it.
  ///
  /// For stores that reduce an action and then await a handler, which dispatches others:
  ///
  /// ```swift
  /// func dispatch(_ action: AppAction) async {
  ///   state = recorder.step(action, state) { reduce(action, state) }
  ///   await recorder.handle(action) {
  ///     await middleware.handleAction(action: action, state: state, dispatch: dispatch)
  ///   }
  /// }
  /// ```
  ///
  /// The cause holds for all of the handler's task and the tasks that it starts, on any thread. An
  /// action that was not reduced yet, or not recently, causes nothing.
  ///
  /// - Parameters:
  ///   - action: The action, as it was given to the reducer.
  ///   - isolation: The caller's, unless another is given.
  ///   - handler: Does the work; it runs in the caller's isolation.
  /// - Returns: What the handler returns.
  public func handle<Action, Result, Failure: Error>(
    _ action: Action, isolation: isolated (any Actor)? = #isolation,
    handler: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    guard let cause = lastStep(of: action) else { return try await handler() }
    let result = await Cause.handling(cause, isolation: isolation) {
      () async -> Swift.Result<Result, Failure> in
      _ = isolation  // so that it stays in it
      do throws(Failure) { return .success(try await handler()) } catch { return .failure(error) }
    }
    return try result.get()
  }

  /// A handler that does what the given one does, and records the causes of what it dispatches;
  /// see ``handle(_:isolation:handler:)``.
  public func handler<State, Action>(
    _ handle: @escaping (Action, State, @escaping (Action) async -> Void) async -> Void
  ) -> (Action, State, @escaping (Action) async -> Void) async -> Void {
    { action, state, dispatch in
      await self.handle(action) { await handle(action, state, dispatch) }
    }
  }

  private func lastStep<Action>(of action: Action) -> Cause? {
    guard isRecording else { return nil }
    let known = known(action)
    return change { $0.lastStep(of: known) }?.map { Cause(recorder: self, n: $0) }
  }
}
