internal import SessionFormat

/// Parses conditions (RFC 9535, section 2.3.5).
extension QueryParser {
  /// A whole condition with nothing but blanks around it.
  mutating func wholeCondition() throws(QueryError) -> LogicalSyntax {
    scanner.skipBlanks()
    let condition = try condition()
    scanner.skipBlanks()
    if !scanner.isAtEnd { throw operatorFault(else: .expectedOperator) }
    return condition
  }

  mutating func condition() throws(QueryError) -> LogicalSyntax {
    var alternatives = [try conjunction()]
    while takeOperator("||") { alternatives.append(try conjunction()) }
    return alternatives.count == 1 ? alternatives[0] : .or(alternatives)
  }

  private mutating func conjunction() throws(QueryError) -> LogicalSyntax {
    var terms = [try term()]
    while takeOperator("&&") { terms.append(try term()) }
    return terms.count == 1 ? terms[0] : .and(terms)
  }

  /// Takes the operator and the blanks around it, or nothing.
  private mutating func takeOperator(_ text: String) -> Bool {
    let start = scanner.position
    scanner.skipBlanks()
    guard scanner.take(text: text) else {
      scanner.position = start
      return false
    }
    scanner.skipBlanks()
    return true
  }

  private mutating func term() throws(QueryError) -> LogicalSyntax {
    switch scanner.peek {
    case "!":
      scanner.position += 1
      scanner.skipBlanks()
      return .not(scanner.peek == "(" ? try parenthesized() : try test(isNegated: true))
    case "(": return try parenthesized()
    default: return try test(isNegated: false)
    }
  }

  private mutating func parenthesized() throws(QueryError) -> LogicalSyntax {
    try descend()
    scanner.position += 1
    scanner.skipBlanks()
    let inner = try condition()
    scanner.skipBlanks()
    guard scanner.take(")") else {
      throw scanner.isAtEnd
        ? scanner.fault(.expectedParenthesis) : operatorFault(else: .expectedParenthesis)
    }
    depth -= 1
    if nextComparison() != nil { throw scanner.fault(.conditionCompared) }
    return inner
  }

  /// A comparison, an existence test, or a function that is a condition by itself.
  private mutating func test(isNegated: Bool) throws(QueryError) -> LogicalSyntax {
    let start = scanner.position
    let left = try operand(missing: .expectedCondition)
    guard let comparison = nextComparison() else { return try standalone(left, at: start) }
    if isNegated { throw scanner.fault(.negatedComparison, at: start) }
    let value = try compared(left, at: start)
    scanner.position += comparison.rawValue.utf8.count
    if scanner.peek == "=" { throw scanner.fault(.foreignOperator(write: "== to compare")) }
    if comparison == .less, scanner.peek == ">" {
      throw scanner.fault(.foreignOperator(write: "!= to compare"), at: scanner.position - 1)
    }
    scanner.skipBlanks()
    let right = scanner.position
    let isText = if case .path(let path) = left { path.isStepType } else { false }
    let other = try compared(
      try operand(missing: .expectedRightSide, isText: isText), at: right)
    if nextComparison() != nil { throw scanner.fault(.chainedComparison) }
    return .comparison(value, comparison, other)
  }

  /// Moves to the comparison operator that follows; does not move if there is none.
  private mutating func nextComparison() -> Comparison? {
    let start = scanner.position
    scanner.skipBlanks()
    let found = Comparison.allCases.first { scanner.isNext($0.rawValue) }
    if found == nil { scanner.position = start }
    return found
  }

  private func standalone(_ operand: Operand, at start: Int) throws(QueryError) -> LogicalSyntax {
    switch operand {
    case .path(let path): return .exists(path)
    case .pattern(let test): return .pattern(test)
    case .function(let name, _): throw scanner.fault(.valueAlone(function: name), at: start)
    case .literal:
      var rest = scanner
      rest.skipBlanks()
      throw rest.peek == "="
        ? operatorFault(else: .literalAlone)
        : scanner.fault(.literalAlone, at: start)
    }
  }

  private func compared(_ operand: Operand, at start: Int) throws(QueryError) -> ValueSyntax {
    switch operand {
    case .path(let path) where path.isSingular: return .path(path)
    case .path: throw scanner.fault(.severalValuesCompared, at: start)
    case .pattern: throw scanner.fault(.conditionCompared, at: start)
    case .function(_, let value): return value
    case .literal(let value): return .literal(value)
    }
  }

  /// The fault if an operator or the end is missing: the likely mistake, or the given fault.
  func operatorFault(else kind: QueryError.Kind) -> QueryError {
    var rest = scanner
    rest.skipBlanks()
    let word = rest.run(while: QueryScanner.isInName)
    switch (rest.peek, word) {
    case ("=", _) where rest.isNext("=~"):
      return rest.fault(.foreignOperator(write: "search($.type, \"pattern\") to match a pattern"))
    case ("=", _): return rest.fault(.foreignOperator(write: "== to compare"))
    case ("&", _): return rest.fault(.foreignOperator(write: "&& for and"))
    case ("|", _): return rest.fault(.foreignOperator(write: "|| for or"))
    case (_, "and"), (_, "AND"): return rest.fault(.foreignOperator(write: "&& for and"))
    case (_, "or"), (_, "OR"): return rest.fault(.foreignOperator(write: "|| for or"))
    default: return rest.fault(kind)
    }
  }
}
