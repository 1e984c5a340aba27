/// Looks for the step from which on a condition holds, at few steps.
package struct StepBisection {
  /// What was found.
  package struct Result: Equatable, Sendable {
    /// The step: the condition holds there and not at the last known step before it.
    package var found: Int?
    /// How many steps were looked at.
    package var probes = 0
    /// Steps that show that the condition goes back and forth, rising; the start is one where the
    /// condition holds there and not later on.
    package var against: [Int] = []
    /// Steps that were looked at of which it is not known whether the condition holds, rising.
    package var unknown: [Int] = []
    /// Whether it holds before any action.
    var holdsAtStart = false
  }

  private let search: StepSearch
  private let timeline: Timeline
  private var answers: [Int: Bool] = [:]
  /// The steps whose answer depends on what was left out of their states.
  private var unknown: Set<Int> = []

  /// The most steps that are looked at on one side, to see whether the condition is monotone.
  static let sampled = 16

  package init(_ search: StepSearch, _ timeline: Timeline) {
    self.search = search
    self.timeline = timeline
  }

  /// Bisects all steps.
  ///
  /// Complexity: O(log steps) steps are looked at, and twice ``sampled`` more.
  ///
  /// - Throws: What ``StepSearch/matches(_:)`` throws.
  package mutating func run() throws(InspectorError) -> Result {
    var result = Result()
    let atStart = try search.truthAtStart()
    result.holdsAtStart = atStart ?? false
    if atStart == nil { unknown.insert(timeline.first) }
    guard let first = known(from: timeline.first + 1, by: 1),
      let last = try clear(from: timeline.last, by: -1, until: timeline.first)
    else {
      result.probes = unknown.count
      result.unknown = unknown.sorted()
      return result
    }
    if last.holds {
      let last = last.step
      let found = try boundary(before: last, after: first - 1)
      result.found = found
      try sample(first, found - 1)
      try sample(found + 1, last)
      result.against = answers.filter { $0.value != ($0.key >= found) }.keys.sorted()
    } else {
      try sample(first, last.step)
      if let early = answers.filter(\.value).keys.min() {
        let before = answers.keys.filter { $0 < early }.max() ?? first - 1
        result.found = try boundary(before: early, after: before)
        result.against = answers.filter { !$0.value && $0.key > early }.keys.sorted()
      }
    }
    if result.holdsAtStart, answers.values.contains(false) {
      result.against.insert(timeline.first, at: 0)
    }
    result.probes = answers.count + unknown.subtracting([timeline.first]).count
    result.unknown = unknown.sorted()
    return result
  }

  /// The step where the answer becomes yes, between a step where it is no and one where it is yes.
  private mutating func boundary(
    before yes: Int, after no: Int
  ) throws(InspectorError) -> Int {
    var (no, yes) = (no, yes)
    while yes - no > 1 {
      let middle = no + (yes - no) / 2
      // Actions that a gap swallowed can't be asked, nor what was left out; the next one that is known
      // stands for them.
      var next = try clear(from: middle, by: 1, until: yes)
      if next == nil { next = try clear(from: middle, by: -1, until: no) }
      guard let next else { break }
      if next.holds { yes = next.step } else { no = next.step }
    }
    return yes
  }

  private mutating func sample(_ first: Int, _ last: Int) throws(InspectorError) {
    guard first <= last else { return }
    let count = min(Self.sampled, last - first + 1)
    for place in 0..<count {
      let n = count == 1 ? first : first + (last - first) / (count - 1) * place
      if let step = known(from: n, by: 1), step <= last { _ = try truth(step) }
    }
  }

  /// Whether the condition holds after a step; nil if that depends on what was left out of it.
  private mutating func truth(_ n: Int) throws(InspectorError) -> Bool? {
    if let known = answers[n] { return known }
    if unknown.contains(n) { return nil }
    try search.checkInterruption()
    let truth = try search.truth(n)
    if truth == nil { unknown.insert(n) }
    answers[n] = truth
    return truth
  }

  /// The nearest step from `n` on, in one direction and before an end, of which it is known whether the
  /// condition holds; nil if there is none.
  ///
  /// Complexity: a look at each step in between.
  private mutating func clear(
    from n: Int, by direction: Int, until end: Int
  ) throws(InspectorError) -> (step: Int, holds: Bool)? {
    var next = known(from: n, by: direction)
    while let step = next, direction > 0 ? step < end : step > end {
      if let holds = try truth(step) { return (step, holds) }
      next = known(from: step + direction, by: direction)
    }
    return nil
  }

  /// The nearest step from `n` on, in one direction, that can be asked.
  private func known(from n: Int, by direction: Int) -> Int? {
    guard n > timeline.first, n <= timeline.last else { return nil }
    // Of a state alone nothing can be said at an action that has none, as the app died in it.
    let known =
      switch (search.asksStates, direction > 0) {
      case (true, true): timeline.state(atOrAfter: n)
      case (true, false): timeline.state(atOrBefore: n)
      case (false, true): timeline.action(atOrAfter: n)
      case (false, false): timeline.action(atOrBefore: n)
      }
    return known.flatMap { $0 > timeline.first ? $0 : nil }
  }
}
