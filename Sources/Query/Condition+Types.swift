internal import SessionFormat

extension Condition {
  /// The texts that the condition compares `$.type` with by `==` or `!=`, in their order.
  package var comparedTypes: [String] {
    var types: [String] = []
    syntax.eachComparison { left, comparison, right in
      guard comparison == .equal || comparison == .unequal else { return }
      for (side, other) in [(left, right), (right, left)] {
        guard case .path(let path) = side, path.isStepType,
          case .literal(let literal) = other, let text = literal.string
        else { continue }
        types.append(text)
      }
    }
    return types
  }
}

extension PathSyntax {
  /// Whether this is `$.type` or, outside filters, `@.type`.
  var isStepType: Bool {
    guard segments.count == 1, !segments[0].isDescendant,
      case .name("type")? = segments[0].selectors.first
    else { return false }
    return isSingular
  }
}

extension LogicalSyntax {
  /// Calls the body for each comparison that is not in a filter.
  fileprivate func eachComparison(_ body: (ValueSyntax, Comparison, ValueSyntax) -> Void) {
    switch self {
    case .or(let terms), .and(let terms): for term in terms { term.eachComparison(body) }
    case .not(let inner): inner.eachComparison(body)
    case .comparison(let left, let comparison, let right): body(left, comparison, right)
    case .exists, .pattern: break
    }
  }
}
