/// Finds the step from which on a condition holds, by testing few steps.
package struct StepBisection {
  /// The result of a search.
  package struct Result: Equatable, Sendable {
    /// The step: the condition holds there, but not at the last known step before it.
    package var found: Int?
    /// The number of tested steps.
    package var probes = 0
    /// Steps that show that the condition changes more than once, in ascending order; the start is
    /// one if the condition holds there but not later.
    package var against: [Int] = []
    /// Whether the condition holds at the end, as far as that is known.
    package var holdsAtEnd = true
    /// Tested steps for which the result is unknown, in ascending order.
    package var unknown: [Int] = []
    /// Whether each step of the timeline was tested, with a known result.
    package var isComplete = false
  }

  private let search: StepSearch
  private let timeline: Timeline
  private var answers: [Int: Bool] = [:]
  /// The steps whose result depends on omitted parts of their states.
  private var unknown: Set<Int> = []

  /// The most steps to sample on each side, to see whether the condition is monotone.
  static let sampled = 16

  package init(_ search: StepSearch, _ timeline: Timeline) {
    self.search = search
    self.timeline = timeline
  }

  /// Bisects all steps.
  ///
  /// Complexity: tests O(log steps) steps, plus twice ``sampled``.
  ///
  /// - Throws: What ``StepSearch/matches(_:)`` throws.
  package mutating func run() throws(InspectorError) -> Result {
    var result = Result()
    let atStart = try search.truthAtStart()
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
      var found = try boundary(before: last, after: first - 1)
      try sample(first, found - 1)
      try sample(found + 1, last)
      // It holds from there on to the end, as far as steps were tested.
      while let no = answers.filter({ !$0.value }).keys.max(), no > found {
        found = try boundary(before: last, after: no)
      }
      result.found = found
      result.against = answers.filter { $0.value != ($0.key >= found) }.keys.sorted()
    } else {
      result.holdsAtEnd = false
      try sample(first, last.step)
      if let early = answers.filter(\.value).keys.min() {
        let before = answers.keys.filter { $0 < early }.max() ?? first - 1
        result.found = try boundary(before: early, after: before)
        result.against = answers.filter { !$0.value && $0.key > early }.keys.sorted()
      }
    }
    if atStart == true, answers.values.contains(false) {
      result.against.insert(timeline.first, at: 0)
    }
    result.probes = answers.count + unknown.subtracting([timeline.first]).count
    result.unknown = unknown.sorted()
    result.isComplete = answers.count == timeline.last - timeline.first
    return result
  }

  /// The step at which the condition begins to hold, between a step without and one with it.
  private mutating func boundary(
    before yes: Int, after no: Int
  ) throws(InspectorError) -> Int {
    var (no, yes) = (no, yes)
    while yes - no > 1 {
      let middle = no + (yes - no) / 2
      // Actions lost in a gap and steps that depend on omitted parts cannot be tested; the next
      // known step stands for them.
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

  /// Whether the condition holds after a step; nil if that depends on omitted parts.
  private mutating func truth(_ n: Int) throws(InspectorError) -> Bool? {
    if let known = answers[n] { return known }
    if unknown.contains(n) { return nil }
    try search.checkInterruption()
    let truth = try search.truth(n)
    if truth == nil { unknown.insert(n) }
    answers[n] = truth
    return truth
  }

  /// The nearest step from `n` on, in one direction and before an end, with a known result; nil if
  /// there is none.
  ///
  /// Complexity: one test for each step in between.
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

  /// The nearest step from `n` on, in one direction, that can be tested.
  private func known(from n: Int, by direction: Int) -> Int? {
    guard n > timeline.first, n <= timeline.last else { return nil }
    // An action in which the app crashed has no state on which to test a condition on states.
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
