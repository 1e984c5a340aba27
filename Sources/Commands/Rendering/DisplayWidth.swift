import Inspector

/// The number of terminal columns that text takes.
///
/// It is the sum over its characters as most terminals count: wide and fullwidth ones take two,
/// combining marks take none. Meant for text without control characters.
package enum DisplayWidth {
  /// The columns that text takes.
  ///
  /// Complexity: O(size of the text).
  package static func columns(of text: String) -> Int {
    // Of ASCII each byte has a column.
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
    return text.unicodeScalars.reduce(0) { $0 + columns(of: $1) }
  }

  /// Text shortened in its middle to at most a number of columns.
  ///
  /// The cut is marked by `…`, or by `...` if only ASCII may be shown; if not even that fits, by as
  /// many full stops as fit. A letter keeps its marks, an escape `\u{9B}` stays in one piece.
  package static func truncated(_ text: String, to columns: Int, ascii: Bool = false) -> String {
    guard self.columns(of: text) > columns else { return text }
    let mark = ascii ? "..." : "…"
    let room = columns - self.columns(of: mark)
    guard room >= 0 else { return String(repeating: ".", count: max(0, columns)) }
    let pieces = unbreakable(text)
    let head = fitting(pieces, room - room / 2)
    let tail = fitting(pieces.reversed(), room - self.columns(of: head.joined()))
    return head.joined() + mark + tail.reversed().joined()
  }

  /// Text shortened at its end to at most a number of columns, with the same mark.
  static func beginning(of text: String, _ columns: Int, ascii: Bool) -> String {
    let mark = ascii ? "..." : "…"
    let room = columns - self.columns(of: mark)
    guard room >= 0 else { return String(repeating: ".", count: max(0, columns)) }
    return fitting(unbreakable(text), room).joined() + mark
  }

  static func columns(of scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: break
    }
    // The vowels and final consonants of Hangul are drawn within the syllable before them.
    if (0x1160...0x11FF).contains(scalar.value) { return 0 }
    return WideCharacters.contains(scalar.value) ? 2 : 1
  }

  /// Clusters of characters; an escape is one piece.
  private static func unbreakable(_ text: String) -> [Substring] {
    var pieces: [Substring] = []
    var rest = text[...]
    while let first = rest.indices.first {
      var end = rest.index(after: first)
      if rest.hasPrefix("\\u{"), let brace = rest.prefix(11).firstIndex(of: "}") {
        end = rest.index(after: brace)
      }
      pieces.append(rest[first..<end])
      rest = rest[end...]
    }
    return pieces
  }

  private static func fitting(_ pieces: some Sequence<Substring>, _ room: Int) -> [Substring] {
    var left = room
    return Array(
      pieces.prefix { piece in
        left -= columns(of: String(piece))
        return left >= 0
      })
  }
}
