import SessionFormat

/// What became of a step in one run, or in the recording.
enum StepResult {
  /// It was reduced; a first state, made by no action, has no action line.
  case reduced(HostClient.Reduction)
  /// The host could not reduce it.
  case refused(HostError)
  /// The host died in it.
  case died(HostDeath)
  /// The recording died in it.
  case crashed

  /// The state that it led to.
  var state: JSONValue? { if case .reduced(let reduction) = self { reduction.state } else { nil } }
}

extension StepResult {
  /// A state that no action made, as a host encoded it.
  init(given n: Int, _ state: JSONValue, opaque: [JSONPointer]) {
    self = .reduced(
      HostClient.Reduction(
        action: nil, inputs: [], line: StateLine(n: n, content: .whole(state)), state: state,
        opaque: opaque))
  }
}

/// Says whether two runs of a step came to the same, where hidden and ignored places, those that one
/// of them could not encode, and the values of inputs that are drawn afresh do not count.
struct StepAgreement {
  private var hidden: HiddenPlaces
  private var opaque: [JSONPointer]
  private let ignoring: [PathPattern]

  init(_ session: Session, n: Int, ignoring: [PathPattern]) throws(InspectorError) {
    hidden = HiddenPlaces(session.header)
    opaque = session.hasState(n) ? try session.opaquePlaces(n) : []
    self.ignoring = ignoring
  }

  /// Whether the states that were compared last differ where they are hidden or only rendered.
  private(set) var leavesOut = false

  /// Whether nothing is left of a state that could be compared.
  var leavesOutAll: Bool { opaque.contains(.root) }

  /// Leaves out further places from here on: a host could not encode them.
  mutating func leaveOut(_ places: [JSONPointer]) {
    for place in places where !opaque.contains(place) { opaque.append(place) }
  }

  /// Where the states of two reductions differ, in a fixed order.
  mutating func differences(
    _ left: HostClient.Reduction, _ right: HostClient.Reduction
  ) -> [Difference] {
    leaveOut(left.opaque)
    leaveOut(right.opaque)
    return differences(left.state, right.state)
  }

  /// Where two states differ, in a fixed order.
  mutating func differences(_ left: JSONValue, _ right: JSONValue) -> [Difference] {
    if left == right { return [] }
    let visible = hidden.differences(from: left, to: right)
    let compared = visible.filter { difference in
      !ignoring.contains { $0.covers(difference.path, in: left, right) }
    }
    let found = compared.filter { difference in
      !opaque.contains { difference.path.isAtOrBelow($0) }
    }
    leavesOut = visible.isEmpty || found.count < compared.count
    return found
  }

  /// Whether both came to the same.
  mutating func agree(_ left: StepResult, _ right: StepResult) -> Bool {
    switch (left, right) {
    case (.reduced(let left), .reduced(let right)): return agree(left, right)
    case (.refused(let left), .refused(let right)): return left.reason == right.reason
    case (.died(let left), .died(let right)): return left.ending == right.ending
    case (.crashed, .died(let death)), (.died(let death), .crashed):
      return death.ending != .status(0)
    case (.crashed, .crashed): return true
    default: return false
    }
  }

  private mutating func agree(
    _ left: HostClient.Reduction, _ right: HostClient.Reduction
  ) -> Bool {
    if let action = left.action, let other = right.action {
      guard action.type.hasSameBytes(as: other.type) else { return false }
      let tellInputs = !left.leavesOutInputs && !right.leavesOutInputs
      let isComparable = !action.opaque && !other.opaque
      guard !isComparable || hidden.areEqual(action.action, other.action) else { return false }
      guard !tellInputs || left.inputs.count == right.inputs.count else { return false }
      var isFresh = false
      for (input, other) in zip(left.inputs, right.inputs) {
        guard input.name.hasSameBytes(as: other.name), input.fresh == other.fresh
        else { return false }
        if input.fresh { isFresh = true }
        guard input.fresh || hidden.areEqual(input.value, other.value) else { return false }
      }
      // What is drawn afresh is another value each time, and so is what is made of it.
      if isFresh { return true }
    }
    guard left.line.throwsSame(as: right.line) else { return false }
    return differences(left, right).isEmpty
  }
}

extension Session {
  /// What the recording says of a step; nil if it does not tell.
  func result(of n: Int) throws(InspectorError) -> StepResult? {
    guard hasState(n) else {
      if case .died(let open) = ending, open.contains(n) { return .crashed }
      return nil
    }
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
