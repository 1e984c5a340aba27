package import SessionFormat

/// Compares a branch with the recording or with another branch of it, action by action.
package struct BranchComparison {
  /// The first action of both after which the states differ.
  package struct FirstDifference {
    package let left: Int
    package let right: Int
    package let changes: [ValueChange]
  }

  /// The first action of both that threw something else, or threw in only one of the two.
  package struct OtherError {
    package let left: Int
    package let right: Int
    /// What each threw; nil for nothing.
    package let threw: (left: String?, right: String?)
  }

  /// A change from outside that only one of the two has, as the other forks before it.
  package struct LeftOut {
    /// The action after which it came.
    package let after: Int
    /// Whether the first of the two has it.
    package let isInLeft: Bool
    package let changes: [ValueChange]
  }

  /// An action of a branch that drew inputs without a recorded value, and other than the other
  /// timeline.
  package struct FreshInputs {
    package let of: Timeline
    package let n: Int
    package let inputs: [InputLine]
  }

  package let left: Timeline
  package let right: Timeline
  package let actions: BranchChanges
  /// How many actions of both were compared by the states after them.
  package private(set) var compared = 0
  /// After how many of these the states differ.
  package private(set) var differing = 0
  package private(set) var parting: FirstDifference?
  /// In how many of these the two threw differently, and the first of these.
  package private(set) var throwing = 0
  package private(set) var otherError: OtherError?
  /// The actions of the second after which the states differ only in places that cannot be compared,
  /// or cannot be compared at all.
  package private(set) var notComparable = StepNumbers()
  /// The first place that could not be encoded in one of two compared states, and its timeline.
  package private(set) var opaque: (of: Timeline, place: Verdict.Opaque)?
  /// How many actions drew such inputs, and the first of them; none that only the first of the two
  /// has.
  package private(set) var fresh: (count: Int, first: FreshInputs?) = (0, nil)
  /// The differences at the end; nil if one of the last states is unknown.
  package let end: EncodedStates.Changes?
  /// The first changes from outside that only one of the two has, and their number.
  package let leftOut: [LeftOut]
  package let leftOutCount: Int

  /// The most of these that are examined.
  private static let listed = 20

  /// Compares the states after actions that both have in the same order, and the last states.
  ///
  /// Complexity: O(steps after the first change × patch), and O(size) for the differences.
  ///
  /// - Parameter migrated: How the host of the branches reads recorded states; nil if it reads them
  ///   as they are written.
  package init(
    _ left: Timeline, _ right: Timeline, migrated: MigratedStates? = nil, interrupted: () -> Bool
  ) throws(InspectorError) {
    (self.left, self.right) = (left.passing, right.passing)
    actions = BranchChanges(from: left.plan, to: right.plan)
    (leftOut, leftOutCount) = try Self.leftOut(left, right, interrupted)
    var lastOpaque: (of: Timeline, place: Verdict.Opaque)?
    // The last steps that have a state: a crash has none if the other continues.
    let ends = (left.state(atOrBefore: left.last), right.state(atOrBefore: right.last))
    if let one = ends.0, let two = ends.1, left.isEnd(one), right.isEnd(two) {
      let states = try EncodedStates(left, one, right, two, inTheEnd: true, migrated: migrated)
      end = try states.changes()
      lastOpaque = try states.opaque()
    } else {
      end = nil
    }
    let same = min(left.fork, right.fork)
    for run in actions.common {
      let known = max(0, min(run.left == run.right ? same - run.left + 1 : 0, run.count))
      compared += known
      // Nothing is known after the end of a branch that stops.
      let there = min(run.count, left.last - run.left + 1, right.last - run.right + 1)
      for offset in stride(from: known, to: there, by: 1) {
        if interrupted() { throw .interrupted }
        try compare(run.left + offset, run.right + offset, migrated)
      }
    }
    opaque = opaque ?? lastOpaque
    for change in actions.changes {
      guard case .inserted(let places) = change else { continue }
      for n in places where n > right.fork && n <= right.last { try noteFresh(right, n) }
    }
  }

  /// Notes what an action drew without a recorded value.
  private mutating func noteFresh(_ timeline: Timeline, _ n: Int) throws(InspectorError) {
    let step = try timeline.step(n)
    let places = try timeline.drawnAnew(step).sorted()
    guard !places.isEmpty else { return }
    fresh.count += 1
    if let first = fresh.first, first.n <= n { return }
    fresh.first = FreshInputs(of: timeline, n: n, inputs: places.map { step.inputs[$0] })
  }

  /// Notes if an action of both drew other inputs because no value was recorded for them.
  private mutating func compareInputs(_ one: Int, _ two: Int) throws(InspectorError) {
    guard InputLine.areEqual(try left.inputs(one), try right.inputs(two)) == false else { return }
    let count = fresh.count
    try noteFresh(right, two)
    if fresh.count == count { try noteFresh(left, one) }
  }

  /// Complexity: O(changes from outside), plus the differences of those that are listed.
  private static func leftOut(
    _ left: Timeline, _ right: Timeline, _ interrupted: () -> Bool
  ) throws(InspectorError) -> (first: [LeftOut], count: Int) {
    var (found, count): ([LeftOut], Int) = ([], 0)
    for n in left.session.steps.outsides.keys where left.hasOutsides(n) != right.hasOutsides(n) {
      if interrupted() { throw .interrupted }
      count += 1
      guard found.count < listed else { continue }
      let side = left.hasOutsides(n) ? left : right
      var changes: [ValueChange] = []
      for (_, change) in try side.outsides(after: n) {
        guard let (before, since) = change else { continue }
        let tree = DifferenceTree(from: before.state, to: since.state)
        changes += KnownChanges(tree, before.cuts, since.cuts, side.enums).changes
      }
      found.append(LeftOut(after: n, isInLeft: left.hasOutsides(n), changes: changes))
    }
    return (found, count)
  }

  private mutating func compare(
    _ one: Int, _ two: Int, _ migrated: MigratedStates?
  ) throws(InspectorError) {
    try compareInputs(one, two)
    guard left.hasState(one), right.hasState(two) else { return }
    compared += 1
    try compareErrors(one, two)
    let states = try EncodedStates(left, one, right, two, migrated: migrated)
    if opaque == nil { opaque = try states.opaque() }
    if states.differ == false { return }
    guard parting == nil || states.differ == nil else {
      differing += 1
      return
    }
    let changes = try states.changes()
    if changes.areUnknown { notComparable.append(two) }
    if changes.list.isEmpty { return }
    differing += 1
    parting = parting ?? FirstDifference(left: one, right: two, changes: changes.list)
  }

  private mutating func compareErrors(_ one: Int, _ two: Int) throws(InspectorError) {
    guard let a = try left.stateLine(one), let b = try right.stateLine(two), !a.throwsSame(as: b)
    else { return }
    throwing += 1
    otherError = otherError ?? OtherError(left: one, right: two, threw: (a.threw, b.threw))
  }

  /// Whether any difference is known.
  package var isOther: Bool {
    !actions.changes.isEmpty || differing > 0 || throwing > 0 || leftOutCount > 0
      || end?.list.isEmpty == false || left.last != right.last
  }

  /// Whether both are known to be the same, except for parts that are only rendered in both alike.
  package var isSame: Bool { !isOther && notComparable.isEmpty && end?.areNone == true }
}

extension Timeline {
  /// The line of state `n`; nil if there is none.
  fileprivate func stateLine(_ n: Int) throws(InspectorError) -> StateLine? {
    if n > fork { return ownStateLine(n) }
    return session.steps.states[n] == nil ? nil : try session.stateLine(n)
  }

  /// Whether a step is the last, or the last before the one in whose reducer it died.
  fileprivate func isEnd(_ n: Int) -> Bool { n >= last - 1 }
}
