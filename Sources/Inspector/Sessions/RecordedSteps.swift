import SessionFormat

/// The steps that have a record: of the action, the state, or the state before it, which may have
/// changed from outside.
///
/// Nothing is known of the steps between them, and the state does not change there. So the
/// iteration skips the inside of a gap at once, however many steps it has.
struct RecordedSteps: Sequence, IteratorProtocol {
  private let steps: StepIndex
  private let fork: Int
  private let end: Int
  private let meter: PassMeter
  private var n: Int
  /// All steps from the last found up to this one are recorded.
  private var sure: Int
  /// When the place of the pass was noted last.
  private var noted: UInt64

  /// The number of steps after which a pass over many asks whether it is interrupted.
  static let betweenChecks = 256
  /// Steps may be heavy, so the place is noted after that many nanoseconds as well.
  private static let betweenNotes: UInt64 = 100_000_000
  /// The number of light steps that one reading of the clock is for.
  private static let betweenReadings = 4

  /// The recorded steps of a range, in ascending order.
  ///
  /// - Parameter fork: Steps after this number belong to a branch, which records all steps.
  init(_ steps: StepIndex, from start: Int, through end: Int, fork: Int, _ meter: PassMeter) {
    self.meter = meter
    noted = meter.clock()
    (self.steps, self.fork, self.end) = (steps, fork, end)
    (n, sure) = (start, start - 1)
  }

  /// The next recorded step.
  ///
  /// Complexity: O(1); O(log stretches) at the beginning of a stretch.
  mutating func next() -> Int? {
    if n > sure { seek() }
    guard n <= end else { return nil }
    if n % Self.betweenChecks == 0 || n % Self.betweenReadings == 0 && isLate() { meter.note(n) }
    n += 1
    return n - 1
  }

  /// Whether nothing was noted for long; begins that time anew.
  private mutating func isLate() -> Bool {
    let time = meter.clock()
    guard time - noted >= Self.betweenNotes else { return false }
    noted = time
    return true
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
  /// The first recorded step at or after `n`, in the sense of ``RecordedSteps``.
  ///
  /// Complexity: O(log stretches).
  func recorded(atOrAfter n: Int) -> Int? {
    let state = states.first(atOrAfter: n - 1).map { max($0, n) }
    guard let action = actions.first(atOrAfter: n) else { return state }
    return min(action, state ?? action)
  }

  /// The last recorded step at or before `n`, in the sense of ``RecordedSteps``.
  ///
  /// Complexity: O(log stretches).
  func recorded(atOrBefore n: Int) -> Int? {
    let state = states.last(atOrBefore: n).map { min($0 + 1, n) }
    guard let action = actions.last(atOrBefore: n) else { return state }
    return max(action, state ?? action)
  }

  /// A step at or after the recorded step `n`; all steps from `n` to it are recorded.
  fileprivate func recordedEnd(from n: Int) -> Int {
    max(n, actions.runEnd(from: n) ?? n, states.runEnd(from: n).map { $0 + 1 } ?? n)
  }

  /// The end of the first gap that ends at or after `n`.
  func gapEnd(atOrAfter n: Int) -> Int? {
    let place = firstGap(endingAtOrAfter: n)
    return place < gaps.count ? gaps[place].to : nil
  }

  /// The end of the last gap that ends before `n`.
  func gapEnd(before n: Int) -> Int? {
    let place = firstGap(endingAtOrAfter: n)
    return place > 0 ? gaps[place - 1].to : nil
  }

  /// The number of gaps that end before `n`; the gaps are in ascending order.
  func firstGap(endingAtOrAfter n: Int) -> Int {
    gaps.indices.partitionPoint { gaps[$0].to >= n }
  }
}

extension Session {
  /// The recorded steps of a range, in ascending order.
  func recorded(from start: Int, through end: Int) -> RecordedSteps {
    RecordedSteps(steps, from: start, through: min(end, last), fork: last, pass)
  }
}
