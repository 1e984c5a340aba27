internal import SessionFormat

/// Stops a count that is compared with a whole number once further nodes cannot change the result:
/// `count(…) > 5` is true from the sixth node on.
struct NodeLimit {
  /// How many nodes are enough.
  let count: Int

  /// The stop for a comparison; nil if it does not compare a count with a whole number.
  init?(_ left: ValueSyntax, _ comparison: Comparison, _ right: ValueSyntax) {
    switch (left, right) {
    case (.count, .literal(let literal)): self.init(comparison, literal)
    case (.literal(let literal), .count): self.init(comparison.mirrored, literal)
    default: return nil
    }
  }

  /// The stop for a count on the left side of a comparison.
  private init?(_ comparison: Comparison, _ literal: JSONValue) {
    guard let bound = literal.number?.int, bound < .max else { return nil }
    switch comparison {
    case .less, .greaterOrEqual: count = max(0, bound)
    case .equal, .unequal, .lessOrEqual, .greater: count = max(0, bound + 1)
    }
  }
}

extension Comparison {
  /// The equivalent comparison with its sides exchanged.
  fileprivate var mirrored: Comparison {
    switch self {
    case .equal, .unequal: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }
}
