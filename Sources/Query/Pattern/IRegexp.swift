internal import SessionFormat

/// A regular expression of RFC 9485 (I-Regexp), which is what `match` and `search` take.
///
/// It is compiled to an automaton that works on the bytes of a text and whose states are made as texts
/// lead to them, so a text costs at most its length times the size of the pattern, whatever the
/// pattern. What it says literally is looked for first. In one point it follows the
/// compliance suite of RFC 9535 beyond the standard: `^` and `$` outside of brackets are the edges
/// of the text.
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

  /// The regular expression that this text writes, or nil if it is none.
  ///
  /// - Throws: A ``QueryError`` where the pattern takes more states or more levels of parentheses
  ///   than allowed.
  public init?(_ text: String) throws(QueryError) {
    guard let pattern = try Self.read(text, column: nil) else { return nil }
    self = pattern
  }

  /// The pattern that this text writes, or nil if it is none.
  ///
  /// - Throws: A ``QueryError`` with that column where the pattern takes more instructions or more
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

/// Why a text gives no automaton.
enum PatternFault: Error {
  case invalid
  case tooLarge
}

/// A regular expression as its grammar reads it.
indirect enum PatternSyntax {
  case characters(CharacterClass)
  case edge(PatternEdge)
  case sequence([PatternSyntax])
  case alternatives([PatternSyntax])
  case repeated(PatternSyntax, least: Int, most: Int?)
}

/// A place in the text that a pattern may ask for without taking a character.
enum PatternEdge: Sendable {
  case start
  case end
}
