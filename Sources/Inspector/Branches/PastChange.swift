package import SessionFormat

/// A change of the actions of a timeline.
package enum PastChange {
  /// An action behind the place, after which nothing follows.
  case dispatch(type: String, JSONValue)
  case skip(Set<Int>)
  /// Recorded actions that were skipped; all where none are named.
  case unskip(Set<Int>?)
  case edit(Int, type: String, JSONValue)
  case insert(Int, type: String, JSONValue)
  case move(Int, Int)
}

/// What a change did.
package struct ChangeResult {
  /// Whether a branch was made for it.
  package let forked: Bool
  /// How many actions were reduced.
  package let reduced: Int
  /// Whether it changed nothing.
  package let isIdle: Bool
  /// What the host did beside that is told for the first time.
  package var notes: [HostNote] = []

  package init(forked: Bool, reduced: Int, isIdle: Bool, notes: [HostNote] = []) {
    (self.forked, self.reduced, self.isIdle, self.notes) = (forked, reduced, isIdle, notes)
  }
}
