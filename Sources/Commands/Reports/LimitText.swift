import Inspector

/// What every command that has `--limit N` says if the limit ended it.
///
/// As nothing behind the N-th is looked at, nobody knows how much more there is.
enum LimitText {
  /// Whether as many were found as the limit allows, so that there may be more.
  static func isReached(_ limit: Int?, by count: Int) -> Bool { limit.map { count >= $0 } ?? false }

  /// `only the last 3 changes: there may be earlier ones without --limit`.
  static func writeFromEnd(_ count: Int, _ noun: String, to page: inout Page) {
    let last = count == 1 ? "the last \(noun)" : "the last \(CountText.words(count, noun))"
    page.line(.text("only \(last): there may be earlier ones without --limit", .dim))
  }

  /// `ended after 3 steps: there may be more without --limit`.
  static func write(_ count: Int, _ noun: String, to page: inout Page) {
    page.line(
      .text("ended after \(CountText.words(count, noun)): there may be more without --limit", .dim))
  }
}
