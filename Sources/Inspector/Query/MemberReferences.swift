internal import SessionFormat

/// Collects which members of the document a condition reads.
struct MemberReferences {
  private(set) var names: Set<String> = []
  /// False once something was met that may read any member.
  private(set) var areKnown = true

  /// Adds what a condition reads; `isDocument` says whether `@` is the document there.
  mutating func add(_ condition: LogicalSyntax, isDocument: Bool) {
    switch condition {
    case .or(let terms), .and(let terms):
      for term in terms { add(term, isDocument: isDocument) }
    case .not(let inner): add(inner, isDocument: isDocument)
    case .exists(let path): add(path, isDocument: isDocument)
    case .comparison(let left, _, let right):
      add(left, isDocument: isDocument)
      add(right, isDocument: isDocument)
    case .pattern(let test):
      add(test.subject, isDocument: isDocument)
      if case .computed(let pattern) = test.pattern { add(pattern, isDocument: isDocument) }
    }
  }

  private mutating func add(_ value: ValueSyntax, isDocument: Bool) {
    switch value {
    case .literal: break
    case .path(let path), .count(let path), .value(let path): add(path, isDocument: isDocument)
    case .length(let argument): add(argument, isDocument: isDocument)
    }
  }

  private mutating func add(_ path: PathSyntax, isDocument: Bool) {
    if path.start == .root || isDocument { add(first: path.segments.first) }
    for selector in path.segments.lazy.flatMap(\.selectors) {
      if case .filter(let condition) = selector { add(condition, isDocument: false) }
    }
  }

  /// Adds what the first step from the document may reach.
  private mutating func add(first segment: PathSegment?) {
    guard let segment, !segment.isDescendant else {
      areKnown = false
      return
    }
    for selector in segment.selectors {
      switch selector {
      case .name(let name): names.insert(name)
      // The document is an object, where indexes and slices select nothing.
      case .index, .slice: break
      case .wildcard, .filter: areKnown = false
      }
    }
  }
}
