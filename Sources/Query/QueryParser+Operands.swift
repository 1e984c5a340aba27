internal import SessionFormat

/// Parses the operands of comparisons and functions: literals, paths and functions (RFC 9535, 2.4).
extension QueryParser {
  enum Operand {
    case literal(JSONValue)
    case path(PathSyntax)
    case function(name: String, ValueSyntax)
    case pattern(PatternTest)
  }

  /// The operand that begins here; throws the given fault if there is none.
  ///
  /// - Parameter isText: Whether it must be a text, so that a word is one whose quotes were forgotten,
  ///   or eaten by a shell.
  mutating func operand(
    missing: QueryError.Kind, isText: Bool = false
  ) throws(QueryError) -> Operand {
    if scanner.peek == "$" || scanner.peek == "@" { return .path(try path()) }
    if let text = try scanner.quotedText() { return .literal(.string(text)) }
    if let number = try scanner.number() { return .literal(.number(number)) }
    let start = scanner.position
    let word = scanner.take(while: QueryScanner.isInName)
    switch word {
    case "":
      if let step, scanner.peek == "[" { return .path(try bare(in: step)) }
      throw missingFault(missing)
    case "true": return .literal(.bool(true))
    case "false": return .literal(.bool(false))
    case "null": return .literal(.null)
    default: break
    }
    if scanner.peek == "(" { return try function(word, at: start) }
    if let step, isBarePath(word, isText: isText) {
      scanner.position = start
      return .path(try bare(in: step))
    }
    throw wordFault(word, at: start, isRightSide: missing != .expectedCondition)
  }

  /// Whether a word is a path from the state, rather than a mistake that has advice of its own.
  private func isBarePath(_ word: String, isText: Bool) -> Bool {
    if scanner.peek == "." || scanner.peek == "[" { return true }
    let isForeign = ["not", "true", "false", "null"].contains(word.lowercased())
    var rest = scanner
    rest.skipBlanks()
    return !isText && !isForeign && rest.peek != "("
  }

  private func missingFault(_ kind: QueryError.Kind) -> QueryError {
    // A dot or a bracket here means a path without its `$`.
    if scanner.peek == "." || scanner.peek == "[" { return scanner.fault(.missingRoot) }
    return scanner.fault(kind)
  }

  private func wordFault(_ word: String, at start: Int, isRightSide: Bool) -> QueryError {
    if ["true", "false", "null"].contains(word.lowercased()) {
      return scanner.fault(.capitalLetters(word), at: start)
    }
    var rest = scanner
    rest.skipBlanks()
    if rest.peek == "(", rest.position > scanner.position, Function(rawValue: word) != nil {
      return scanner.fault(.blankBeforeParenthesis)
    }
    if word.lowercased() == "not", !isRightSide {
      return scanner.fault(.foreignOperator(write: "! for not"), at: start)
    }
    let isPath = scanner.peek == "." || scanner.peek == "["
    if isRightSide && !isPath {
      return scanner.fault(step == nil ? .unquotedText(word) : .unquotedWord(word), at: start)
    }
    return scanner.fault(.missingDollar(word), at: start)
  }
}

// MARK: - Functions

extension QueryParser {
  enum Function: String {
    case length, count, value, match, search

    var argumentCount: Int { self == .match || self == .search ? 2 : 1 }
  }

  private typealias Argument = (operand: Operand, position: Int)

  /// A function call; its name has been taken, and its parenthesis is next.
  private mutating func function(_ name: String, at start: Int) throws(QueryError) -> Operand {
    guard let function = Function(rawValue: name) else {
      throw scanner.fault(.unknownFunction(name), at: start)
    }
    try descend()
    let arguments = try arguments(of: function)
    depth -= 1
    guard arguments.count == function.argumentCount, let first = arguments.first else {
      throw scanner.fault(
        .argumentCount(function: name, expected: function.argumentCount), at: start)
    }
    switch function {
    case .length: return .function(name: name, .length(try value(first, of: name)))
    case .count: return .function(name: name, .count(try path(first, of: name)))
    case .value: return .function(name: name, .value(try path(first, of: name)))
    case .match, .search:
      let test = PatternTest(
        subject: try value(first, of: name), pattern: try pattern(arguments[1], of: name),
        isWhole: function == .match, column: arguments[1].position + 1)
      return .pattern(test)
    }
  }

  private mutating func arguments(of function: Function) throws(QueryError) -> [Argument] {
    scanner.position += 1
    scanner.skipBlanks()
    if scanner.take(")") { return [] }
    var arguments: [Argument] = []
    repeat {
      scanner.skipBlanks()
      let position = scanner.position
      let isText = arguments.count == 1 && function.argumentCount == 2
      arguments.append((try operand(missing: .expectedArgument, isText: isText), position))
      scanner.skipBlanks()
    } while scanner.take(",")
    guard scanner.take(")") else { throw scanner.fault(.expectedArgumentEnd) }
    return arguments
  }

  private func value(_ argument: Argument, of name: String) throws(QueryError) -> ValueSyntax {
    switch argument.operand {
    case .literal(let value): return .literal(value)
    case .path(let path) where path.isSingular: return .path(path)
    case .function(_, let value): return value
    case .path, .pattern:
      throw scanner.fault(.argumentNotValue(function: name), at: argument.position)
    }
  }

  private func path(_ argument: Argument, of name: String) throws(QueryError) -> PathSyntax {
    if case .path(let path) = argument.operand { return path }
    throw scanner.fault(.argumentNotPath(function: name), at: argument.position)
  }

  private func pattern(
    _ argument: Argument, of name: String
  ) throws(QueryError) -> PatternTest.Source {
    let value = try value(argument, of: name)
    guard case .literal(let literal) = value, let text = literal.string else {
      return .computed(value)
    }
    let pattern = try IRegexp.read(text, column: argument.position + 1)
    if pattern == nil, refusesPatterns { throw scanner.fault(.notAPattern, at: argument.position) }
    return .literal(pattern)
  }
}
