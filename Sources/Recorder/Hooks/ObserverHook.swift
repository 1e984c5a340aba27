import SessionFormat

extension SessionRecorder {
  /// Records a finished step, if only the action and the states around it are known.
  ///
  /// ```swift
  /// store.onChange = { recorder.observe($0, from: $1, to: $2) }
  /// ```
  ///
  /// The session says so (`hook` is `callback`): a crash leaves no action, and inputs are not
  /// recorded. Pass a state held by reference before it changes again.
  ///
  /// This records nothing if a hook sees the action itself, so that no action is counted twice: if
  /// the reducer is wrapped, and once ``middleware()`` or a step of this recorder has seen an
  /// action.
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
    step?.finish(after: new)
    tiding?.reduced(as: step?.scope.n)
    if let tiding { NotificationQueue.tell(tiding, in: self) }
  }
}
