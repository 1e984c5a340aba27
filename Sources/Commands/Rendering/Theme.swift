import Inspector

/// The colours for the background of a terminal: the value of `--theme`.
package enum Theme: String, Sendable, CaseIterable {
  /// Colours for a dark background.
  case dark
  /// Colours for a light background.
  case light

  /// The theme of a terminal: that of `INSPECT_THEME`, else by the background that `COLORFGBG`
  /// names, else dark.
  package init(environment: [String: String]) {
    if let theme = environment["INSPECT_THEME"].flatMap(Theme.init) {
      self = theme
      return
    }
    // The last number is the background, as one of the sixteen colours.
    let background = environment["COLORFGBG"]?.split(separator: ";").last.flatMap { Int($0) }
    self = background.map { $0 == 7 || (9...15).contains($0) } == true ? .light : .dark
  }
}
