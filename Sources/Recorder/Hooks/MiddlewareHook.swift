import SessionFormat

extension SessionRecorder {
  /// A middleware of ReSwift's shape that records every action that passes it.
  ///
  /// For a store whose reducer you cannot wrap; put it last, next to the reducer. What a subscriber
  /// dispatches while it gets a state is recorded after that state, as caused by that action. This
  /// hook cannot see how long the reducer took, and a crash in a subscriber looks like one in the
  /// reducer. If the reducer is wrapped too, each action is recorded once, and this does what
  /// ``dispatches()`` does.
  ///
  /// ```swift
  /// let store = Store<AppState>(
  ///   reducer: appReducer, state: AppState(), middleware: [thunks, recorder.middleware()])
  /// ```
  public func middleware<State, Action>() -> (
    @escaping (Action) -> Void, @escaping () -> State?
  ) -> (@escaping (Action) -> Void) -> (Action) -> Void {
    { _, getState in
      { next in
        { action in
          if !self.isHere {
            next(action)
          } else if !self.hasReducerHook {
            self.pass(action, getState: getState, next: next)
          } else if DispatchFrame.isKnown(in: self) {
            next(action)
          } else {
            self.watch(action, isFirst: false) { next(action) }
          }
        }
      }
    }
  }

  /// A middleware of ReSwift's shape that records what is dispatched and never reduced: a thunk,
  /// an action that another middleware swallows.
  ///
  /// Put it first; the reducer is wrapped, or ``middleware()`` is last. An action that others are
  /// dispatched within is recorded before them, and they refer to it (`within`): what a thunk
  /// dispatches, also in the tasks that it starts, and what a middleware dispatches before it
  /// passes an action on. The store must reduce before the dispatch returns, on the same thread: an
  /// action that is reduced later is recorded as never reduced.
  ///
  /// ```swift
  /// let store = Store<AppState>(
  ///   reducer: recorder.reducer(appReducer), state: AppState(),
  ///   middleware: [recorder.dispatches(), thunks])
  /// ```
  public func dispatches<State, Action>() -> (
    @escaping (Action) -> Void, @escaping () -> State?
  ) -> (@escaping (Action) -> Void) -> (Action) -> Void {
    { _, _ in
      { next in
        { action in
          if self.isHere {
            self.watch(action, isFirst: true) { next(action) }
          } else {
            next(action)
          }
        }
      }
    }
  }

  /// Records that an action was dispatched and not reduced, if only the app knows it.
  public func dispatched<Action>(_ action: Action) {
    guard isHere else { return }
    StepScope.leavingOut { record(dispatched: action) }
    if let tiding = tiding(of: action, for: currentListeners) {
      NotificationQueue.tell(tiding, in: self)
    }
  }

  private func record<Action>(dispatched action: Action) {
    guard isRecording, wantsSnapshots else { return }
    let origin = DispatchFrame.surroundings(in: self)
    var known = known(action)
    known.from = Cause.current(in: self) ?? origin.cause
    known.within = origin.within
    let line = known
    change { recording in
      var line = line
      line.number = recording.newDispatch()
      recording.dispatched(line)
    }
  }

  func watch<Action, Result>(
    _ action: Action, isFirst: Bool, _ next: () -> Result
  ) -> Result {
    let listeners = currentListeners
    guard isRecording || !listeners.isEmpty else { return next() }
    return NotificationQueue.around(listeners, of: self) {
      let tiding = tiding(of: action, for: listeners)
      let (result, isReduced) = DispatchFrame.run(
        for: self, isFirst: isFirst, kind: Swift.type(of: action as Any),
        encode: { self.known(action) }, next)
      if !isReduced, let tiding { NotificationQueue.tell(tiding, in: self) }
      return result
    }
  }

  private func pass<State, Action>(
    _ action: Action, getState: () -> State?, next: (Action) -> Void
  ) {
    let listeners = currentListeners
    guard isRecording || !listeners.isEmpty else { return next(action) }
    // The outer action's reducer has returned, or this action could not be dispatched. So the state
    // before this one is the state after the outer one.
    if let outer = MiddlewareStep.innermost(of: self) { outer.finish(after: getState()) }
    NotificationQueue.around(listeners, of: self) {
      let tiding = tiding(of: action, for: listeners)
      let step = begin(action, before: getState(), hook: .middleware)
      tiding?.reduced(as: step?.scope.n)
      NotificationQueue.pass(tiding, in: self) {
        guard let step else { return next(action) }
        MiddlewareStep.run(inside: step) { next(action) }
        step.finish(after: getState())
      }
    }
  }
}

/// The steps of all recorders that middlewares passed on and wait for.
enum MiddlewareStep {
  @TaskLocal private static var open: [RecordedStep] = []

  /// The innermost one of this recorder on this thread.
  static func innermost(of recorder: SessionRecorder) -> RecordedStep? {
    open.last { $0.recorder === recorder && $0.scope.isInItsPlace }
  }

  /// Passes an action on.
  static func run(inside step: RecordedStep, _ next: () -> Void) {
    // Tasks inherit the list, so finished steps are dropped from it.
    let others = open.filter { $0.recorder !== step.recorder && $0.scope.isOpen }
    $open.withValue(others + [step]) { step.scope.run(next) }
  }
}
