import Inspector

/// The blanks before what is shown below something else.
enum Margin {
  /// A value may be deeper than any page is wide, and a margin at each of its lines would be most of
  /// what is written.
  private static let deepest = 32

  /// Two blanks a level, 32 levels at most.
  static func text(_ depth: Int) -> String {
    String(repeating: "  ", count: min(depth, deepest))
  }
}
