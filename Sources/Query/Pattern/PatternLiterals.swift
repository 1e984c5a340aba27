/// The literal parts of a pattern as UTF-8; a text without them is ruled out by its bytes alone.
struct PatternLiterals: Sendable {
  /// A pattern that is only a text, perhaps anchored to the edges of the searched text.
  struct Whole: Sendable {
    var bytes: [UInt8] = []
    /// Whether it begins with `^`, and whether it ends with `$`.
    var (isAtStart, isAtEnd) = (false, false)
  }

  /// The pattern's text if it is only a text.
  private(set) var whole: Whole? = Whole()
  /// The longest text that every match contains; empty if none is known.
  private(set) var required: [UInt8] = []
  /// The consecutive literal characters that were read last.
  private var run: [UInt8] = []

  init(_ pattern: PatternSyntax) {
    read(pattern, isOuter: true)
    endRun()
  }

  /// Recursive; the parser bounds the nesting.
  private mutating func read(_ pattern: PatternSyntax, isOuter: Bool) {
    switch pattern {
    case .characters(let characters):
      guard let only = characters.only else { return interrupt() }
      if whole?.isAtEnd ?? false { whole = nil }
      run += UTF8.encode(only).map(Array.init) ?? []
      if isOuter { whole?.bytes += UTF8.encode(only).map(Array.init) ?? [] } else { whole = nil }
    case .edge(let edge): read(edge, isOuter: isOuter)
    case .sequence(let pieces): for piece in pieces { read(piece, isOuter: isOuter) }
    case .alternatives: interrupt()
    case .repeated(let inner, let least, _):
      interrupt()
      guard least > 0 else { return }
      read(inner, isOuter: false)
      endRun()
    }
  }

  private mutating func read(_ edge: PatternEdge, isOuter: Bool) {
    endRun()
    switch edge {
    case .start where isOuter && whole?.bytes.isEmpty ?? false: whole?.isAtStart = true
    case .end where isOuter: whole?.isAtEnd = true
    default: whole = nil
    }
    // `$^` only matches the empty text, and no literal does.
    if edge == .start, whole?.isAtEnd ?? false { whole = nil }
  }

  /// Notes something that is not a literal character.
  private mutating func interrupt() {
    whole = nil
    endRun()
  }

  private mutating func endRun() {
    if run.count > required.count { required = run }
    run = []
  }
}
