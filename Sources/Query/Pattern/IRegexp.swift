internal import SessionFormat

/// A regular expression of RFC 9485 (I-Regexp), as used by `match` and `search`.
///
/// It is compiled to an automaton over the bytes of a text, whose states are made when a text first
/// reaches them. Any text costs at most its length times the size of the pattern. Literal parts are
/// searched for first. In one point it follows the compliance suite of RFC 9535 and not the
/// standard: outside of brackets, `^` and `$` are the edges of the text.
///
/// ```swift
/// let name = try IRegexp(#"\p{Lu}[a-z]*"#)
/// try name?.matches("Anna")           // true
/// try name?.isFound(in: "to Anna")    // true
/// ```
public struct IRegexp: Sendable {
  /// The most instructions of a compiled pattern; `x{1000}` takes a thousand.
  static let sizeLimit = 10_000

  let program: [PatternInstruction]
  let matcher: PatternMatcher

  /// The number of instructions.
  var size: Int { program.count }

  private init(program: [PatternInstruction], _ literals: PatternLiterals) {
    self.program = program
    matcher = PatternMatcher(literals)
  }

  /// The regular expression that this text spells, or nil if it is not valid.
  ///
  /// - Throws: A ``QueryError`` if the pattern takes more states or more levels of parentheses than
  ///   allowed.
  public init?(_ text: String) throws(QueryError) {
    guard let pattern = try Self.read(text, column: nil) else { return nil }
    self = pattern
  }

  /// The pattern that this text spells, or nil if it is not valid.
  ///
  /// - Throws: A ``QueryError`` with that column if the pattern takes more instructions or more
  ///   levels of parentheses than allowed.
  static func read(_ text: String, column: Int?) throws(QueryError) -> IRegexp? {
    do {
      var parser = PatternParser(text)
      var compiler = PatternCompiler()
      let pattern = try parser.pattern()
      return IRegexp(program: try compiler.program(of: pattern), PatternLiterals(pattern))
    } catch {
      switch error {
      case .invalid: return nil
      case .tooLarge: throw QueryError(.patternTooLarge(limit: sizeLimit), column: column)
      }
    }
  }
}

/// Why a text cannot be compiled to an automaton.
enum PatternFault: Error {
  case invalid
  case tooLarge
}

/// A parsed regular expression.
indirect enum PatternSyntax {
  case characters(CharacterClass)
  case edge(PatternEdge)
  case sequence([PatternSyntax])
  case alternatives([PatternSyntax])
  case repeated(PatternSyntax, least: Int, most: Int?)
}

/// A position in the text that a pattern can require without taking a character.
enum PatternEdge: Sendable {
  case start
  case end
}
