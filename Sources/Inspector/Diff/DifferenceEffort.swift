import SessionFormat

/// How much a comparison may still do, so that no pair of values keeps it busy without end.
///
/// Counted in bytes of text that are looked at again: a value that is found to differ is walked
/// once more on every level on the way down to where.
struct DifferenceEffort {
  private(set) var rest: Int
  /// How far the edit script between two arrays is followed.
  let edits: Int

  /// The effort that values of this size are worth.
  init(_ old: JSONValue, _ new: JSONValue) {
    // A text size is at most half the range, and means little long before that.
    let size = min(old.textSize, 1 << 40) + min(new.textSize, 1 << 40)
    self.init(rest: 1 << 28 + 16 * size)
  }

  init(rest: Int, edits: Int = 2048) {
    self.rest = rest
    self.edits = edits
  }

  var isSpent: Bool { rest <= 0 }

  mutating func spend(_ bytes: Int) { rest -= min(rest, bytes) }
}
