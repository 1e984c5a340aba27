import SessionFormat

/// The result of comparing two runs of a step.
struct StepVerdict {
  /// The difference; nil if no comparable part differs.
  var kind: Divergence.Kind?
  /// The first difference at hidden places.
  var hidden: Divergence.Kind?
  /// Whether a part that is only rendered in one of them prevents a comparison.
  var isOpaque = false
  /// The indices of the patterns that left differences of states out.
  var ignored: [Int] = []
  /// Whether both drew a value that is not recorded; its results were not compared.
  var drawsAfresh = false

  /// Whether nothing differs, and nothing but ignored places was left out.
  var isEqual: Bool { kind == nil && hidden == nil && !isOpaque }
}

/// Compares two runs of a step, for every answer that comes to a verdict.
///
/// These do not count: hidden and ignored places, places that one of the two could not encode, and
/// results of inputs that are drawn afresh.
struct StepJudge {
  private let ignoring: [IgnoredPlaces]
  private let enums: EnumPlaces
  var hidden: HiddenPlaces
  var opaque: RenderedPlaces
  /// Further places of the current step that a host could not encode.
  private var rendered: [JSONPointer] = []

  init(_ session: Session, ignoring: [IgnoredPlaces] = []) {
    self.ignoring = ignoring
    enums = EnumPlaces(session)
    hidden = HiddenPlaces(session.header)
    opaque = RenderedPlaces(session)
  }

  /// Advances to a step; called in ascending order.
  mutating func pass(_ n: Int) throws(InspectorError) {
    rendered = []
    try opaque.pass(n)
  }

  /// Leaves further places out until the next step, as a host could not encode them.
  mutating func leaveOut(_ places: [JSONPointer]) {
    for place in places where !rendered.contains(place) { rendered.append(place) }
  }

  /// Compares two outcomes of step `n`, the current one.
  mutating func compare(
    _ n: Int, _ expected: StepOutcome, _ actual: StepOutcome
  ) -> StepVerdict {
    if case .reduced(let expected) = expected, case .reduced(let actual) = actual {
      return compare(n, expected, actual)
    }
    if Self.areSame(expected, actual) { return StepVerdict() }
    return StepVerdict(kind: .outcome(expected: expected.kind, actual: actual.kind))
  }

  /// Whether both outcomes are the same, if at least one of the two did not reduce the step.
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

  /// Compares two results of step `n`, the current one.
  mutating func compare(
    _ n: Int, _ expected: HostClient.Reduction, _ actual: HostClient.Reduction
  ) -> StepVerdict {
    var verdict = StepVerdict()
    // If a host answers no actions, only states are compared.
    if let given = expected.action, let answered = actual.action {
      compare(n, given, answered, &verdict)
      guard verdict.kind == nil else { return verdict }
      if !expected.leavesOutInputs, !actual.leavesOutInputs {
        compare(expected.inputs, actual.inputs, &verdict)
        // A value drawn afresh differs each time, and so does everything computed from it.
        guard verdict.kind == nil, !verdict.drawsAfresh else { return verdict }
      }
    }
    if !actual.line.throwsSame(as: expected.line) {
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

  /// Compares two states of step `n`, the current one.
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

/// The differences of two states, each list in a fixed order.
struct StateDifferences {
  /// What can be compared.
  var known: [Difference] = []
  /// What is hidden.
  var hidden: [Difference] = []
  /// Whether a place that one of the two only rendered also differs, or the whole state is rendered.
  var isOpaque = false
  /// The indices of the patterns that left something out.
  var ignored: [Int] = []
}

extension StepJudge {
  /// The differences of two states of the current step.
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
      // In an array that grew or shrank, a whole element may differ only by its secret.
      if found.known.isEmpty, found.hidden.isEmpty { found.hidden = [any] }
    }
    let count = found.known.count
    found.known.removeAll { difference in places.contains(where: difference.path.isAtOrBelow) }
    if found.known.count < count { found.isOpaque = true }
    for (place, pattern) in ignoring.enumerated() {
      let count = found.known.count
      let covered = pattern.covered(found.known.map(\.path), in: expected, actual)
      found.known.removeAll { covered.contains($0.path) }
      if found.known.count < count { found.ignored.append(place) }
    }
    return found
  }
}
