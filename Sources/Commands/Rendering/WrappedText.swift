import Inspector

/// A paragraph that is broken between words where the page ends, with or without a term before it.
///
/// ```
///   --limit N   only the last N changes, each with the
///               action that made it
/// ```
struct WrappedText: Sendable {
  /// What the paragraph explains; nil if it stands alone.
  var term: Span?
  var text: String
  /// The columns before the text.
  var indent: Int

  /// Longer lines are hard to read, also where there is room.
  private static let widest = 80
  /// The columns before a term.
  static let termIndent = 2
  private static let gap = 2

  /// The indent of the texts of some terms, so that they line up.
  static func indent(ofTerms terms: [String]) -> Int {
    let widest = terms.map(DisplayWidth.columns(of:)).filter { $0 <= 22 }.max() ?? 0
    return widest + termIndent + gap
  }

  /// The lines, none longer than the page if every word fits.
  func lines(_ options: RenderOptions) -> [[Span]] {
    let texts = broken(to: min(options.width, Self.widest) - indent)
    let margin = Span.text(String(repeating: " ", count: indent))
    guard let term else { return texts.map { indent > 0 ? [margin, .text($0)] : [.text($0)] } }
    let start = Span.text(String(repeating: " ", count: Self.termIndent))
    let free = indent - Self.termIndent - DisplayWidth.columns(of: term.shown(options))
    guard let first = texts.first, !first.isEmpty else { return [[start, term]] }
    let rest = texts.dropFirst().map { [margin, Span.text($0)] }
    guard free >= Self.gap else { return [[start, term], [margin, .text(first)]] + rest }
    return [[start, term, .text(String(repeating: " ", count: free) + first)]] + rest
  }

  private func broken(to width: Int) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
      let last = lines[lines.count - 1]
      let longer = last.isEmpty ? String(word) : "\(last) \(word)"
      if last.isEmpty || DisplayWidth.columns(of: longer) <= width {
        lines[lines.count - 1] = longer
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}

extension Page {
  /// Adds a paragraph.
  mutating func paragraph(_ text: String, indent: Int = 0) {
    wrapped(WrappedText(term: nil, text: text, indent: indent))
  }

  /// Adds terms, each with what it means beside or below it.
  mutating func definitions(_ all: [(term: String, text: String)]) {
    let indent = WrappedText.indent(ofTerms: all.filter { !$0.text.isEmpty }.map(\.term))
    for (term, text) in all {
      wrapped(WrappedText(term: .text(term, .name), text: text, indent: indent))
    }
  }
}
