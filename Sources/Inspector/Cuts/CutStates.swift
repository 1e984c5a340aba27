import SessionFormat

/// The cut states and actions of a timeline.
package struct CutStates: Equatable, Sendable {
  package var count = 0
  /// Actions that were reduced or only dispatched.
  package var actions = 0
  package var limits = CutLimits()

  /// None.
  package init() {}

  /// Counts an action, if something of it is cut.
  mutating func note(action cuts: CutPlaces) {
    guard !cuts.isEmpty else { return }
    actions += 1
    limits.formUnion(cuts.limits)
  }
}

/// Steps for which omitted values or unknown states decide whether they belong to an answer.
package struct UnknownSteps: Sendable {
  package var numbers: [Int] = []
  /// Those of them that have no known state, or none before.
  package private(set) var withoutState: [Int] = []
  /// Whether the answer may lie in what was left out or lost; a state that does not exist, as at a
  /// crash, has none.
  package var isCut: Bool { numbers.count > withoutState.count || !lost.isEmpty }
  package private(set) var limits = CutLimits()
  /// What is cut there, as a noun.
  package private(set) var wholes = "state"

  /// Stretches of steps that could not be asked, because what was to be asked of them is lost.
  package var lost: [ClosedRange<Int>] = []

  /// Whether the answer is known for all steps.
  package var isEmpty: Bool { numbers.isEmpty && lost.isEmpty }

  /// The most steps whose limits are collected.
  private static let asked = 100

  package init() {}

  /// - Parameter numbers: In any order, possibly repeated.
  package init(_ numbers: [Int], in timeline: Timeline) throws(InspectorError) {
    let numbers = Array(Set(numbers)).sorted()
    self.numbers = numbers
    withoutState = numbers.filter { n in
      n > timeline.first && !(timeline.hasState(n) && timeline.hasBefore(n))
    }
    var (ofStates, ofActions) = (CutLimits(), CutLimits())
    for n in numbers.prefix(Self.asked) {
      let found = try timeline.cutLimits(at: n)
      ofStates.formUnion(found.states)
      ofActions.formUnion(found.action)
    }
    limits = ofStates.union(ofActions)
    if ofActions != CutLimits() {
      wholes = ofStates == CutLimits() ? "action" : "state or action"
    }
  }
}

extension Timeline {
  /// The limits that cut a step: its states, and its action and those dispatched after it.
  func cutLimits(at n: Int) throws(InspectorError) -> (states: CutLimits, action: CutLimits) {
    guard mayBeCut else { return (CutLimits(), CutLimits()) }
    var limits = CutLimits()
    if hasState(n) { limits.formUnion(try cuts(n).limits) }
    if n > first, hasBefore(n) { limits.formUnion(try cutsBefore(n).limits) }
    var action = n > first && hasAction(n) ? cuts(of: try step(n).action).limits : CutLimits()
    for line in try onlyDispatched(n...n) { action.formUnion(CutPlaces(of: line).limits) }
    return (limits, action)
  }
}
