import SessionFormat

/// A state that was reached from a whole one, and the effort that took.
struct ReachedState: Sendable {
  let n: Int
  var state: JSONValue
  /// The number of the whole state that it was reached from.
  let base: Int
  /// The effort of reading that state, in bytes that take about the same time.
  let baseEffort: Int
  /// The effort from there to the state before this one, and to this one.
  let way: Range<Int>

  /// A whole state that was read from `bytes` bytes.
  init(whole state: JSONValue, n: Int, bytes: Int) {
    (self.n, self.state, base, baseEffort) = (n, state, n, bytes)
    way = 0..<0
  }

  /// The state after another, reached with `effort`.
  init(_ state: JSONValue, after last: ReachedState, effort: Int) {
    (n, self.state, base, baseEffort) = (last.n + 1, state, last.base, last.baseEffort)
    way = last.way.upperBound..<last.way.upperBound + effort
  }

  /// Whether it is the first of its chain behind a multiple of `distance`, or a whole state whose
  /// effort is at least a sixteenth of it.
  func crosses(_ distance: Int) -> Bool {
    if n == base { return baseEffort >= distance / 16 }
    return way.lowerBound / distance < way.upperBound / distance
  }
}
