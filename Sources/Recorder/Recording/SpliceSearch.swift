import SessionFormat

/// Seeks states that would be written much shorter with splices, while a session has none.
///
/// Not thread-safe.
struct SpliceSearch {
  /// After a long line without use for splices, so many others are not looked at, at most.
  private static let longestRest = 64

  /// Whether such a state was written.
  private(set) var hasFound = false
  /// For how many long lines nobody looks, and for how many the last time.
  private var (rest, lastRest) = (0, 0)

  /// Looks at what was written of a state.
  ///
  /// - Parameter size: How many bytes its line takes.
  /// - Complexity: O(the states), if it looks; each time without a find it looks more rarely.
  mutating func look(from before: Snapshot, to after: Snapshot, size: Int) {
    guard size >= TextSplice.leastText, !hasFound else { return }
    guard rest == 0 else { return rest -= 1 }
    let patch = JSONPatch(from: before.value, to: after.value, within: size, splices: true)
    hasFound = patch?.hasSplice == true
    lastRest = min(max(1, lastRest * 2), Self.longestRest)
    rest = lastRest
  }
}
