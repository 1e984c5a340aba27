/// Parses the grammar of RFC 9485, section 4.
///
/// In one point it follows the published compliance suite and common use instead: outside of
/// brackets, `^` and `$` are the edges of the text. For the characters, write `\^` and `[$]`.
struct PatternParser {
  /// The most levels of parentheses in a pattern.
  static let depthLimit = 64

  private let scalars: [Unicode.Scalar]
  private var position = 0
  private var depth = 0

  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
  }

  private var peek: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == scalar else { return false }
    position += 1
    return true
  }

  /// The whole text as one pattern.
  mutating func pattern() throws(PatternFault) -> PatternSyntax {
    let pattern = try alternatives()
    guard peek == nil else { throw .invalid }
    return pattern
  }

  private mutating func alternatives() throws(PatternFault) -> PatternSyntax {
    var branches = [try branch()]
    while take("|") { branches.append(try branch()) }
    return branches.count == 1 ? branches[0] : .alternatives(branches)
  }

  private mutating func branch() throws(PatternFault) -> PatternSyntax {
    var pieces: [PatternSyntax] = []
    while let next = peek, next != "|", next != ")" { pieces.append(try piece()) }
    return .sequence(pieces)
  }

  private mutating func piece() throws(PatternFault) -> PatternSyntax {
    let atom = try atom()
    if take("*") { return .repeated(atom, least: 0, most: nil) }
    if take("+") { return .repeated(atom, least: 1, most: nil) }
    if take("?") { return .repeated(atom, least: 0, most: 1) }
    guard take("{") else { return atom }
    let least = try count()
    var most: Int? = least
    if take(",") { most = peek == "}" ? nil : try count() }
    guard take("}"), most.map({ $0 >= least }) ?? true else { throw .invalid }
    return .repeated(atom, least: least, most: most)
  }

  /// The count of a repetition; values beyond every limit are capped.
  private mutating func count() throws(PatternFault) -> Int {
    let start = position
    var value = 0
    while let next = peek, "0"..."9" ~= next {
      value = min(value * 10 + Int(next.value) - 48, 1_000_000_000)
      position += 1
    }
    guard position > start else { throw .invalid }
    return value
  }

  private mutating func atom() throws(PatternFault) -> PatternSyntax {
    guard let next = peek else { throw .invalid }
    position += 1
    switch next {
    case "(":
      guard depth < Self.depthLimit else { throw .tooLarge }
      depth += 1
      let inner = try alternatives()
      depth -= 1
      guard take(")") else { throw .invalid }
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
    guard let letter = peek else { throw .invalid }
    position += 1
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
    guard let letter = peek, letter == "p" || letter == "P" else { return nil }
    position += 1
    guard take("{") else { throw .invalid }
    var code = String.UnicodeScalarView()
    while let next = peek, next != "}", code.count < 3 {
      code.append(next)
      position += 1
    }
    guard take("}"),
      let mask = CharacterClass.categories(named: String(code), isComplement: letter == "P")
    else { throw .invalid }
    return mask
  }

  /// A class in brackets, after the opening bracket.
  private mutating func bracketed() throws(PatternFault) -> CharacterClass {
    var characters = CharacterClass()
    characters.isNegated = take("^")
    // A hyphen is literal only at the beginning and at the end.
    var isEmpty = true
    if take("-") {
      characters.insert("-"..."-")
      isEmpty = false
    }
    while let next = peek, next != "]" {
      if take("-") {
        guard !isEmpty, peek == "]" else { throw .invalid }
        characters.insert("-"..."-")
        break
      }
      try insertNext(into: &characters)
      isEmpty = false
    }
    guard !isEmpty, take("]") else { throw .invalid }
    characters.finish()
    return characters
  }

  /// Adds the next character, range or category of a class in brackets.
  private mutating func insertNext(into characters: inout CharacterClass) throws(PatternFault) {
    let start = position
    if take("\\"), let mask = try categories() {
      characters.insert(categories: mask)
      return
    }
    position = start
    let first = try classCharacter()
    let hyphen = position
    guard take("-"), peek != "]" else {
      position = hyphen
      characters.insert(first...first)
      return
    }
    let last = try classCharacter()
    guard first <= last else { throw .invalid }
    characters.insert(first...last)
  }

  private mutating func classCharacter() throws(PatternFault) -> Unicode.Scalar {
    guard let next = peek else { throw .invalid }
    position += 1
    switch next {
    case "\\": return try escaped()
    case "-", "[", "]": throw .invalid
    default: return next
    }
  }
}
