/// Where the commands of a prompt come from.
package protocol LineSource {
  /// The next line, after showing the prompt where there is someone to see it.
  ///
  /// The prompt is one line, safe to show, and may hold SGR escapes.
  mutating func next(prompt: String) -> LineEvent
}

/// What asking for a line brought.
package enum LineEvent: Sendable, Equatable {
  /// A line without its end.
  ///
  /// A text pasted at a terminal may hold several, with line feeds between them.
  case line(String)
  /// A line longer than the bound, which was skipped whole.
  case overlong(limit: Int)
  /// Ctrl-C: the line is gone, the next one may be asked for.
  case interrupted
  /// Ctrl-D, or nothing more to read.
  case end
}
