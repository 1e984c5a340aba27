/// A pattern of action types: `*` stands for any characters, `?` for one.
package struct TypeGlob: Sendable {
  private let pattern: StarPattern<Character>

  package init(_ pattern: String) {
    self.pattern = StarPattern(
      pattern.map { letter in
        letter == "*" ? .any : .one { letter == "?" || letter == $0 }
      })
  }

  /// Whether the type matches.
  ///
  /// Complexity: O(pattern length × type length) at worst.
  package func matches(_ type: String) -> Bool { pattern.matches(Array(type)) }
}

/// A pattern of letters, with stars that stand for any number of them.
package struct StarPattern<Letter>: Sendable {
  package enum Token: Sendable {
    case any
    case one(@Sendable (Letter) -> Bool)
  }

  private let tokens: [Token]

  package init(_ tokens: [Token]) { self.tokens = tokens }

  /// Whether the letters match.
  ///
  /// Complexity: O(letters × tokens) at worst.
  package func matches(_ letters: [Letter]) -> Bool {
    var (place, token) = (0, 0)
    var star: (place: Int, token: Int)?
    while place < letters.count {
      if token < tokens.count, case .any = tokens[token] {
        star = (place, token)
        token += 1
      } else if token < tokens.count, case .one(let takes) = tokens[token], takes(letters[place]) {
        place += 1
        token += 1
      } else if let last = star {
        // The last star takes one more letter.
        star = (last.place + 1, last.token)
        (place, token) = (last.place + 1, last.token + 1)
      } else {
        return false
      }
    }
    return tokens[token...].allSatisfy { if case .any = $0 { true } else { false } }
  }
}
