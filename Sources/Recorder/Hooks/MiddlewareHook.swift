import SessionFormat

extension SessionRecorder {
  /// A middleware of ReSwift's shape that records every action that passes it.
  ///
  /// For a store whose reducer is out of reach; put it last, next to the reducer. What a
  /// subscriber dispatches while it is told of a state is recorded after that state, as caused by
  /// that action. It cannot see how long the reducer took, and a crash in a subscriber looks like
  /// one in the reducer. Where the reducer is wrapped too, each action is recorded once.
  ///
  /// ```swift
  /// let store = Store<AppState>(
  ///   reducer: appReducer, state: AppState(), middleware: [thunks, recorder.middleware()])
  /// ```
  public func middleware<State: Encodable, Action>() -> (
    @escaping (Action) -> Void, @escaping () -> State?
  ) -> (@escaping (Action) -> Void) -> (Action) -> Void {
    { _, getState in
      { next in
        { action in self.pass(action, getState: getState, next: next) }
      }
    }
  }

  private func pass<State: Encodable, Action>(
    _ action: Action, getState: () -> State?, next: (Action) -> Void
  ) {
    guard isRecording else { return next(action) }
    let before = getState()
    // The outer action's reducer has returned, or this one could not be dispatched: what this one
    // begins with is the state after the outer.
    MiddlewareStep.innermost(of: self)?.finish(after: before)
    let step = begin(action, before: before, hook: .middleware)
    MiddlewareStep.$current.withValue(step) { step.scope.run { next(action) } }
    step.finish(after: getState())
  }
}

/// The step that a middleware passed on and waits for.
enum MiddlewareStep {
  @TaskLocal static var current: RecordedStep?

  /// The innermost one of this recorder on this thread.
  static func innermost(of recorder: SessionRecorder) -> RecordedStep? {
    guard let step = current, step.recorder === recorder, step.scope.isOnItsThread
    else { return nil }
    return step
  }
}
