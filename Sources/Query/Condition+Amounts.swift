package import SessionFormat

extension Condition {
  /// A comparison of an amount with a literal, outside filters, that no amount makes as it is wanted.
  package struct ImpossibleAmount: Equatable, Sendable {
    /// What is compared: `count`, `length` or `n`.
    package let amount: String
    package let literal: JSONValue
  }

  /// The first such comparison, if because of them the condition can never hold; else nil.
  package var impossibleAmount: ImpossibleAmount? {
    guard !canHold(without: []) else { return nil }
    return syntax.impossibleAmounts.first
  }
}

extension LogicalSyntax {
  /// All impossible comparisons of amounts that are wanted to be true, or under `!` false.
  private func amounts(isNegated: Bool) -> [Condition.ImpossibleAmount] {
    switch self {
    case .or(let terms), .and(let terms): terms.flatMap { $0.amounts(isNegated: isNegated) }
    case .not(let inner): inner.amounts(isNegated: !isNegated)
    case .comparison(let left, let comparison, let right):
      [Self.impossibleAmount(left, comparison, right, isNegated: isNegated)].compactMap(\.self)
    case .exists, .pattern: []
    }
  }

  fileprivate var impossibleAmounts: [Condition.ImpossibleAmount] { amounts(isNegated: false) }

  /// What an amount is compared with if the comparison is never true, or never false if negated.
  static func impossibleAmount(
    _ left: ValueSyntax, _ comparison: Comparison, _ right: ValueSyntax, isNegated: Bool
  ) -> Condition.ImpossibleAmount? {
    guard
      let (name, literal, sign) = amount(left, comparison, right)
        ?? amount(right, comparison.flipped, left)
    else { return nil }
    let found = Condition.ImpossibleAmount(amount: name, literal: literal)
    // Of another kind all but `!=` are false.
    guard let number = literal.number else { return (sign == .unequal) == isNegated ? found : nil }
    // What `!` turns round holds also where there is no amount.
    guard !isNegated else { return nil }
    let amount = number.double ?? 0
    return switch sign {
    case .less where amount <= 0: found
    case .lessOrEqual where amount < 0: found
    case .equal where amount < 0 || amount != amount.rounded(): found
    default: nil
    }
  }

  private static func amount(
    _ side: ValueSyntax, _ comparison: Comparison, _ other: ValueSyntax
  ) -> (String, JSONValue, Comparison)? {
    guard case .literal(let literal) = other else { return nil }
    return switch side {
    case .count: ("count", literal, comparison)
    case .length: ("length", literal, comparison)
    case .path(let path) where path.documentPlace?.tokens == ["n"]: ("n", literal, comparison)
    case .path, .literal, .value: nil
    }
  }
}
