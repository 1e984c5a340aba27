extension IRegexp {
  /// Whether the pattern matches the whole text.
  ///
  /// Complexity: O(length × size of the pattern).
  ///
  /// - Throws: A ``QueryError`` where that passes the limit, which counts as ``JSONPath`` does.
  public func matches(
    _ text: String, limit: Int = JSONPath.defaultLimit
  ) throws(QueryError) -> Bool {
    try matches(text, isWhole: true, within: QueryBudget(limit: limit))
  }

  /// Whether the pattern matches some part of the text.
  ///
  /// Complexity: O(length × size of the pattern).
  ///
  /// - Throws: A ``QueryError`` where that passes the limit, which counts as ``JSONPath`` does.
  public func isFound(
    in text: String, limit: Int = JSONPath.defaultLimit
  ) throws(QueryError) -> Bool {
    try matches(text, isWhole: false, within: QueryBudget(limit: limit))
  }
}
