import SessionFormat

/// What a judge finds in two runs of a step.
struct StepVerdict {
  /// In what they differ; nil if in nothing that can be compared.
  var kind: Divergence.Kind?
  /// What differs first at hidden places.
  var hidden: Divergence.Kind?
  /// Whether something is only rendered in one of them, and stands in the way of a comparison.
  var isOpaque = false
  /// The patterns that left differences of states out, by their places in the list.
  var ignored: [Int] = []
  /// Whether both drew a value that is not recorded: what is made of it was not compared.
  var drawsAfresh = false

  /// Whether nothing differs, and nothing was left out but what is ignored.
  var isEqual: Bool { kind == nil && hidden == nil && !isOpaque }
}

/// Says in what two runs of a step differ: the only code that compares outcomes.
///
/// Hidden and ignored places do not count, nor do those that one of the two could not encode, nor what is
/// made of inputs that are drawn afresh.
struct StepJudge {
  private let ignoring: [PathPattern]
  private let enums: EnumPlaces
  var hidden: HiddenPlaces
  var opaque: OpaqueParts
  /// Further places of the step that was come to which a host could not encode.
  private var rendered: [JSONPointer] = []

  init(_ session: Session, ignoring: [PathPattern] = []) {
    self.ignoring = ignoring
    enums = EnumPlaces(session)
    hidden = HiddenPlaces(session.header)
    opaque = OpaqueParts(session)
  }

  /// Comes to a step, behind those before it.
  mutating func pass(_ n: Int) throws(InspectorError) {
    rendered = []
    try opaque.pass(n)
  }

  /// Leaves further places out up to the next step: a host could not encode them.
  mutating func leaveOut(_ places: [JSONPointer]) {
    for place in places where !rendered.contains(place) { rendered.append(place) }
  }

  /// In what two outcomes of step `n`, which was come to, differ.
  mutating func compare(
    _ n: Int, _ expected: StepOutcome, _ actual: StepOutcome
  ) -> StepVerdict {
    if case .reduced(let expected) = expected, case .reduced(let actual) = actual {
      return compare(n, expected, actual)
    }
    if Self.areSame(expected, actual) { return StepVerdict() }
    return StepVerdict(kind: .outcome(expected: expected.kind, actual: actual.kind))
  }

  /// Whether a step came to the same twice, where at least one of the two did not reduce it.
  private static func areSame(_ left: StepOutcome, _ right: StepOutcome) -> Bool {
    switch (left, right) {
    case (.refused(let left), .refused(let right)): left.reason == right.reason
    case (.died(let left, _), .died(let right, _)): left.ending == right.ending
    case (.crashed, .died(let death, _)), (.died(let death, _), .crashed):
      death.ending != .status(0)
    case (.crashed, .crashed), (.same, .same): true
    default: false
    }
  }

  /// In what two results of step `n`, which was come to, differ.
  mutating func compare(
    _ n: Int, _ expected: HostClient.Reduction, _ actual: HostClient.Reduction
  ) -> StepVerdict {
    var verdict = StepVerdict()
    // A host that answers no actions is compared by states alone.
    if let given = expected.action, let answered = actual.action {
      compare(n, given, answered, &verdict)
      guard verdict.kind == nil else { return verdict }
      if !expected.leavesOutInputs, !actual.leavesOutInputs {
        let inputs = InputComparison(expected.inputs, actual.inputs, hidden: &hidden)
        verdict.hidden = verdict.hidden ?? inputs.hidden
        (verdict.kind, verdict.drawsAfresh) = (inputs.kind, inputs.drawsAfresh)
        // What is drawn afresh is another value each time, and so is what is made of it.
        guard verdict.kind == nil, !verdict.drawsAfresh else { return verdict }
      }
    }
    if !expected.line.throwsSame(as: actual.line) {
      verdict.kind = .threw(expected: expected.line.threw, actual: actual.line.threw)
      return verdict
    }
    compareStates(
      n, expected.state, actual.state, opaque: expected.opaque + actual.opaque, &verdict)
    return verdict
  }

  private mutating func compare(
    _ n: Int, _ expected: ActionLine, _ actual: ActionLine, _ verdict: inout StepVerdict
  ) {
    if !expected.type.hasSameBytes(as: actual.type) {
      verdict.kind = .actionType(expected: expected.type, actual: actual.type)
    } else if expected.opaque || actual.opaque {
      opaque.pass(action: n, isInReplay: !expected.opaque)
      verdict.isOpaque = true
    } else if expected.action != actual.action {
      let found = Divergence.Kind.action(expected: expected.action, actual: actual.action)
      if hidden.areEqual(expected.action, actual.action) {
        verdict.hidden = found
      } else {
        verdict.kind = found
      }
    }
  }

  /// In what two states of step `n`, which was come to, differ.
  ///
  /// - Parameter places: Places that only one of the two runs rendered.
  mutating func compareStates(
    _ n: Int, _ expected: JSONValue, _ actual: JSONValue, opaque places: [JSONPointer]
  ) -> StepVerdict {
    var verdict = StepVerdict()
    compareStates(n, expected, actual, opaque: places, &verdict)
    return verdict
  }

  private mutating func compareStates(
    _ n: Int, _ expected: JSONValue, _ actual: JSONValue, opaque places: [JSONPointer],
    _ verdict: inout StepVerdict
  ) {
    opaque.pass(n, inHost: places)
    let found = differences(expected, actual, opaque: places)
    verdict.isOpaque = verdict.isOpaque || found.isOpaque
    verdict.ignored = found.ignored
    verdict.kind = .states(found.known, from: expected, to: actual, enums)
    guard verdict.kind == nil, verdict.hidden == nil else { return }
    verdict.hidden = .states(found.hidden, from: expected, to: actual, enums)
  }
}

// MARK: - States

/// Where two states differ, each in a fixed order.
struct StateDifferences {
  /// What can be compared.
  var known: [Difference] = []
  /// What is hidden.
  var hidden: [Difference] = []
  /// Whether something else differs where one of the two is only rendered, or all of it is rendered.
  var isOpaque = false
  /// The patterns that left something out, by their places in the list.
  var ignored: [Int] = []
}

extension StepJudge {
  /// Where two states of the step that was come to differ.
  mutating func differences(
    _ expected: JSONValue, _ actual: JSONValue, opaque places: [JSONPointer] = []
  ) -> StateDifferences {
    let places = opaque.recorded + rendered + places
    var found = StateDifferences()
    found.isOpaque = places.contains(.root)
    found.known = Difference.list(from: expected, to: actual)
    guard let any = found.known.first else { return found }
    if !hidden.isEmpty {
      found.hidden = found.known.filter { hidden.covers($0.path, in: expected, actual) }
      found.known = hidden.differences(from: expected, to: actual)
      // In an array that grew or shrank, a whole element may differ by nothing but its secret.
      if found.known.isEmpty, found.hidden.isEmpty { found.hidden = [any] }
    }
    let count = found.known.count
    found.known.removeAll { difference in places.contains(where: difference.path.isAtOrBelow) }
    if found.known.count < count { found.isOpaque = true }
    for (place, pattern) in ignoring.enumerated() {
      let count = found.known.count
      found.known.removeAll { pattern.covers($0.path, in: expected, actual) }
      if found.known.count < count { found.ignored.append(place) }
    }
    return found
  }
}

extension ActionLine {
  /// Whether the host that answered it says that it brought the action into the form of today.
  var isMigrated: Bool { extra.contains { $0.name == "migrated" } }
}
