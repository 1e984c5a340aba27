public import SessionFormat

/// A text with a mark `«` at a place, so that no test counts columns by hand.
public struct MarkedText: Sendable {
  /// The text without its mark.
  public let text: String
  /// The place of the mark; the end of the text if it has none.
  public let position: TextPosition

  /// Removes the first mark from the text.
  public init(_ marked: String) {
    let parts = marked.unicodeScalars.split(
      separator: "«", maxSplits: 1, omittingEmptySubsequences: false)
    let before = String(parts[0])
    text = before + (parts.count > 1 ? String(parts[1]) : "")
    let lines = before.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    position = TextPosition(
      line: lines.count, column: (lines.last?.count ?? 0) + 1, offset: before.utf8.count)
  }
}
