/// Parses the grammar of RFC 9485, section 4.
///
/// In one point it follows the published compliance suite and common use instead: outside of
/// brackets, `^` and `$` are the edges of the text. For the characters, write `\^` and `[$]`.
struct PatternParser {
  /// The most levels of parentheses in a pattern.
  static let depthLimit = 64

  private var scanner: QueryScanner
  private var depth = 0

  init(_ text: String) {
    scanner = QueryScanner(text)
  }

  /// The whole text as one pattern.
  mutating func pattern() throws(PatternFault) -> PatternSyntax {
    let pattern = try alternatives()
    guard scanner.peek == nil else { throw .invalid }
    return pattern
  }

  private mutating func alternatives() throws(PatternFault) -> PatternSyntax {
    var branches = [try branch()]
    while scanner.take("|") { branches.append(try branch()) }
    return branches.count == 1 ? branches[0] : .alternatives(branches)
  }

  private mutating func branch() throws(PatternFault) -> PatternSyntax {
    var pieces: [PatternSyntax] = []
    while let next = scanner.peek, next != "|", next != ")" { pieces.append(try piece()) }
    return .sequence(pieces)
  }

  private mutating func piece() throws(PatternFault) -> PatternSyntax {
    let atom = try atom()
    if scanner.take("*") { return .repeated(atom, least: 0, most: nil) }
    if scanner.take("+") { return .repeated(atom, least: 1, most: nil) }
    if scanner.take("?") { return .repeated(atom, least: 0, most: 1) }
    guard scanner.take("{") else { return atom }
    let least = try count()
    var most: Int? = least
    if scanner.take(",") { most = scanner.peek == "}" ? nil : try count() }
    guard scanner.take("}"), most.map({ $0 >= least }) ?? true else { throw .invalid }
    return .repeated(atom, least: least, most: most)
  }

  /// The count of a repetition; values beyond every limit are capped.
  private mutating func count() throws(PatternFault) -> Int {
    let digits = scanner.take(while: QueryScanner.isDigit)
    guard !digits.isEmpty else { throw .invalid }
    return digits.utf8.reduce(0) { min($0 * 10 + Int($1) - 48, 1_000_000_000) }
  }

  private mutating func atom() throws(PatternFault) -> PatternSyntax {
    guard let next = scanner.peek else { throw .invalid }
    scanner.position += 1
    switch next {
    case "(":
      guard depth < Self.depthLimit else { throw .tooLarge }
      depth += 1
      let inner = try alternatives()
      depth -= 1
      guard scanner.take(")") else { throw .invalid }
      return inner
    case ".": return .characters(.dot)
    case "^": return .edge(.start)
    case "$": return .edge(.end)
    case "[": return .characters(try bracketed())
    case "\\":
      if let mask = try categories() {
        var characters = CharacterClass()
        characters.insert(categories: mask)
        return .characters(characters)
      }
      return .characters(CharacterClass(try escaped()))
    case ")", "*", "+", "?", "]", "{", "|", "}": throw .invalid
    default: return .characters(CharacterClass(next))
    }
  }

  /// The character of an escape, after its backslash.
  private mutating func escaped() throws(PatternFault) -> Unicode.Scalar {
    guard let letter = scanner.peek else { throw .invalid }
    scanner.position += 1
    switch letter {
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "("..."+", "-", ".", "?", "["..."^", "{"..."}": return letter
    default: throw .invalid
    }
  }

  /// The categories of `p{…}` or `P{…}` after a backslash, or nil if something else follows.
  private mutating func categories() throws(PatternFault) -> UInt32? {
    guard let letter = scanner.peek, letter == "p" || letter == "P" else { return nil }
    scanner.position += 1
    guard scanner.take("{") else { throw .invalid }
    let code = scanner.take { $0 != "}" }
    guard scanner.take("}"),
      let mask = CharacterClass.categories(named: code, isComplement: letter == "P")
    else { throw .invalid }
    return mask
  }

  /// A class in brackets, after the opening bracket.
  private mutating func bracketed() throws(PatternFault) -> CharacterClass {
    var characters = CharacterClass()
    characters.isNegated = scanner.take("^")
    // A hyphen is literal only at the beginning and at the end.
    var isEmpty = true
    if scanner.take("-") {
      characters.insert("-"..."-")
      isEmpty = false
    }
    while let next = scanner.peek, next != "]" {
      if scanner.take("-") {
        guard !isEmpty, scanner.peek == "]" else { throw .invalid }
        characters.insert("-"..."-")
        break
      }
      try insertNext(into: &characters)
      isEmpty = false
    }
    guard !isEmpty, scanner.take("]") else { throw .invalid }
    characters.finish()
    return characters
  }

  /// Adds the next character, range or category of a class in brackets.
  private mutating func insertNext(into characters: inout CharacterClass) throws(PatternFault) {
    let start = scanner.position
    if scanner.take("\\"), let mask = try categories() {
      characters.insert(categories: mask)
      return
    }
    scanner.position = start
    let first = try classCharacter()
    let hyphen = scanner.position
    guard scanner.take("-"), scanner.peek != "]" else {
      scanner.position = hyphen
      characters.insert(first...first)
      return
    }
    let last = try classCharacter()
    guard first <= last else { throw .invalid }
    characters.insert(first...last)
  }

  private mutating func classCharacter() throws(PatternFault) -> Unicode.Scalar {
    guard let next = scanner.peek else { throw .invalid }
    scanner.position += 1
    switch next {
    case "\\": return try escaped()
    case "-", "[", "]": throw .invalid
    default: return next
    }
  }
}
