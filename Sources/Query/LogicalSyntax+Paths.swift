extension LogicalSyntax {
  /// The same condition with each path replaced by the body's result.
  ///
  /// The body receives what selects the values that a path begins at: nothing if it begins at the
  /// document, with `$` or with an `@` that is the document. Paths in the filters of a path come before
  /// that path. Recursive; the parser bounds the nesting.
  func mappingPaths(
    at values: [PathSegment] = [], _ body: (PathSyntax, _ at: [PathSegment]) -> PathSyntax
  ) -> LogicalSyntax {
    func map(_ condition: LogicalSyntax) -> LogicalSyntax {
      condition.mappingPaths(at: values, body)
    }
    func map(_ path: PathSyntax) -> PathSyntax { path.mappingPaths(at: values, body) }
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

  /// Each path as a query of the document; what a filter asks of each value is asked of all.
  var queries: [[PathSegment]] {
    var all: [[PathSegment]] = []
    _ = mappingPaths { path, values in
      all.append(values + path.segments)
      return path
    }
    return all
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

extension PathSyntax {
  /// The body's result for the path, with each path in its filters replaced before.
  func mappingPaths(
    at values: [PathSegment] = [], _ body: (PathSyntax, _ at: [PathSegment]) -> PathSyntax
  ) -> PathSyntax {
    let start = start == .root ? [] : values
    let mapped = segments.enumerated().map { place, segment in
      let selectors = segment.selectors.map { selector -> PathSelector in
        guard case .filter(let condition) = selector else { return selector }
        let all = PathSegment(isDescendant: segment.isDescendant, selectors: [.wildcard])
        return .filter(
          condition.mappingPaths(at: start + segments.prefix(place) + [all], body))
      }
      return PathSegment(isDescendant: segment.isDescendant, selectors: selectors)
    }
    return body(PathSyntax(start: self.start, segments: mapped), start)
  }
}

extension ValueSyntax {
  /// Whether every path in it begins as the body says.
  func reads(_ isAllowed: (PathSyntax.Start) -> Bool) -> Bool {
    LogicalSyntax.comparison(self, .equal, self).reads(isAllowed)
  }
}
