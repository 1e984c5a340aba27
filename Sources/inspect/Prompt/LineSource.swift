/// The source of a prompt's commands.
protocol LineSource {
  /// Returns the next line, after showing the prompt if there is someone to see it.
  ///
  /// The prompt is one line, safe to show, and may hold SGR escapes.
  mutating func next(prompt: String) -> LineEvent
}

/// The result of asking for a line.
enum LineEvent: Sendable, Equatable {
  /// A line without its end.
  ///
  /// A text pasted at a terminal may hold several, with line feeds between them.
  case line(String)
  /// A line longer than the limit, which was skipped whole.
  case overlong(limit: Int)
  /// Ctrl-C: the line is gone, and the next one may be requested.
  case interrupted
  /// Ctrl-D, or nothing more to read.
  case end
}
