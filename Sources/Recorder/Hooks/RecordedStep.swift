import SessionFormat

/// A step that was begun and is finished exactly once.
struct RecordedStep {
  let recorder: SessionRecorder
  let step: Recording.OpenStep
  let scope: StepScope

  /// Records the state after the step, unless it is recorded already.
  func finish<State>(after state: State, threw: (any Error)? = nil, took: Int? = nil) {
    guard scope.finish() else { return }
    // User code encodes here, so this is done before the lock is taken.
    let after = recorder.wantsSnapshots ? recorder.snapshot(of: state) : nil
    let threw = threw.map { String(describing: $0) }
    recorder.change { $0.finish(step, after: after, threw: threw, took: took) }
  }
}

extension SessionRecorder {
  /// Begins a step: everything that must be in the file before its reducer runs.
  ///
  /// - Returns: Nil where the session is over; while lines cannot be written, a step that counts.
  func begin<State, Action>(
    _ action: Action, before: State, hook: SessionHeader.Hook, at site: CallSite? = nil
  ) -> RecordedStep? {
    guard isRecording else { return nil }
    let step: Recording.OpenStep?
    if wantsSnapshots {
      let state = snapshot(of: before)
      let known = known(action, at: site)
      step = change {
        $0.begin(known, before: state, hook: hook, types: (State.self, Action.self))
      }
    } else {
      step = change { $0.count() }
    }
    guard let step else { return nil }
    let scope = StepScope(
      n: step.n, inputs: RecordedInputs(n: step.n, recorder: self), recorder: self,
      phase: hook == .middleware ? .dispatched : .reducing)
    return RecordedStep(recorder: self, step: step, scope: scope)
  }

  /// An action, encoded and named.
  func known<Action>(_ action: Action, at site: CallSite? = nil) -> Recording.Action {
    let snapshot = snapshot(of: action)
    var known = Recording.Action(
      type: ActionName.of(action, encoded: snapshot.value), snapshot: snapshot)
    known.from = Cause.current(in: self)
    known.at = (site ?? CallSite.dispatching)?.description
    return known
  }

  /// A state or action as it is recorded.
  func snapshot<Value>(of value: Value) -> Snapshot { Snapshot.of(value) }
}

/// The inputs of a live step: made afresh, and written before the reducer gets them.
private struct RecordedInputs: InputSource {
  let n: Int
  let recorder: SessionRecorder

  func recorded<T: Decodable>(_ name: String, as type: T.Type) -> T? { nil }

  func note<T: Encodable>(_ name: String, _ value: T, isFresh: Bool) {
    let line = InputLine(n: n, name: name, value: recorder.snapshot(of: value).value)
    recorder.change { $0.input(line) }
  }
}
