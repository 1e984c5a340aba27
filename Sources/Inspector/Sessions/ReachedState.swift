import SessionFormat

/// A state that was reached from a whole one, and what that took.
struct ReachedState: Sendable {
  let n: Int
  let state: JSONValue
  /// The whole state that it was reached from.
  let base: Int
  /// What reading that took, in about the time of as many bytes.
  let baseEffort: Int
  /// What the way takes from there on to the state before, and to this one.
  let way: Range<Int>

  /// A whole state that was read from that many bytes.
  init(whole state: JSONValue, n: Int, bytes: Int) {
    (self.n, self.state, base, baseEffort) = (n, state, n, bytes)
    way = 0..<0
  }

  /// The state after another, by that effort.
  init(_ state: JSONValue, after last: ReachedState, effort: Int) {
    (n, self.state, base, baseEffort) = (last.n + 1, state, last.base, last.baseEffort)
    way = last.way.upperBound..<last.way.upperBound + effort
  }

  /// Another state in its place.
  init(_ state: JSONValue, at other: ReachedState) {
    (n, self.state, base, baseEffort) = (other.n, state, other.base, other.baseEffort)
    way = other.way
  }

  /// Whether it is the first of its chain to lie behind a multiple of that distance, or a whole
  /// state that takes a part of it to read.
  func crosses(_ distance: Int) -> Bool {
    if n == base { return baseEffort >= distance / 16 }
    return way.lowerBound / distance < way.upperBound / distance
  }
}
