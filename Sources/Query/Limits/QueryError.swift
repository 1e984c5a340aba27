/// A query or condition that can't be read, or that costs more to answer than was allowed.
///
/// ```swift
/// do { _ = try Condition("$.n = 5") } catch { print(error) }
/// // column 5: write == to compare
/// ```
public struct QueryError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public let kind: Kind

  /// The character (Unicode scalar) of the query at fault, from 1; nil if no single place is.
  public let column: Int?

  init(_ kind: Kind, column: Int? = nil) {
    self.kind = kind
    self.column = column
  }

  /// The fault on one line in lower case: its column where it has one, then ``message``.
  public var description: String {
    column.map { "column \($0): \(message)" } ?? message
  }
}

extension QueryError {
  /// What can be wrong with a query.
  public enum Kind: Equatable, Sendable {
    // The path.

    /// A path that does not begin with `$`.
    case missingRoot
    /// A blank before or after a path that stands alone.
    case blankAtEdge
    /// Text that is no part of the path.
    case expectedSegment
    /// No name after a dot.
    case expectedName
    /// An index after a dot.
    case dottedIndex
    /// A name that can't stand after a dot or in brackets without quotes.
    case nameNeedsQuotes(String)
    /// No selector in the brackets.
    case expectedSelector
    /// A selector that ends in neither a comma nor a bracket.
    case expectedBracket
    /// Not an integer as RFC 9535 writes it.
    case badInteger
    /// An integer beyond ±(2^53 - 1).
    case integerTooLarge

    // Literals.

    /// A text without its closing quote.
    case unterminatedText
    /// An escape that RFC 9535 does not have.
    case badEscape
    /// Half of a surrogate pair.
    case loneSurrogate
    /// A raw control character in a text.
    case controlCharacter
    /// Not a number as JSON writes it.
    case badNumber
    /// `true`, `false` or `null` with capitals.
    case capitalLetters(String)

    // Conditions.

    /// No condition where one is due.
    case expectedCondition
    /// A comparison without its right side.
    case expectedRightSide
    /// A word without quotes where a value is due.
    case unquotedText(String)
    /// A word where a path is due.
    case missingDollar(String)
    /// An operator of another language, and what to write for it.
    case foreignOperator(write: String)
    /// Text after a condition that is no operator.
    case expectedOperator
    /// A `(` that is not closed.
    case expectedParenthesis
    /// A literal that is compared with nothing.
    case literalAlone
    /// A comparison of a path that may select several values.
    case severalValuesCompared
    /// A comparison of something that is a condition already.
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
    /// No argument where one is due.
    case expectedArgument
    /// Too few or too many arguments.
    case argumentCount(function: String, expected: Int)
    /// An argument that is not one value.
    case argumentNotValue(function: String)
    /// An argument that is no path.
    case argumentNotPath(function: String)
    /// An argument that ends in neither a comma nor a parenthesis.
    case expectedArgumentEnd
    /// A function's value that is compared with nothing.
    case valueAlone(function: String)

    // Limits.

    /// More levels of parentheses, filters and functions than allowed.
    case tooDeep(limit: Int)
    /// A regular expression that takes more states than allowed.
    case patternTooLarge(limit: Int)
    /// More nodes to visit than allowed.
    case limitExceeded(limit: Int)
  }
}
