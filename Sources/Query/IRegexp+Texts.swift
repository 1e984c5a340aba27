extension IRegexp {
  /// Whether the pattern matches the whole text.
  ///
  /// Complexity: O(length × size of the pattern).
  ///
  /// - Throws: A ``QueryError`` if that exceeds the limit, which counts like that of ``JSONPath``.
  public func matches(
    _ text: String, limit: Int = JSONPath.defaultLimit
  ) throws(QueryError) -> Bool {
    try matches(text, isWhole: true, within: QueryBudget(limit: limit))
  }

  /// Whether the pattern matches some part of the text.
  ///
  /// Complexity: O(length × size of the pattern).
  ///
  /// - Throws: A ``QueryError`` if that exceeds the limit, which counts like that of ``JSONPath``.
  public func isFound(
    in text: String, limit: Int = JSONPath.defaultLimit
  ) throws(QueryError) -> Bool {
    try matches(text, isWhole: false, within: QueryBudget(limit: limit))
  }
}
