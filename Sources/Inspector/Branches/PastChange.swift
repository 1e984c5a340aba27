package import SessionFormat

/// A change of a timeline's actions.
package enum PastChange {
  /// An action after the current place; nothing follows it.
  case dispatch(type: String, JSONValue)
  case skip(Set<Int>)
  /// Recorded actions that were skipped; nil for all.
  case unskip(Set<Int>?)
  case edit(Int, type: String, JSONValue)
  case insert(Int, type: String, JSONValue)
  case move(Int, Int)
}

/// The result of a change.
package struct ChangeResult {
  /// Whether a branch was made for it.
  package let forked: Bool
  /// How many actions were reduced.
  package let reduced: Int
  /// Whether it changed nothing.
  package let isIdle: Bool
  /// What else the host did, reported for the first time.
  package var notes: [HostNote] = []

  package init(forked: Bool, reduced: Int, isIdle: Bool, notes: [HostNote] = []) {
    (self.forked, self.reduced, self.isIdle, self.notes) = (forked, reduced, isIdle, notes)
  }
}
