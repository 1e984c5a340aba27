/// A word, a mark, or a directive of Swift source, without comments and the text of strings.
struct SourceToken: Equatable {
  /// `Mutex`, `#if`, `@available`, `{`.
  let text: String
  /// From 1.
  let line: Int
}

/// Cuts Swift source into tokens; what stands in a string is left out, but not its interpolations.
struct SourceTokens {
  private(set) var tokens: [SourceToken] = []
  private let characters: [Character]
  private var at = 0
  private var line = 1

  static func of(_ source: String) -> [SourceToken] {
    var lexer = SourceTokens(characters: Array(source))
    lexer.run(untilClosed: false)
    return lexer.tokens
  }

  private init(characters: [Character]) { self.characters = characters }

  private func peek(_ ahead: Int = 0) -> Character? {
    characters.indices.contains(at + ahead) ? characters[at + ahead] : nil
  }

  private mutating func take() {
    if peek()?.isNewline == true { line += 1 }
    at += 1
  }

  private func stands(_ text: String) -> Bool {
    text.enumerated().allSatisfy { peek($0.offset) == $0.element }
  }

  /// Reads to the end, or to the parenthesis that closes an interpolation.
  private mutating func run(untilClosed: Bool) {
    var depth = 0
    while let character = peek() {
      if character.isWhitespace {
        take()
      } else if stands("//") {
        while let next = peek(), !next.isNewline { _ = next; take() }
      } else if stands("/*") {
        skipComment()
      } else if let hashes = stringStart() {
        skipString(hashes: hashes)
      } else if isWord(character) || "#@".contains(character) {
        word()
      } else {
        if character == "(" { depth += 1 }
        if character == ")" { depth -= 1 }
        if untilClosed, depth < 0 { return }
        tokens.append(SourceToken(text: String(character), line: line))
        take()
      }
    }
  }

  private func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  private mutating func word() {
    let start = line
    var text = ""
    repeat {
      if let next = peek() { text.append(next) }
      take()
    } while peek().map(isWord) == true
    tokens.append(SourceToken(text: text, line: start))
  }

  private mutating func skipComment() {
    var depth = 0
    repeat {
      if stands("/*") { depth += 1 }
      if stands("*/") { depth -= 1 }
      take()
    } while depth > 0 && peek() != nil
    take()
  }

  /// How many `#` stand before the quotes of a string that begins here; nil if none does.
  private func stringStart() -> Int? {
    var hashes = 0
    while peek(hashes) == "#" { hashes += 1 }
    return peek(hashes) == "\"" ? hashes : nil
  }

  private mutating func skipString(hashes: Int) {
    let rail = String(repeating: "#", count: hashes)
    for _ in 0..<hashes { take() }
    let quotes = stands("\"\"\"") ? "\"\"\"" : "\""
    for _ in quotes { take() }
    while peek() != nil, !stands(quotes + rail) {
      if stands("\\" + rail + "(") {
        for _ in 0..<hashes + 2 { take() }
        run(untilClosed: true)
      } else if stands("\\" + rail) {
        for _ in 0..<hashes + 1 { take() }
      }
      take()
    }
    for _ in quotes + rail { take() }
  }
}
