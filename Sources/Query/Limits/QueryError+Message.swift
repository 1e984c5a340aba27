internal import SessionFormat

extension QueryError {
  /// What is missing or wrong, and what to write instead, without the column.
  public var message: String {
    kind.pathMessage ?? kind.literalMessage ?? kind.conditionMessage ?? kind.functionMessage
      ?? kind.limitMessage
  }
}

extension QueryError.Kind {
  fileprivate var pathMessage: String? {
    switch self {
    case .missingRoot: "a path begins with $, for example $.state.total"
    case .blankAtEdge: "a path has no blanks before or after it"
    case .expectedSegment: "only .name, ..name or [selector] may follow in a path"
    case .expectedName: "a name or * must follow the dot, for example $.state"
    case .dottedIndex: "an index is written in brackets, for example $.items[0]"
    case .nameNeedsQuotes(let name): "this name needs brackets and quotes: ['\(shown(name))']"
    case .expectedSelector:
      "the brackets need a name in quotes, an index, a slice, * or a ?condition"
    case .manyPlaces: "this may select several places, and one is meant: give a name or an index"
    case .indexFromEnd:
      "the place that counts from the end changes from state to state: give its index"
    case .emptyBrackets: "the brackets need an index or a name"
    case .unclosedBracket: "the bracket that begins here is not closed"
    case .badPointerEscape: "after ~ comes 0 or 1"
    case .expectedBracket: "a comma or ] must follow a selector"
    case .badInteger: "an integer is needed here, without + and without leading zeros"
    case .integerTooLarge: "an integer must be between -9007199254740991 and 9007199254740991"
    default: nil
    }
  }

  fileprivate var literalMessage: String? {
    switch self {
    case .unterminatedText: "the text that begins here has no closing quote"
    case .badEscape:
      #"a backslash goes before b, f, n, r, t, /, \, the quote in use, or u and four hex digits"#
    case .loneSurrogate: "half of a surrogate pair: write both halves, or the character itself"
    case .controlCharacter: #"a control character is written as an escape, for example \n"#
    case .badNumber: "a number is written as in JSON, for example -1.5 or 2e3"
    case .capitalLetters(let word): "write \(word.lowercased()) in lower case"
    default: nil
    }
  }

  fileprivate var conditionMessage: String? {
    switch self {
    case .expectedCondition: "a condition is needed here, for example $.state.total < 0"
    case .expectedRightSide:
      "a comparison needs a value on its right, for example $.state.total < 0"
    case .unquotedText(let word): "text needs quotes: \"\(shown(word))\""
    case .missingDollar(let word): "a path begins with $: $.\(shown(word))"
    case .unquotedWord(let word):
      "text needs quotes: \"\(shown(word))\"; a member of the state is $.state.\(shown(word)) here"
    case .notAMember(let name, let members):
      "a step has no member \(shown(name)), only \(members.joined(separator: ", ")); "
        + "a member of the state is written \(shown(name)) or $.state.\(shown(name))"
    case .bareInFilter(let word):
      "in a filter write @.\(shown(word)) for the element, or $.state.\(shown(word)) for the state"
    case .foreignOperator(let write): "write \(write)"
    case .expectedOperator: "only an operator may follow here: == != < <= > >= && ||"
    case .expectedParenthesis: "a closing ) is missing here"
    case .literalAlone: "a literal alone is not a condition: compare it, for example $.n == 5"
    case .severalValuesCompared:
      "a comparison takes a path of names and single indexes; for other paths use count() or value()"
    case .conditionCompared: "this is a condition already: leave out the comparison"
    case .negatedComparison: "a comparison after ! needs parentheses, for example !($.n == 5)"
    case .chainedComparison: "comparisons do not chain: join two of them with &&"
    default: nil
    }
  }

  fileprivate var functionMessage: String? {
    switch self {
    case .unknownFunction(let name):
      "no function \(shown(name)): there are length, count, value, match and search"
    case .blankBeforeParenthesis: "leave no blank between a function's name and ("
    case .expectedArgument: "an argument is needed here: a path, a literal or a function"
    case .argumentCount(let function, let expected):
      "\(function)() takes \(expected) \(expected == 1 ? "argument" : "arguments")"
    case .argumentNotValue(let function):
      "\(function)() takes a literal, a path of names and single indexes, or a function's value"
    case .argumentNotPath(let function):
      "\(function)() takes a path, for example \(function)($.state.items[*])"
    case .expectedArgumentEnd: "a comma or ) must follow an argument"
    case .notAPattern:
      "this is no regular expression (RFC 9485, which has no \\d, \\w, \\b, *? or (?i)): write [0-9], "
        + "[A-Za-z0-9_], and put a backslash before a sign that is meant itself"
    case .valueAlone(let function):
      "\(function)() gives a value: compare it, for example \(function)($.state.items) > 0"
    default: nil
    }
  }

  fileprivate var limitMessage: String {
    switch self {
    case .tooDeep(let limit): "nested deeper than \(limit) levels: write a flatter query"
    case .patternTooLarge(let limit):
      "a pattern takes at most \(limit) states and 64 levels: repeat less in it"
    case .limitExceeded(let limit):
      "the query takes more than \(limit) visits and steps of patterns: write a narrower path or pattern"
    default: "not a query"
    }
  }

  /// A word of the query as it may be shown: short, and without unsafe characters.
  private func shown(_ word: String) -> String {
    let start = word.unicodeScalars.prefix(40)
    return start.contains(where: UnsafeText.contains) ? "name" : String(start)
  }
}
