import Inspector

/// The blanks before what is shown below something else.
enum Margin {
  /// The most levels of a margin: a value may be deeper than a page is wide, and most of the output
  /// would be margins.
  private static let deepest = 32

  /// Two blanks a level, 32 levels at most.
  static func text(_ depth: Int) -> String {
    String(repeating: "  ", count: min(depth, deepest))
  }
}
