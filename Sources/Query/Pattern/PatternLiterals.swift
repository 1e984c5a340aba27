/// What a pattern says literally, as UTF-8: texts without it are told apart by their bytes alone.
struct PatternLiterals: Sendable {
  /// A pattern that is nothing but a text, perhaps held to the edges of the other text.
  struct Whole: Sendable {
    var bytes: [UInt8] = []
    /// Whether it begins with `^`, and whether it ends with `$`.
    var (isAtStart, isAtEnd) = (false, false)
  }

  /// The pattern, where it is nothing but a text.
  private(set) var whole: Whole? = Whole()
  /// The longest text that is in each match; empty if none is known.
  private(set) var required: [UInt8] = []
  /// The literal characters that were read last, one behind the other.
  private var run: [UInt8] = []

  init(_ pattern: PatternSyntax) {
    read(pattern, isOuter: true)
    endRun()
  }

  /// Recursive, over a nesting that the parser bounds.
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
    // `$^` holds of nothing but the empty text, as no literal does.
    if edge == .start, whole?.isAtEnd ?? false { whole = nil }
  }

  /// Something that is no literal character stands here.
  private mutating func interrupt() {
    whole = nil
    endRun()
  }

  private mutating func endRun() {
    if run.count > required.count { required = run }
    run = []
  }
}
