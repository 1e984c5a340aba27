import Recorder
import SessionFormat

// Actions are decoded, answered, and reduced as soon as another line comes.

extension HostMachine {
  /// Decodes the action of a line, answers it and keeps it.
  func keep(_ line: ActionLine) {
    do throws(HostError) {
      guard current != nil else {
        throw HostError(n: line.n, .noState, "\(line.type): there is no state to reduce")
      }
      let (line, migrated) = try today(line)
      let action = try host.codec.decode(line)
      keep(
        action, n: line.n, t: line.t, type: line.type, given: line.action, migrated: migrated)
    } catch {
      unreduced.insert(line.n)
      var told = error
      if error.n == line.n, error.reason != HostError.Reason.noState.rawValue, !line.opaque {
        told.message += hint.words(forAction: line.action, type: line.type)
      }
      answer(HostAnswer.error(told).document)
    }
  }

  /// The action in today's form, and the steps that migrated it.
  private func today(_ line: ActionLine) throws(HostError) -> (ActionLine, migrated: [String]) {
    guard let migration, !line.opaque else { return (line, []) }
    do {
      let result = try migration.action(line.action, type: line.type)
      var today = line
      (today.action, today.type) = (result.json, result.name ?? line.type)
      return (today, result.done)
    } catch {
      throw HostError(
        n: line.n, .undecodableAction, "\(line.type): \(UnsafeText.escaped("\(error)"))")
    }
  }

  /// Answers an action, as it encodes again or only with its number, and keeps it.
  ///
  /// - Parameter given: The JSON to answer for an action that does not encode.
  func keep(
    _ action: Action, n: Int, t: Int, type: String, given: JSONValue? = nil,
    migrated: [String] = []
  ) {
    if !unreduced.isEmpty { unreduced.remove(n) }
    if isBrief {
      answers.begin("began", n: n)
    } else {
      add(action, n: n, t: t, type: type, given: given, migrated: migrated)
    }
    endAnswer()
    if let kept { kept.become(n: n, action) } else { kept = KeptAction(n: n, action) }
  }

  /// Adds an action's line without its end.
  private func add(
    _ action: Action, n: Int, t: Int, type: String, given: JSONValue?, migrated: [String]
  ) {
    answers.begin("action", n: n)
    answers.add("t", t)
    answers.add("type", type)
    var isEncoded = true
    if let given, !(action is any Encodable) {
      answers.add("action", text: JSONWriter.bytes(of: given))
    } else if let encode = host.codec.encode {
      isEncoded = encode(action, states.encoder, answers)
    } else {
      let value = Snapshot.of(action, by: states.encoder)
      answers.add("action", text: value.text.bytes)
      isEncoded = !value.isOpaque
    }
    if !isEncoded { answers.add("opaque", text: Array("true".utf8)) }
    if !migrated.isEmpty { answers.add("migrated", migrated) }
  }

  /// Reduces the kept action and answers the state.
  func reduceKept() {
    guard let kept, kept.isDue, let state = current else { return }
    kept.end()
    flush()
    let scope = scope(of: kept)
    let start = MonotonicClock.nanoseconds()
    let thrown = scope.run { () -> (any Error)? in
      StepMarks.around {
        do { try host.reduce(&state.value.pointee, kept.action.pointee) } catch { return error }
        return nil
      }
    }
    let took = scope.time(from: start, to: MonotonicClock.nanoseconds())
    _ = scope.finish()
    answer(state, after: kept.n, threw: thrown, took: took)
  }

  /// The scope of a step: reuses the last one unless a task of its reducer still holds it.
  private func scope(of kept: KeptAction<Action>) -> StepScope {
    if let inputs = lastInputs, isKnownUniquelyReferenced(&lastScope), let scope = lastScope,
      scope.goOn(to: kept.n)
    {
      inputs.goOn(to: kept.n, recorded: kept.inputs)
      return scope
    }
    let inputs = ReplayedInputs(n: kept.n, recorded: kept.inputs, answer: answerInput)
    let scope = StepScope(n: kept.n, inputs: inputs, recorder: nil, phase: .reducing)
    (lastInputs, lastScope) = (inputs, scope)
    return scope
  }

  private func answer(
    _ state: HostState<State>, after n: Int, threw: (any Error)?, took: Int
  ) {
    let new = states.snapshot(of: state.value.pointee)
    answers.begin("state", n: n)
    let isWhole = state.writer.add(new.text, to: answers)
    let mayBeOpaque = new.isOpaque || !state.writtenOpaque.isEmpty
    if mayBeOpaque,
      let places = new.opaqueMember(isWhole: isWhole, stated: state.writtenOpaque)
    {
      answers.add("opaque", places)
    }
    if let threw { answers.add("threw", ErrorName.words(of: threw, isRedacted: isRedacted)) }
    answers.add("took", took)
    endAnswer()
    if mayBeOpaque { state.writtenOpaque = new.opaque }
    state.n = n
  }
}
