package import Inspector

/// The typed text with a caret under its fault.
package enum CaretText {
  /// How many characters on either side of the fault are shown.
  private static let shown = 48

  /// Adds two lines: the text, and `^` under the character at fault; nothing if there is none.
  ///
  /// - Parameter line: The whole line at the prompt, which is shown if it has the text.
  package static func add(_ error: InspectorError, in line: String? = nil, to page: inout Page) {
    if let line, let column = fault(of: error, in: line) {
      add(line, column, to: &page)
    } else if let (text, column) = error.caret, column > 1 || text.contains(" ") {
      add(text, column, to: &page)
    }
  }

  /// The column of the fault in a line, from 1, as a terminal counts them; that of the line's first word
  /// if no other is known.
  package static func column(of error: InspectorError, in line: String) -> Int {
    let before =
      fault(of: error, in: line).map { $0 - 1 }
      ?? line.unicodeScalars.prefix { $0 == " " || $0 == "\t" }.count
    let head = String(line.unicodeScalars.prefix(before))
    return DisplayWidth.columns(of: VisibleText.escaped(head)) + 1
  }

  private static func fault(of error: InspectorError, in line: String) -> Int? {
    guard let (text, column) = error.caret ?? error.operand.map({ ($0, 1) }),
      let range = place(of: text, in: line, last: error.isLastOfEqual)
    else { return nil }
    return column + line[..<range.lowerBound].unicodeScalars.count
  }

  private static func add(_ text: String, _ column: Int, to page: inout Page) {
    let scalars = text.unicodeScalars
    let fault =
      scalars.index(
        scalars.startIndex, offsetBy: column - 1, limitedBy: scalars.endIndex) ?? scalars.endIndex
    let before = scalars[..<fault].suffix(shown)
    let behind = scalars[fault...].prefix(shown)
    let head = (before.startIndex > scalars.startIndex ? "..." : "") + String(before)
    let tail = String(behind) + (behind.endIndex < scalars.endIndex ? "..." : "")
    let columns = DisplayWidth.columns(of: VisibleText.escaped(head))
    page.exact(.literal("  "), .text(head + tail))
    page.exact(.text(String(repeating: " ", count: columns + 2)), .literal("^", .error))
  }

  /// Where a text stands in a line: as words of their own behind the command's, else as the command's,
  /// else anywhere.
  ///
  /// - Parameter isLast: Whether the last of several such places is meant.
  private static func place(
    of text: String, in line: String, last isLast: Bool
  ) -> Range<String.Index>? {
    guard !text.isEmpty else { return nil }
    let places = line.ranges(of: text)
    let words = places.filter { range in
      let before = line[..<range.lowerBound].last
      let behind = line[range.upperBound...].first
      return before.map { " \t'\"=".contains($0) } != false
        && behind.map { " \t'\"=;".contains($0) } != false
    }
    if isLast, let last = words.last { return last }
    return words.first { !line[..<$0.lowerBound].allSatisfy(\.isWhitespace) } ?? words.first
      ?? places.first
  }
}
