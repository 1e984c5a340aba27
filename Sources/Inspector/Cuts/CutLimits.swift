import SessionFormat

/// For which limits of reflection values were left out of a state or action.
struct CutLimits: Equatable, Sendable {
  /// Whether there are more values than are shown.
  private(set) var exceedsValues = false
  /// How many levels are shown of what is nested deeper; nil if nothing is.
  private(set) var levels: Int?

  /// Takes note of a text that stands for what is left out.
  mutating func note(_ text: JSONValue) {
    guard let levels = text.string.flatMap(RenderedText.levels) else {
      exceedsValues = true
      return
    }
    self.levels = max(levels, self.levels ?? 0)
  }

  mutating func formUnion(_ other: CutLimits) {
    exceedsValues = exceedsValues || other.exceedsValues
    levels = [levels, other.levels].compactMap(\.self).max()
  }

  func union(_ other: CutLimits) -> CutLimits {
    var union = self
    union.formUnion(other)
    return union
  }

  /// What helps.
  var remedy: String {
    guard let levels else {
      return
        "raise renderings.nodeLimit in the app (HINDSIGHT_NODE_LIMIT), or make the type Encodable"
    }
    guard levels < RenderedText.mostLevels else {
      let flatten = "nest the state less deeply, as a session holds no more levels"
      return exceedsValues
        ? "raise renderings.nodeLimit in the app (HINDSIGHT_NODE_LIMIT), and \(flatten)" : flatten
    }
    return exceedsValues
      ? "raise renderings.nodeLimit and renderings.depthLimit in the app (HINDSIGHT_NODE_LIMIT, "
        + "HINDSIGHT_DEPTH_LIMIT), or make the type Encodable"
      : "raise renderings.depthLimit in the app (HINDSIGHT_DEPTH_LIMIT), or make the type Encodable"
  }

  /// Why a state is cut, as in "as it …".
  var reason: String {
    let values = "has more values than are shown of what is not Encodable"
    guard let levels else { return values }
    let depth = "is nested deeper than the \(levels) levels that are shown"
    return exceedsValues ? "\(values), or \(depth)" : depth
  }

  /// The same behind a number of states.
  var description: String {
    let values = "with more values than are shown of what is not Encodable"
    guard let levels else { return values }
    let depth = "nested deeper than the \(levels) levels that are shown"
    return exceedsValues ? "\(values), or \(depth)" : depth
  }
}

/// How much was left out of a state when it was recorded.
public struct LeftOut: Equatable, Sendable {
  /// How many members and elements, each of which may hold more.
  public let count: Int
  let limits: CutLimits
}

/// The states and actions of a timeline that are cut.
struct CutStates: Equatable, Sendable {
  var count = 0
  /// Of actions that were reduced, and of those that were dispatched only.
  var actions = 0
  var limits = CutLimits()

  /// Counts an action, if something of it is cut.
  mutating func note(action cuts: CutPlaces) {
    guard !cuts.isEmpty else { return }
    actions += 1
    limits.formUnion(cuts.limits)
  }
}

/// Steps of which it depends on what was left out whether they belong to an answer.
struct UnknownSteps: Sendable {
  var numbers: [Int] = []
  private(set) var limits = CutLimits()
  /// What is cut there, in words.
  private(set) var wholes = "state"

  /// Of how many it is asked which limits they met.
  private static let asked = 100

  /// None.
  init() {}

  /// - Parameter numbers: In any order, and some more than once.
  init(_ numbers: [Int], in timeline: Timeline) throws(InspectorError) {
    let numbers = Array(Set(numbers)).sorted()
    self.numbers = numbers
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
  /// For which limits something is left out of a step: its states, and its action and those that were
  /// dispatched behind it.
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
