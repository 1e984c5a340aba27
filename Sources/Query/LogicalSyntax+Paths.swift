extension LogicalSyntax {
  /// The same condition with each path replaced by the body's result.
  ///
  /// The body receives whether a path begins at the document: with `$`, or with an `@` that is the
  /// document. Paths in the filters of a path come before that path. Recursive; the parser bounds
  /// the nesting.
  func mappingPaths(
    isDocument: Bool = true, _ body: (PathSyntax, _ isDocument: Bool) -> PathSyntax
  ) -> LogicalSyntax {
    func map(_ condition: LogicalSyntax) -> LogicalSyntax {
      condition.mappingPaths(isDocument: isDocument, body)
    }
    func map(_ path: PathSyntax) -> PathSyntax {
      let segments = path.segments.map { segment in
        let selectors = segment.selectors.map { selector -> PathSelector in
          guard case .filter(let condition) = selector else { return selector }
          return .filter(condition.mappingPaths(isDocument: false, body))
        }
        return PathSegment(isDescendant: segment.isDescendant, selectors: selectors)
      }
      return body(
        PathSyntax(start: path.start, segments: segments), path.start == .root || isDocument)
    }
    func map(_ value: ValueSyntax) -> ValueSyntax {
      switch value {
      case .literal: value
      case .path(let path): .path(map(path))
      case .count(let path): .count(map(path))
      case .value(let path): .value(map(path))
      case .length(let argument): .length(map(argument))
      }
    }
    switch self {
    case .or(let terms): return .or(terms.map(map))
    case .and(let terms): return .and(terms.map(map))
    case .not(let inner): return .not(map(inner))
    case .exists(let path): return .exists(map(path))
    case .comparison(let left, let comparison, let right):
      return .comparison(map(left), comparison, map(right))
    case .pattern(let test):
      var pattern = test.pattern
      if case .computed(let text) = pattern { pattern = .computed(map(text)) }
      return .pattern(
        PatternTest(
          subject: map(test.subject), pattern: pattern, isWhole: test.isWhole,
          column: test.column))
    }
  }

  /// Whether every path in it begins as the body says.
  func reads(_ isAllowed: (PathSyntax.Start) -> Bool) -> Bool {
    var areAll = true
    _ = mappingPaths { path, _ in
      if !isAllowed(path.start) { areAll = false }
      return path
    }
    return areAll
  }
}

extension ValueSyntax {
  /// Whether every path in it begins as the body says.
  func reads(_ isAllowed: (PathSyntax.Start) -> Bool) -> Bool {
    LogicalSyntax.comparison(self, .equal, self).reads(isAllowed)
  }
}
