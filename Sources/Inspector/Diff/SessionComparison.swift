public import SessionFormat

/// The comparison of two sessions, action by action, as the format defines equality.
public struct SessionComparison: Equatable, Sendable {
  /// The first difference.
  public enum Divergence: Equatable, Sendable {
    /// The numbers of the sessions' first states.
    case start(left: Int, right: Int)
    /// The sessions' first states.
    case beginning([Difference])
    /// Another action at the same place.
    case action(n: Int, left: ActionLine, right: ActionLine)
    /// The values that the reducer read.
    case inputs(n: Int, type: String, left: [InputLine], right: [InputLine])
    /// The state after the same action.
    case state(n: Int, type: String, [Difference])
    /// Only one of the two threw.
    case threw(n: Int, type: String, left: String?, right: String?)
    /// Only one of the two has a state after the action: `left` says which.
    case stateOnOneSide(n: Int, type: String, left: Bool)
    /// One session has more actions.
    case length(left: Int, right: Int)
  }

  /// The first difference, or nil if the sessions are the same.
  public let divergence: Divergence?
  /// The number of steps that could be compared.
  public let compared: Int
  /// Steps whose states are unknown in both sessions, or cannot be compared.
  package let notComparable: StepNumbers
  /// Whether no difference is known, but no step is known to be equal either.
  public var isUnknown: Bool {
    divergence == nil && compared == 0 && notComparable.count > 0
  }
  /// The actions of both sessions, and those of only one.
  ///
  /// Nil if the sessions are equal, or if damage after the first difference hides actions.
  package let alignment: SessionAlignment?
  /// The states after actions at the same place, if something else than a state differed first.
  package let states: LaterStates?

  /// Compares two sessions up to their first difference, and aligns the actions of the rest.
  ///
  /// Complexity: O(steps × patch + sizes of the states).
  ///
  /// - Throws: Damage found on the way, or ``InspectorError/interrupted``.
  public init(
    _ left: Session, _ right: Session, interrupted: () -> Bool = { false }
  ) throws(InspectorError) {
    var run = ComparisonRun(
      left: left, right: right, redacted: HiddenPlaces(left.header, right.header))
    divergence = try run.divergence(interrupted)
    compared = max(0, run.compared - run.notComparable.count)
    notComparable = run.notComparable
    alignment = divergence == nil ? nil : try Self.alignment(left, right, interrupted)
    if let alignment, let n = divergence?.statesMayDifferFrom {
      states = try run.laterStates(from: n, alignment.pairs, interrupted)
    } else {
      states = nil
    }
  }

  private static func alignment(
    _ left: Session, _ right: Session, _ interrupted: () -> Bool
  ) throws(InspectorError) -> SessionAlignment? {
    guard left.fault == nil, right.fault == nil else { return nil }
    do throws(InspectorError) {
      return try SessionAlignment(left, right, interrupted: interrupted)
    } catch .interrupted {
      throw .interrupted
    } catch {
      return nil
    }
  }
}

struct ComparisonRun {
  let left: Session
  let right: Session
  var redacted: HiddenPlaces
  var compared = 0
  var notComparable = StepNumbers()

  mutating func divergence(
    _ interrupted: () -> Bool
  ) throws(InspectorError) -> SessionComparison.Divergence? {
    let first = left.first
    guard first == right.first else {
      return .start(left: first, right: right.first)
    }
    if left.hasState(first), right.hasState(first) {
      let (differences, _) = try differences(of: first, and: first)
      if !differences.isEmpty { return .beginning(differences) }
    }
    var last = first
    while let n = next(after: last) {
      if interrupted() { throw .interrupted }
      pass(last + 1..<n)
      last = n
      if let found = try divergence(at: n) {
        // Damage may have taken what belongs to the last step before it.
        for side in [left, right] where side.last == n {
          if let fault = side.fault { throw .session(fault) }
        }
        return found
      }
      compared += 1
    }
    pass(last + 1..<max(last, min(left.last, right.last)) + 1)
    // Nothing after damage is known, so it is neither equal nor missing.
    if let fault = left.fault ?? right.fault { throw .session(fault) }
    return left.last == right.last ? nil : .length(left: left.last, right: right.last)
  }

  /// Skips the inside of a gap in both sessions.
  private mutating func pass(_ lost: Range<Int>) {
    notComparable.append(lost: lost)
    compared += lost.count
  }

  /// The next step of which either session has a record.
  private func next(after n: Int) -> Int? {
    let next = [left, right].compactMap { $0.steps.recorded(atOrAfter: n + 1) }.min()
    return next.flatMap { $0 <= min(left.last, right.last) ? $0 : nil }
  }

  /// What differs between state `n` and state `m` of the other outside the places that are only rendered, and whether there are any.
  mutating func differences(
    of n: Int, and m: Int
  ) throws(InspectorError) -> (told: [Difference], hasRendered: Bool) {
    let rendered = try left.opaquePlaces(n) + right.opaquePlaces(m)
    let (old, new) = (try left.state(n), try right.state(m))
    let found = redacted.differences(from: old, to: new).filter { difference in
      !rendered.contains(where: difference.path.isAtOrBelow)
    }
    return (EnumPlaces(left).folding(found, from: old, to: new), !rendered.isEmpty)
  }

  private mutating func divergence(
    at n: Int
  ) throws(InspectorError) -> SessionComparison.Divergence? {
    guard left.steps.actions[n] != nil, right.steps.actions[n] != nil else {
      notComparable.append(n)
      return nil
    }
    let (a, b) = (try left.action(n), try right.action(n))
    guard redacted.areAlike(a, b) else { return .action(n: n, left: a, right: b) }
    let (drawn, drawnRight) = (try left.inputs(n), try right.inputs(n))
    guard InputLine.areEqual(drawn, drawnRight, by: { redacted.areEqual($0, $1) }) else {
      return .inputs(n: n, type: a.type, left: drawn, right: drawnRight)
    }
    // Different actions may have the same rendering.
    let leavesOut =
      a.opaque || b.opaque || a.action != b.action || !InputLine.areEqual(drawn, drawnRight)
    return try stateDivergence(at: n, type: a.type, leavesOut: leavesOut)
  }

  private mutating func stateDivergence(
    at n: Int, type: String, leavesOut: Bool
  ) throws(InspectorError) -> SessionComparison.Divergence? {
    switch (left.hasState(n), right.hasState(n)) {
    case (false, false):
      notComparable.append(n)
      return nil
    case (let onLeft, let onRight) where onLeft != onRight:
      return .stateOnOneSide(n: n, type: type, left: onLeft)
    default: break
    }
    let (a, b) = (try left.stateLine(n), try right.stateLine(n))
    if !a.throwsSame(as: b) {
      return .threw(n: n, type: type, left: a.threw, right: b.threw)
    }
    let (differences, hasRendered) = try differences(of: n, and: n)
    guard differences.isEmpty else { return .state(n: n, type: type, differences) }
    var isPartial = leavesOut || hasRendered
    // A redacted place that differs is never called equal; the rest of the step is.
    if !redacted.isEmpty, try left.state(n) != right.state(n) { isPartial = true }
    if isPartial { notComparable.append(n) }
    return nil
  }
}

extension HiddenPlaces {
  /// Whether two actions are equal, as far as they can be compared: a rendered one says nothing
  /// reliable but its type.
  mutating func areAlike(_ left: ActionLine, _ right: ActionLine) -> Bool {
    left.type.hasSameBytes(as: right.type)
      && (left.opaque || right.opaque || areEqual(left.action, right.action))
  }
}

extension InputLine {
  /// Whether both lists have the same names and values in the same order.
  static func areEqual(
    _ left: [InputLine], _ right: [InputLine], by areEqual: (JSONValue, JSONValue) -> Bool = (==)
  ) -> Bool {
    left.count == right.count
      && zip(left, right).allSatisfy {
        $0.name.hasSameBytes(as: $1.name) && areEqual($0.value, $1.value)
      }
  }
}
