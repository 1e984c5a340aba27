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

  /// The type that an action must have for the condition to hold, if one comparison that must be true
  /// names it.
  package var requiredType: String? {
    let terms: [LogicalSyntax]
    if case .and(let all) = syntax { terms = all } else { terms = [syntax] }
    for case .comparison(let left, .equal, let right) in terms {
      for (side, other) in [(left, right), (right, left)] {
        if case .path(let path) = side, path.isStepType, case .literal(let literal) = other,
          let type = literal.string
        {
          return type
        }
      }
    }
    return nil
  }

  /// Two places that the condition compares in a way that holds if both are missing, as RFC 9535 has
  /// it: by `==`, `<=` or `>=`, outside filters.
  package struct ComparedPlaces: Sendable {
    package let left: DocumentPlace
    package let right: DocumentPlace
    package let comparison: String

    /// The condition that both places are missing.
    package var bothMissing: String { "!\(Self.query(left)) && !\(Self.query(right))" }

    private static func query(_ place: DocumentPlace) -> String {
      place.steps.reduce(into: "$") { text, step in
        switch step {
        case .name(let name): text += "[\(JSONValue.string(name).description)]"
        case .index(let index), .token(let index): text += "[\(index)]"
        }
      }
    }
  }

  /// All such pairs, in their order.
  package var comparedPlaces: [ComparedPlaces] {
    var pairs: [ComparedPlaces] = []
    syntax.eachComparison { left, comparison, right in
      guard [.equal, .lessOrEqual, .greaterOrEqual].contains(comparison),
        case .path(let one) = left, case .path(let other) = right,
        let left = one.documentPlace, let right = other.documentPlace
      else { return }
      pairs.append(
        ComparedPlaces(left: left, right: right, comparison: comparison.rawValue))
    }
    return pairs
  }

  /// The single places that the condition asks only whether they are there, outside filters.
  package var lonelyPlaces: [DocumentPlace] {
    var places: [DocumentPlace] = []
    syntax.eachTerm { term in
      if case .exists(let path) = term, let place = path.documentPlace { places.append(place) }
    }
    return places
  }

  /// The single places, written without `$`, whose nodes the condition counts, outside filters: one
  /// at most.
  package var countedPlaces: [DocumentPlace] {
    var places: [DocumentPlace] = []
    syntax.eachComparison { left, _, right in
      for case .count(let path) in [left, right] {
        if let place = path.singlePlace { places.append(place) }
      }
    }
    return places
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

  /// The place that it selects at most; nil if it may select several, or has the `$` of RFC 9535.
  fileprivate var singlePlace: DocumentPlace? { isBare ? documentPlace : nil }

  /// The same, however it was written.
  var documentPlace: DocumentPlace? {
    let steps = DocumentReads.sureSteps(segments)
    return steps.isEmpty || steps.count < segments.count ? nil : DocumentPlace(steps: steps)
  }
}

extension LogicalSyntax {
  /// Calls the body for each comparison that is not in a filter.
  fileprivate func eachComparison(_ body: (ValueSyntax, Comparison, ValueSyntax) -> Void) {
    eachTerm { term in
      if case .comparison(let left, let comparison, let right) = term {
        body(left, comparison, right)
      }
    }
  }

  /// Calls the body for each test that is not in a filter.
  fileprivate func eachTerm(_ body: (LogicalSyntax) -> Void) {
    switch self {
    case .or(let terms), .and(let terms): for term in terms { term.eachTerm(body) }
    case .not(let inner): inner.eachTerm(body)
    case .exists, .comparison, .pattern: body(self)
    }
  }
}
