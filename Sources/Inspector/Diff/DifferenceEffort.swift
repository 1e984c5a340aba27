import SessionFormat

/// The remaining work of a comparison, which is limited so that no pair of values takes forever.
///
/// Measured in bytes of text that could be read in the same time. Shared parts are not visited and
/// cost nothing. The costs are measured ratios to reading.
package struct DifferenceEffort {
  private(set) var rest: Int
  /// The bytes that may still be compared, only for equality, after the rest is spent.
  private var equality: Int
  /// The most edits that are searched between two arrays.
  let edits: Int

  /// The cost of visiting a child, in addition to its text.
  static let child = 16
  /// The cost of reporting one difference.
  static let difference = 512
  /// The cost of finding an element's counterpart, in addition to twice its text.
  static let alignment = 64
  /// The cost of a step of the search for an edit script.
  static let searchStep = 32

  /// The effort for values of this size, which allows that they differ everywhere.
  init(_ old: JSONValue, _ new: JSONValue) {
    // A text size is at most half the range, and is meaningless long before that.
    let size = min(old.textSize, 1 << 40) + min(new.textSize, 1 << 40)
    self.init(rest: 1 << 28 + 256 * size)
  }

  /// The effort for a pass over all steps of a session: a small multiple of reading them.
  ///
  /// A short patch can replace one large value by another, again and again. The limit grows with
  /// the lines and their number; what exceeds it is reported as a whole.
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

  /// Whether values are equal, if only that matters; false also if comparing them costs too much.
  mutating func areEqual(_ old: JSONValue, _ new: JSONValue) -> Bool {
    if old.sharesStorage(with: new) { return true }
    equality -= min(equality, min(old.textSize, new.textSize))
    return equality > 0 && old == new
  }
}
