/// The steps of which something is recorded: the action, the state, or the state before it, which
/// may have changed from outside.
///
/// Nothing is known of the steps between them, nor does the state change there, so that who walks
/// along these passes over the inside of a gap at once, however many steps it stands for.
struct RecordedSteps: Sequence, IteratorProtocol {
  private let steps: StepIndex
  private let fork: Int
  private let end: Int
  private var n: Int
  /// All steps up to this one are recorded.
  private var sure: Int

  /// The recorded steps of a range, rising.
  ///
  /// - Parameter fork: Behind this number all steps are recorded, as they are a branch's.
  init(_ steps: StepIndex, from start: Int, through end: Int, fork: Int) {
    (self.steps, self.fork, self.end) = (steps, fork, end)
    (n, sure) = (start, start - 1)
  }

  /// The next one.
  ///
  /// Complexity: O(1), and O(log stretches) at the beginning of a stretch.
  mutating func next() -> Int? {
    if n > sure { seek() }
    guard n <= end else { return nil }
    n += 1
    return n - 1
  }

  private mutating func seek() {
    if n <= fork, let found = steps.recorded(atOrAfter: n), found <= fork {
      n = found
      sure = Swift.min(steps.recordedEnd(from: found), fork)
    } else {
      n = Swift.max(n, fork + 1)
      sure = end
    }
  }
}

extension StepIndex {
  /// The first recorded step at or after n, as ``RecordedSteps`` has it.
  ///
  /// Complexity: O(log stretches).
  func recorded(atOrAfter n: Int) -> Int? {
    let state = states.first(atOrAfter: n - 1).map { max($0, n) }
    guard let action = actions.first(atOrAfter: n) else { return state }
    return min(action, state ?? action)
  }

  /// The last recorded step at or before n, as ``RecordedSteps`` has it.
  ///
  /// Complexity: O(log stretches).
  func recorded(atOrBefore n: Int) -> Int? {
    let state = states.last(atOrBefore: n).map { min($0 + 1, n) }
    guard let action = actions.last(atOrBefore: n) else { return state }
    return max(action, state ?? action)
  }

  /// A step at or after n, which is recorded, up to which all are.
  fileprivate func recordedEnd(from n: Int) -> Int {
    max(n, actions.runEnd(from: n) ?? n, states.runEnd(from: n).map { $0 + 1 } ?? n)
  }

  /// The number at which the first gap ends that ends at n or behind it.
  func gapEnd(atOrAfter n: Int) -> Int? {
    let place = firstGap(endingAtOrAfter: n)
    return place < gaps.count ? gaps[place].to : nil
  }

  /// The number at which the last gap ends that ends before n.
  func gapEnd(before n: Int) -> Int? {
    let place = firstGap(endingAtOrAfter: n)
    return place > 0 ? gaps[place - 1].to : nil
  }

  /// How many gaps end before n; they rise.
  func firstGap(endingAtOrAfter n: Int) -> Int {
    var (low, high) = (0, gaps.count)
    while low < high {
      let middle = (low + high) / 2
      if gaps[middle].to < n { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension Session {
  /// The recorded steps of a range, rising.
  func recorded(from start: Int, through end: Int) -> RecordedSteps {
    RecordedSteps(steps, from: start, through: min(end, last), fork: last)
  }
}
