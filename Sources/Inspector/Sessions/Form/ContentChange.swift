import SessionFormat

/// What a rewritten session holds in place of what a session does.
protocol ContentChange: AnyObject {
  /// The state to write for a state.
  ///
  /// - Parameters:
  ///   - before: The state before it, if there is one.
  ///   - written: What was written for that.
  func state(
    _ state: JSONValue, n: Int, since before: JSONValue?, written: JSONValue?
  ) -> JSONValue
  /// The line to write for a line, but for the state in it; nil if that stays.
  func line(_ line: SessionLine) -> SessionLine?
}
