import Inspector

/// The meaning of a piece of text; a terminal may show it by colour, but never by colour alone.
package enum Style: Sendable, CaseIterable {
  /// Text without a meaning of its own.
  case plain
  /// Less important than the text around it.
  case dim
  /// More important.
  case bold
  case added
  case removed
  case changed
  /// A name, or a path.
  case name
  /// A failure.
  case error
  case heading

  /// The SGR parameters that switch the style on; nil for plain text.
  ///
  /// Yellow and cyan cannot be read on a light background.
  func graphicRendition(_ theme: Theme) -> String? {
    switch self {
    case .plain: nil
    case .dim: "2"
    case .bold: "1"
    case .added: "32"
    case .removed: "31"
    case .changed: theme == .light ? "35" : "33"
    case .name: theme == .light ? "34" : "36"
    case .error: "1;31"
    case .heading: "1;4"
    }
  }
}
