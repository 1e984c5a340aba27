internal import SessionFormat

/// Collects the places of the document that a condition reads: its answer is the same wherever
/// they, and all below them, are the same.
struct ReadPlaces {
  private(set) var places: Set<JSONPointer> = []
  /// False once something was met that may read any member.
  private(set) var areKnown = true

  /// Adds what a condition reads; `isDocument` says whether `@` is the document there.
  ///
  /// Recursive over the condition, whose nesting the parser bounds.
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
    if path.start == .root || isDocument {
      let tokens = Self.sureTokens(path.segments)
      if tokens.isEmpty { areKnown = false } else { places.insert(JSONPointer(tokens: tokens)) }
    }
    // What `@` reads in a filter stands below the place of the path that the filter is part of.
    for selector in path.segments.lazy.flatMap(\.selectors) {
      if case .filter(let condition) = selector { add(condition, isDocument: false) }
    }
  }

  /// The way from the document down to the first step that may select several places.
  private static func sureTokens(_ segments: [PathSegment]) -> [String] {
    var tokens: [String] = []
    for segment in segments {
      guard segment.selectsOne, !segment.isDescendant else { break }
      switch segment.selectors.first {
      case .name(let name)?: tokens.append(name)
      // An index at the end counts from the end, which moves with what stands before it.
      case .index(let index)? where index >= 0 && !tokens.isEmpty: tokens.append(String(index))
      default: return tokens
      }
    }
    return tokens
  }
}
