import SessionFormat

/// How much a comparison may still do, so that no pair of values keeps it busy without end.
///
/// Counted in bytes of text that could be read in the same time; what two values share is not
/// looked at and costs nothing. The costs were measured as ratios to reading.
package struct DifferenceEffort {
  private(set) var rest: Int
  /// How many bytes may yet be compared, only to tell whether they are equal, once the rest is spent.
  private var equality: Int
  /// How far the edit script between two arrays is followed.
  let edits: Int

  /// What one child that is looked at costs, beside the text of it.
  static let child = 16
  /// What telling one place that differs costs.
  static let difference = 512
  /// What finding out with which element of another array one belongs together costs, beside twice
  /// the text of it.
  static let alignment = 64
  /// What a step of the search for an edit script costs.
  static let searchStep = 32

  /// The effort that values of this size are worth: all of them may differ everywhere.
  init(_ old: JSONValue, _ new: JSONValue) {
    // A text size is at most half the range, and means little long before that.
    let size = min(old.textSize, 1 << 40) + min(new.textSize, 1 << 40)
    self.init(rest: 1 << 28 + 256 * size)
  }

  /// The effort that a pass over all steps of a session of so many bytes is worth: a small multiple
  /// of reading them.
  ///
  /// A patch of few bytes can put one large value for another, again and again: so much is compared
  /// as the lines and their number allow, and what goes beyond is told as a whole.
  package init(steps: Int, bytes: Int) {
    self.init(rest: 1 << 27 + 4 * min(bytes, 1 << 40) + 1 << 14 * min(steps, 1 << 40))
  }

  init(rest: Int, edits: Int = 2048) {
    self.rest = rest
    self.edits = edits
    equality = 8 * min(rest, 1 << 56)
  }

  var isSpent: Bool { rest <= 0 }

  mutating func spend(_ bytes: Int) { rest -= min(rest, bytes) }

  /// Whether values are equal, where nothing else is asked any more; false also if telling that
  /// would be too much.
  mutating func areEqual(_ old: JSONValue, _ new: JSONValue) -> Bool {
    if old.sharesStorage(with: new) { return true }
    equality -= min(equality, min(old.textSize, new.textSize))
    return equality > 0 && old == new
  }
}
