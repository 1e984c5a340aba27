import SessionFormat

extension SessionRecorder {
  /// Records a step that is over: the form where only the action and the states around it are told.
  ///
  /// ```swift
  /// store.onChange = { recorder.observe($0, from: $1, to: $2) }
  /// ```
  ///
  /// The session says so (`hook` is `callback`): a crash leaves no action, and inputs are not
  /// recorded. A state held by reference must be told before it changes again.
  ///
  /// Beside a hook that sees the action itself this records nothing, so that no action is counted
  /// twice: where the reducer is wrapped, and once ``middleware()`` or a step of this recorder has
  /// seen an action.
  ///
  /// - Parameters:
  ///   - action: The action; recorded in full if it is `Encodable`, else as opaque.
  ///   - old: The state that the reducer was given.
  ///   - new: The state that it made.
  ///   - site: Where the action was dispatched.
  public func observe<State, Action>(
    _ action: Action, from old: State, to new: State, at site: CallSite? = nil
  ) {
    guard isHere, !isBesideActionHook else { return }
    let tiding = tiding(of: action, for: currentListeners)
    let step = begin(action, before: old, hook: .callback, at: site)
    DispatchFrame.claim(step?.scope.n, for: self)
    step?.finish(after: new)
    tiding?.reduced(as: step?.scope.n)
    if let tiding { Telling.tell(tiding, in: self) }
  }
}
