/// A regular expression of RFC 9485, which is what `match` and `search` take.
///
/// It is compiled to a nondeterministic automaton and run with a set of states, so a text costs at
/// most its length times the size of the pattern, whatever the pattern.
struct IRegexp: Sendable {
  /// The most instructions of a compiled pattern; `x{1000}` takes a thousand.
  static let sizeLimit = 10_000

  let program: [PatternInstruction]

  /// The number of instructions.
  var size: Int { program.count }

  /// The pattern that this text writes, or nil where it is none.
  ///
  /// - Throws: A ``QueryError`` with that column where the pattern takes more instructions or more
  ///   levels of parentheses than allowed.
  static func read(_ text: String, column: Int) throws(QueryError) -> IRegexp? {
    do {
      var parser = PatternParser(text)
      var compiler = PatternCompiler()
      return IRegexp(program: try compiler.program(of: try parser.pattern()))
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
