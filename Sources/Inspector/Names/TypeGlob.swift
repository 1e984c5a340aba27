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

  /// A pattern with stars that matches no type because of the case of its letters, written so that it
  /// matches; nil if it is none.
  package static func inOtherCase(_ pattern: String, _ types: [String]) -> String? {
    guard pattern.contains(where: { $0 == "*" || $0 == "?" }) else { return nil }
    let lower = TypeGlob(pattern.lowercased())
    guard let type = types.first(where: { lower.matches($0.lowercased()) }) else { return nil }
    // The letters before the first star stand at the same places in the type.
    let head = pattern.prefix { $0 != "*" && $0 != "?" }
    let other = String(type.prefix(head.count)) + pattern.dropFirst(head.count)
    return TypeGlob(other).matches(type) ? other : type
  }
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
