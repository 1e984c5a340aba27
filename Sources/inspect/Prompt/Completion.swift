/// The words that can be at the cursor.
package struct Completion: Sendable, Equatable {
  /// The byte offset in the line at which the word to be completed begins.
  package var start: Int
  /// The whole words that fit, in the order to be listed.
  package var candidates: [String]
  /// Whether a space follows once only one word is left.
  package var appendsSpace: Bool

  /// Words that begin at an offset.
  package init(start: Int, candidates: [String], appendsSpace: Bool = true) {
    self.start = start
    self.candidates = candidates
    self.appendsSpace = appendsSpace
  }

  /// Nothing fits.
  package static func none(at cursor: Int) -> Completion {
    Completion(start: cursor, candidates: [])
  }
}
