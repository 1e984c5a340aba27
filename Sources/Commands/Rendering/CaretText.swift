package import Inspector

/// The typed text with a caret under its fault.
package enum CaretText {
  /// How many characters on either side of the fault are shown.
  private static let shown = 48

  /// Adds two lines: the text, and `^` under the character at fault; nothing if there is none.
  ///
  /// - Parameter line: The whole line at the prompt, which is shown if it has the text once.
  package static func add(_ error: InspectorError, in line: String? = nil, to page: inout Page) {
    guard var (text, column) = error.caret else { return }
    let places = line?.ranges(of: text) ?? []
    if let line, places.count == 1, let range = places.first {
      column += line[..<range.lowerBound].unicodeScalars.count
      text = line
    }
    let scalars = text.unicodeScalars
    guard column > 1 || text.contains(" ") else { return }
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
}
