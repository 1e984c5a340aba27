/// A query or condition that cannot be parsed, or that costs more than was allowed.
///
/// ```swift
/// do { _ = try Condition("$.n = 5") } catch { print(error) }
/// // column 5: write == to compare
/// ```
public struct QueryError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public let kind: Kind

  /// The character (Unicode scalar) at fault in the query, from 1; nil if there is no single place.
  public let column: Int?

  init(_ kind: Kind, column: Int? = nil) {
    self.kind = kind
    self.column = column
  }

  /// The fault on one line in lower case: its column if there is one, then ``message``.
  public var description: String {
    column.map { "column \($0): \(message)" } ?? message
  }
}

extension QueryError {
  /// The possible faults of a query.
  public enum Kind: Equatable, Sendable {
    // The path.

    /// A path that does not begin with `$`.
    case missingRoot
    /// A blank before or after a path that stands alone.
    case blankAtEdge
    /// Text that does not belong to the path.
    case expectedSegment
    /// No name after a dot.
    case expectedName
    /// An index after a dot.
    case dottedIndex
    /// A name that needs quotes after a dot or in brackets.
    case nameNeedsQuotes(String)
    /// No selector in the brackets.
    case expectedSelector
    /// A selector that is not followed by a comma or a bracket.
    case expectedBracket
    /// Not an integer in the form of RFC 9535.
    case badInteger
    /// An integer beyond ±(2^53 - 1).
    case integerTooLarge
    /// A wildcard, a filter, a slice or `..` where one place is meant.
    case manyPlaces
    /// An index that counts from the end where one place is meant.
    case indexFromEnd
    /// Brackets with nothing in them in a path to one place.
    case emptyBrackets
    /// A `[` that is not closed in a path to one place.
    case unclosedBracket
    /// A `~` in a pointer that neither 0 nor 1 follows (RFC 6901, section 3).
    case badPointerEscape

    // Literals.

    /// A text without its closing quote.
    case unterminatedText
    /// An escape that RFC 9535 does not define.
    case badEscape
    /// Half of a surrogate pair.
    case loneSurrogate
    /// A raw control character in a text.
    case controlCharacter
    /// Not a number in JSON form.
    case badNumber
    /// `true`, `false` or `null` with capitals.
    case capitalLetters(String)

    // Conditions.

    /// A condition is missing.
    case expectedCondition
    /// A comparison without its right side.
    case expectedRightSide
    /// A word without quotes in place of a value.
    case unquotedText(String)
    /// A word in place of a path.
    case missingDollar(String)
    /// A word in place of a text on the right of a comparison in a condition over steps.
    case unquotedWord(String)
    /// A path to a member that a step does not have; it has these.
    case notAMember(String, of: [String])
    /// A path without `$` or `@` in a filter.
    case bareInFilter(String)
    /// An operator of another language, and what to write instead.
    case foreignOperator(write: String)
    /// Text after a condition that is not an operator.
    case expectedOperator
    /// A `(` that is not closed.
    case expectedParenthesis
    /// A literal that is not compared with anything.
    case literalAlone
    /// A comparison of a path that may select several values.
    case severalValuesCompared
    /// A comparison of something that is already a condition.
    case conditionCompared
    /// `!` before a comparison without parentheses.
    case negatedComparison
    /// A second comparison right after the first.
    case chainedComparison

    // Functions.

    /// A function that does not exist.
    case unknownFunction(String)
    /// A blank between a function's name and its parenthesis.
    case blankBeforeParenthesis
    /// An argument is missing.
    case expectedArgument
    /// Too few or too many arguments.
    case argumentCount(function: String, expected: Int)
    /// An argument that is not a single value.
    case argumentNotValue(function: String)
    /// An argument that is not a path.
    case argumentNotPath(function: String)
    /// An argument that is not followed by a comma or a parenthesis.
    case expectedArgumentEnd
    /// A function's value that is not compared with anything.
    case valueAlone(function: String)

    /// A text that is no regular expression of RFC 9485.
    case notAPattern

    // Limits.

    /// More levels of parentheses, filters and functions than allowed.
    case tooDeep(limit: Int)
    /// A regular expression that takes more states than allowed.
    case patternTooLarge(limit: Int)
    /// More nodes to visit than allowed.
    case limitExceeded(limit: Int)
  }
}
