import SessionFormat

/// A step that has begun and is finished exactly once.
struct RecordedStep {
  let recorder: SessionRecorder
  let step: Recording.OpenStep
  let scope: StepScope
  /// Whether the state after it is to be checked for a lossy coding.
  let checksState: Bool

  /// Records the state after the step, unless it is recorded already.
  func finish<State>(after state: State, threw: (any Error)? = nil, took: Int? = nil) {
    guard recorder.isHere, scope.finish() else { return }
    StepScope.leavingOut { write(after: state, threw: threw, took: took) }
  }

  private func write<State>(after state: State, threw: (any Error)?, took: Int?) {
    // User code encodes and decodes here, so this happens before and after the lock is held.
    let after = recorder.wantsSnapshots ? recorder.stateSnapshot(of: state) : nil
    let threw = threw.map { error in
      ErrorName.words(of: error, isRedacted: !recorder.options.redactions.isEmpty)
    }
    let written = recorder.change { recording in
      let before = recording.wholeStates.count
      recording.finish(step, after: after, threw: threw, took: took)
      return recording.wholeStates.count > before
    }
    if let after, written == true || checksState { recorder.codecs.check(state, after) }
  }
}

extension SessionRecorder {
  /// Begins a step: writes everything that must be in the file before its reducer runs, and notes
  /// that the dispatch has reached it.
  ///
  /// - Returns: Nil if the session is over, or if another hook sees what a callback reports; while
  ///   lines cannot be written, a step that is only counted.
  func begin<State, Action>(
    _ action: Action, before: State, hook: SessionHeader.Hook, at site: CallSite? = nil,
    place: StepPlace = .thisThread
  ) -> RecordedStep? {
    let step =
      admits(hook)
      ? StepScope.leavingOut {
        beginAdmitted(action, before: before, hook: hook, at: site, place: place)
      } : nil
    DispatchFrame.claim(step?.scope.n, for: self)
    return step
  }

  private func beginAdmitted<State, Action>(
    _ action: Action, before: State, hook: SessionHeader.Hook, at site: CallSite?,
    place: StepPlace
  ) -> RecordedStep? {
    let begun =
      wantsSnapshots
      ? write(action, before: before, hook: hook, at: site)
      : change { $0.count() }.map { ($0, checksState: false) }
    guard let (step, checksState) = begun else { return nil }
    let scope = StepScope(
      n: step.n, inputs: RecordedInputs(n: step.n, recorder: self), recorder: self,
      phase: hook == .middleware ? .dispatched : .reducing, place: place)
    return RecordedStep(recorder: self, step: step, scope: scope, checksState: checksState)
  }

  /// Writes the beginning of a step; says also whether the state after it is to be checked.
  private func write<State, Action>(
    _ action: Action, before: State, hook: SessionHeader.Hook, at site: CallSite?
  ) -> (Recording.OpenStep, checksState: Bool)? {
    // Before the action is written, so that a trap in the app's own coding does not look like one
    // in the reducer.
    let state = stateSnapshot(of: before)
    var known = known(action)
    let origin = DispatchFrame.origin(ofType: known.type, in: self)
    known.from = Cause.current(in: self) ?? origin.cause
    (known.within, known.number) = (origin.within, origin.number)
    let around = DispatchFrame.site(in: self)
    known.at = (site ?? around)?.description
    codecs.checkFirstState(before, state)
    let checksState = codecs.checkAction(action, known.snapshot, type: known.type)
    let fingerprint = types.fingerprint(State.self, Action.self)
    let missing = unregistered(action, recordedAs: known.type)
    let begun = change { recording in
      if let missing { recording.faults.add(missing.trouble, once: missing.key) }
      return recording.begin(
        known, before: state, hook: hasReducerHook ? .reducer : hook,
        types: (State.self, Action.self), fingerprint: fingerprint)
    }
    return begun.map { ($0, checksState) }
  }

  /// An action, encoded and named.
  func known<Action>(_ action: Action) -> Recording.Action {
    let snapshot = snapshot(of: action)
    return Recording.Action(
      type: ActionName.of(action, encoded: snapshot.value, names: options.actionNames),
      snapshot: snapshot)
  }

  /// The fault to report, once, for an action that the app's registry does not have.
  private func unregistered(
    _ action: Any, recordedAs name: String
  ) -> (trouble: RecorderError, key: String)? {
    guard options.actionNames.misses(action) else { return nil }
    let type = TypeName.full(Swift.type(of: ActionName.unwrapped(action)))
    return (.unregisteredAction(type: type, recordedAs: name), "unregistered \(type)")
  }

  /// A state as it is recorded.
  func stateSnapshot<State>(of state: State) -> Snapshot {
    if let text = states.known(state) { return Snapshot(encoded: text) }
    let wasTrusted = !states.dependsOnMore
    let snapshot = Snapshot.of(state, renderings: options.renderings, by: states)
    if wasTrusted, states.dependsOnMore {
      change { $0.faults.add(.stateDependsOnMore(type: TypeName.of(State.self)), once: "depends") }
    }
    return snapshot
  }

  /// An action or input as it is recorded.
  func snapshot<Value>(of value: Value) -> Snapshot {
    Snapshot.of(value, renderings: options.renderings)
  }
}

/// The inputs of a live step: made now, and written before the reducer gets them.
private struct RecordedInputs: InputSource {
  let n: Int
  let recorder: SessionRecorder

  func recorded<T: Decodable>(_ name: String, as type: T.Type) -> T? { nil }

  func now() -> UInt64 { recorder.now() }

  func note<T: Encodable>(_ name: String, _ value: T, isFresh: Bool) {
    guard recorder.isHere else { return }
    let snapshot = recorder.snapshot(of: value)
    recorder.change { $0.input(name, snapshot, n: n) }
    recorder.codecs.check(value, snapshot)
  }
}
