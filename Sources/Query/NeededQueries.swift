internal import SessionFormat

// The paths without which a condition cannot hold, as queries of the document. What a filter asks of
// each value is asked of all of them. Recursive; the parser bounds the nesting.

extension LogicalSyntax {
  /// - Parameter values: What selects the values at which the condition's paths begin; nothing for the
  ///   document.
  func needed(at values: [PathSegment] = []) -> [[PathSegment]] {
    switch self {
    // It may hold by another term, or because there is nothing.
    case .or, .not: []
    case .and(let terms): terms.flatMap { $0.needed(at: values) }
    case .exists(let path): path.needed(at: values)
    case .pattern(let test): test.subject.needed(at: values)
    case .comparison(.literal, .unequal, _), .comparison(_, .unequal, .literal): []
    case .comparison(.count(let path), let comparison, .literal(let literal)):
      comparison.holds(ofNone: literal) ? [] : path.needed(at: values)
    case .comparison(let value, _, .literal), .comparison(.literal, _, let value):
      value.needed(at: values)
    // Nothing equals nothing.
    case .comparison(let left, .less, let right), .comparison(let left, .greater, let right):
      left.needed(at: values) + right.needed(at: values)
    case .comparison: []
    }
  }
}

extension ValueSyntax {
  fileprivate func needed(at values: [PathSegment]) -> [[PathSegment]] {
    switch self {
    case .literal, .count: []
    case .path(let path), .value(let path): path.needed(at: values)
    case .length(let argument): argument.needed(at: values)
    }
  }
}

extension PathSyntax {
  /// The path itself first.
  func needed(at values: [PathSegment] = []) -> [[PathSegment]] {
    let start = start == .root ? [] : values
    let inside = segments.enumerated().flatMap { place, segment -> [[PathSegment]] in
      guard segment.selectors.count == 1, case .filter(let condition)? = segment.selectors.first
      else { return [] }
      let all = PathSegment(isDescendant: segment.isDescendant, selectors: [.wildcard])
      return condition.needed(at: start + segments.prefix(place) + [all])
    }
    return [start + segments] + inside
  }
}

extension Comparison {
  /// Whether it holds between 0 and a value.
  fileprivate func holds(ofNone value: JSONValue) -> Bool {
    guard let number = value.number else { return self == .unequal }
    let zero = JSONNumber(0)
    return switch self {
    case .equal: number == zero
    case .unequal: number != zero
    case .less: zero < number
    case .lessOrEqual: !(number < zero)
    case .greater: number < zero
    case .greaterOrEqual: !(zero < number)
    }
  }
}
