import SessionFormat

/// How much a comparison may still do, so that no pair of values keeps it busy without end.
///
/// Counted in bytes of text that are looked at, or what takes as long; what two values share is not
/// looked at and costs nothing.
struct DifferenceEffort {
  private(set) var rest: Int
  /// How far the edit script between two arrays is followed.
  let edits: Int

  /// What one child that is looked at costs, beside the text of it.
  static let child = 8
  /// What a step of the search for an edit script costs.
  static let searchStep = 32

  /// The effort that values of this size are worth.
  init(_ old: JSONValue, _ new: JSONValue) {
    // A text size is at most half the range, and means little long before that.
    let size = min(old.textSize, 1 << 40) + min(new.textSize, 1 << 40)
    self.init(rest: 1 << 28 + 16 * size)
  }

  /// The effort that a pass over all steps of a session of so many bytes is worth.
  ///
  /// A patch of few bytes can put one large value for another, again and again: so much is compared
  /// as the lines and their number allow, and what goes beyond is told as a whole.
  init(steps: Int, bytes: Int) {
    self.init(rest: 1 << 27 + 64 * min(bytes, 1 << 40) + 1 << 14 * min(steps, 1 << 40))
  }

  init(rest: Int, edits: Int = 2048) {
    self.rest = rest
    self.edits = edits
  }

  var isSpent: Bool { rest <= 0 }

  mutating func spend(_ bytes: Int) { rest -= min(rest, bytes) }
}
