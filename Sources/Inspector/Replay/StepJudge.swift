import SessionFormat

/// Says whether two runs of a step came to the same, where hidden and ignored places, those that one
/// of them could not encode, and the values of inputs that are drawn afresh do not count.
struct StepJudge {
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
  mutating func agree(_ left: StepOutcome, _ right: StepOutcome) -> Bool {
    switch (left, right) {
    case (.reduced(let left), .reduced(let right)): return agree(left, right)
    case (.refused(let left), .refused(let right)): return left.reason == right.reason
    case (.died(let left, _), .died(let right, _)): return left.ending == right.ending
    case (.crashed, .died(let death, _)), (.died(let death, _), .crashed):
      return death.ending != .status(0)
    case (.crashed, .crashed), (.same, .same): return true
    default: return false
    }
  }

  private mutating func agree(
    _ left: HostClient.Reduction, _ right: HostClient.Reduction
  ) -> Bool {
    if let action = left.action, let other = right.action {
      guard action.type.hasSameBytes(as: other.type) else { return false }
      let tellInputs = !left.leavesOutInputs && !right.leavesOutInputs
      let isComparable =
        !action.opaque && !other.opaque && !action.isMigrated && !other.isMigrated
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

extension StepJudge {
  /// In what two runs of a step differ that do not agree.
  mutating func kind(
    _ left: StepOutcome, _ right: StepOutcome, _ enums: EnumPlaces
  ) -> Verdict.Divergence.Kind {
    guard case .reduced(let old) = left, case .reduced(let new) = right else {
      if case .died(let death, _) = right { return .died(death) }
      if case .refused(let error) = right { return .refused(error) }
      // The other one reduced it.
      if case .refused(let error) = left { return .refused(error) }
      return .survived
    }
    if let type = old.action?.type, let other = new.action?.type, !type.hasSameBytes(as: other) {
      return .actionType(expected: type, actual: other)
    }
    if let action = old.action?.action, let other = new.action?.action, action != other {
      return .action(expected: action, actual: other)
    }
    if !old.line.throwsSame(as: new.line) {
      return .threw(expected: old.line.threw, actual: new.line.threw)
    }
    let differences = differences(old, new)
    if let kind = Verdict.Divergence.Kind.states(differences, from: old.state, to: new.state, enums)
    {
      return kind
    }
    let place =
      zip(old.inputs, new.inputs).enumerated()
      .first { $0.element.0.value != $0.element.1.value || $0.element.0.name != $0.element.1.name }?
      .offset ?? min(old.inputs.count, new.inputs.count)
    func input(_ inputs: [InputLine]) -> InputLine? { place < inputs.count ? inputs[place] : nil }
    let name = (input(new.inputs) ?? input(old.inputs))?.name ?? ""
    return .input(
      name: name, expected: input(old.inputs)?.value, actual: input(new.inputs)?.value)
  }
}

extension ActionLine {
  /// Whether the host that answered it says that it brought the action into the form of today.
  var isMigrated: Bool { extra.contains { $0.name == "migrated" } }
}
