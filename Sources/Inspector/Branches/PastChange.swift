import SessionFormat

/// A change of the actions of a timeline.
enum PastChange {
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
struct ChangeResult {
  /// Whether a branch was made for it.
  let forked: Bool
  /// How many actions were reduced.
  let reduced: Int
  /// Whether it changed nothing.
  let isIdle: Bool
  /// What the host did beside that is told for the first time.
  var notes: [HostNote] = []
}
