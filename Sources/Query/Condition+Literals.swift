package import SessionFormat

extension Condition {
  /// A comparison of one place of the document with a literal, outside filters, that the condition
  /// wants to be true, or to be false if its sign is `!=`.
  package struct LiteralComparison: Equatable, Sendable {
    package let place: DocumentPlace
    let comparison: Comparison
    package let literal: JSONValue

    /// The sign between the place and the literal.
    package var sign: String { comparison.rawValue }

    /// Whether it can be as wanted if the value at the place is of a kind; a place without a
    /// value never gives it.
    ///
    /// Values of two kinds are never equal, and only two numbers or two strings have an order (RFC
    /// 9535, section 2.3.5.2.2).
    package func isPossible(for kind: JSONValue.Kind) -> Bool {
      guard kind == literal.kind else { return false }
      switch comparison {
      case .less, .greater: return kind == .number || kind == .string
      case .equal, .unequal, .lessOrEqual, .greaterOrEqual: return true
      }
    }
  }

  /// All of them for which values of the wrong kind make a difference, in their order.
  package var literalComparisons: [LiteralComparison] {
    var found: [LiteralComparison] = []
    _ = syntax.canHold(nowhere: { _ in false }, everywhere: { _ in false }) { comparison in
      if !found.contains(comparison) { found.append(comparison) }
      return true
    }
    return found
  }

  /// Whether the condition can be true if these comparisons are never as wanted.
  ///
  /// - Parameters:
  ///   - nowhere: Whether the document has no value at a place.
  ///   - everywhere: Whether it always has one there.
  package func canHold(
    without never: [LiteralComparison], nowhere: (DocumentPlace) -> Bool = { _ in false },
    everywhere: (DocumentPlace) -> Bool = { _ in false }
  ) -> Bool {
    syntax.canHold(nowhere: nowhere, everywhere: everywhere) {
      !never.contains($0) && !nowhere($0.place)
    }
  }
}

extension LogicalSyntax {
  /// Whether this can be true, or false if negated, by what the body says of its comparisons with
  /// literals; each is asked.
  fileprivate func canHold(
    isNegated: Bool = false, nowhere: (DocumentPlace) -> Bool,
    everywhere: (DocumentPlace) -> Bool, _ isPossible: (Condition.LiteralComparison) -> Bool
  ) -> Bool {
    switch self {
    case .or(let terms), .and(let terms):
      let possible = terms.map {
        $0.canHold(isNegated: isNegated, nowhere: nowhere, everywhere: everywhere, isPossible)
      }
      let needsAll = if case .and = self { !isNegated } else { isNegated }
      return needsAll ? !possible.contains(false) : possible.contains(true)
    case .not(let inner):
      return inner.canHold(
        isNegated: !isNegated, nowhere: nowhere, everywhere: everywhere, isPossible)
    case .comparison(let left, let comparison, let right):
      if Self.impossibleAmount(left, comparison, right, isNegated: isNegated) != nil {
        return false
      }
      // Of another kind all but `!=` are false, so negated they are no obstacle, and `!=` only then.
      guard (comparison == .unequal) == isNegated,
        let found = Self.literal(left, comparison, right)
          ?? Self.literal(right, comparison.flipped, left)
      else { return true }
      return isPossible(found)
    case .exists(let path):
      return path.documentPlace.map(isNegated ? everywhere : nowhere) != true
    case .pattern: return true
    }
  }

  private static func literal(
    _ side: ValueSyntax, _ comparison: Comparison, _ other: ValueSyntax
  ) -> Condition.LiteralComparison? {
    guard case .path(let path) = side, case .literal(let literal) = other,
      let place = path.documentPlace
    else { return nil }
    return Condition.LiteralComparison(
      place: place, comparison: comparison, literal: literal)
  }
}

extension Comparison {
  /// The same with its sides exchanged.
  var flipped: Comparison {
    switch self {
    case .equal, .unequal: self
    case .less: .greater
    case .greater: .less
    case .lessOrEqual: .greaterOrEqual
    case .greaterOrEqual: .lessOrEqual
    }
  }
}
