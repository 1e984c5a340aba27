import Inspector
import SessionFormat

extension HostDeath {
  /// The reason of a trap; nil if the host said none.
  var trapReason: String? { lastWords.map(Self.withoutStars) }

  /// The line of the app on the way to it, as `File.swift:21:40`; nil if the host named none.
  var trapLine: String? { frame?.line }

  /// The reason of a trap, and the first line of the app on the way to it, as far as the host said.
  func writeReason(to page: inout Page) {
    if let trapReason {
      page.line(.literal("  reason    ", .dim), .text(trapReason, .error))
    }
    guard let frame else { return }
    page.line(
      .literal("  at        ", .dim), .text(frame.function), .literal("  "),
      .text(frame.line, .bold))
  }

  /// `*** Swift runtime failure: … ***`, without what only sets it apart.
  private static func withoutStars(_ words: String) -> String {
    guard words.hasPrefix("*** "), words.hasSuffix(" ***"), words.utf8.count > 8 else {
      return words
    }
    return String(words.dropFirst(4).dropLast(4))
  }

  /// The first frame of a backtrace that names a line of a source: its function, and `File.swift:21:40`.
  private var frame: (function: String, line: String)? {
    let form = /.* 0x[0-9a-f]+ (.+) \+ \d+ in .+ at (?:.*\/)?([^\/]+\.swift:\d+(?::\d+)?)/
    for line in standardError {
      if let match = line.wholeMatch(of: form) { return (String(match.1), String(match.2)) }
    }
    return nil
  }
}
