import Commands

/// A screen as the text of a file, in which the colours have names.
enum GoldenText {
  /// The names of what the parameters of SGR escapes switch on.
  private static let names = [
    "0": "/", "1": "bold", "2": "dim", "31": "red", "32": "green", "33": "yellow", "34": "blue",
    "35": "magenta", "36": "cyan", "1;31": "bold red", "1;4": "bold underlined",
  ]

  /// The screen of a run; lines of standard error begin with `! `.
  static func of(_ run: GoldenRun, _ options: RenderOptions) -> String {
    run.shown.map { line in
      line.reduce(into: "") { $0 += text(of: $1, options) }
    }.joined()
  }

  static func text(of shown: GoldenRun.Shown, _ options: RenderOptions) -> String {
    let text = shown.text(options)
    guard shown.kind == .complaint else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .map { "! \($0)\n" }.joined()
  }

  /// The text with a name in place of each SGR escape: `‹red›- ‹/›`.
  static func withNames(_ text: String) -> String {
    text.replacing(#/\u{1B}\[([0-9;]*)m/#) { "‹\(names[String($0.1)] ?? "SGR \($0.1)")›" }
  }

  /// The text without SGR escapes.
  static func withoutEscapes(_ text: String) -> String {
    text.replacing(#/\u{1B}\[[0-9;]*m/#, with: "")
  }
}
