import SessionFormat

/// The outcome of a step, in a host or in the app.
enum StepOutcome: Sendable {
  /// The host reduced the action from a state equal to the recorded one, and its answer is the
  /// recorded one, byte for byte except for times and checksums.
  case same(HostLines)
  /// The action was reduced; a first state, made by no action, has no action line.
  case reduced(HostClient.Reduction)
  /// The host could not reduce the action, or was not asked because the action was only rendered.
  /// It continues from the recorded state.
  case refused(HostError)
  case died(HostDeath, LastWords = LastWords())
  /// The app died in it.
  case crashed
  /// The step overlapped another or lies after a gap: the recorded state was given to the host.
  case usedRecorded(JSONValue)
  /// The recording does not have the action, or the host died and has no state to reduce it from.
  case notRecorded
  /// The recording died in it, and the host has no process of its own to die in.
  case skippedInProcess

  /// What a host reported about the action that it died in.
  struct LastWords: Sendable {
    /// The action as the host encoded it; nil if it was not reported.
    var action: ActionLine?
    /// The inputs drawn before.
    var inputs: [InputLine] = []
  }
}

extension HostClient.Reduction {
  /// A state that no action made, as a host encoded it.
  init(given n: Int, _ state: JSONValue, opaque: [JSONPointer]) {
    self.init(
      action: nil, inputs: [], line: StateLine(n: n, content: .whole(state)), state: state,
      opaque: opaque)
  }
}

extension StepOutcome {
  /// The result, if the action was reduced.
  var reduction: HostClient.Reduction? {
    if case .reduced(let reduction) = self { reduction } else { nil }
  }

  /// The state after the step, if a reducer made it.
  var state: JSONValue? { reduction?.state }

  /// Whether a host has a result of its own for the step: neither the recorded bytes nor nothing.
  var isOwn: Bool {
    switch self {
    case .same, .usedRecorded, .notRecorded, .skippedInProcess: false
    case .reduced, .refused, .died, .crashed: true
    }
  }

  /// The outcome without the resulting state.
  var kind: Divergence.Outcome {
    switch self {
    case .refused(let error): .refused(error)
    case .died(let death, _): .died(death)
    case .crashed: .crashed
    case .same, .reduced, .usedRecorded, .notRecorded, .skippedInProcess: .reduced
    }
  }

  var isDeath: Bool { if case .died = self { true } else { false } }

  /// Whether a value was drawn that is not recorded.
  var drawsAfresh: Bool { inputs.contains(where: \.fresh) }

  /// The inputs that were drawn, if the action was reduced.
  var inputs: [InputLine] { reduction?.inputs ?? [] }
}

extension Session {
  /// The recorded outcome of a step; nil if the recording does not show it.
  func outcome(of n: Int) throws(InspectorError) -> StepOutcome? {
    guard hasState(n) else { return died(in: n) ? .crashed : nil }
    var action: ActionLine?
    var inputs: [InputLine] = []
    if n > first, steps.actions[n] != nil {
      action = try self.action(n)
      inputs = try self.inputs(n)
    }
    return .reduced(
      HostClient.Reduction(
        action: action, inputs: inputs, line: try stateLine(n), state: try state(n),
        opaque: try opaquePlaces(n)))
  }
}
