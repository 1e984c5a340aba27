/// A Swift source, and the names that it declares and uses.
struct SourceFile {
  /// Below the sources: `Inspector/Diff/Likeness.swift`.
  let path: String
  private let tokens: [SwiftTokens.Token]
  /// The types and functions that it declares for other files.
  private(set) var declared: Set<String> = []
  /// Those that it declares within others, or for itself alone: here these names mean them.
  private(set) var own: Set<String> = []

  private static let kinds: Set = ["struct", "class", "enum", "protocol", "actor", "typealias"]
  private static let modifiers: Set = [
    "public", "package", "internal", "private", "fileprivate", "final", "indirect", "nonisolated",
  ]

  init(path: String, _ text: String) {
    self.path = path
    tokens = SwiftTokens(text).all
    var depth = 0
    for (place, token) in tokens.enumerated() {
      if token.text == "{" { depth += 1 }
      if token.text == "}" { depth -= 1 }
      guard let name = nameDeclared(at: place) else { continue }
      if depth == 0, !isPrivate(place) { declared.insert(name) } else { own.insert(name) }
    }
  }

  /// The folder that it lies in; that of the module for what lies in none.
  var folder: String { path.split(separator: "/").dropLast().joined(separator: "/") }
  /// The module that it belongs to.
  var module: String { String(path.prefix { $0 != "/" }) }

  /// The names that it uses of those that other files declare, each with its lines.
  var uses: [(name: String, line: Int)] {
    tokens.indices.filter(isUse).map { (tokens[$0].text, tokens[$0].line) }
  }

  private func text(_ place: Int) -> String {
    tokens.indices.contains(place) ? tokens[place].text : ""
  }

  private func nameDeclared(at place: Int) -> String? {
    let (keyword, name) = (text(place), text(place + 1))
    guard Self.kinds.contains(keyword) || keyword == "func", text(place - 1) != ".",
      name.first.map({ $0.isLetter || $0 == "_" }) ?? false
    else { return nil }
    // `class func`, and a parameter that is called `protocol`.
    return ["func", "var", "let", "subscript"].contains(name) ? nil : name
  }

  private func isPrivate(_ place: Int) -> Bool {
    var place = place - 1
    while Self.modifiers.contains(text(place)) {
      if ["private", "fileprivate"].contains(text(place)) { return true }
      place -= 1
    }
    return false
  }

  /// Whether a word may name what another file declares: no member of something, but for the module
  /// and behind a range.
  private func isUse(_ place: Int) -> Bool {
    let word = text(place)
    guard let first = word.first, first.isLetter, !own.contains(word) else { return false }
    if text(place - 1) == ".", ![".", module].contains(text(place - 2)) { return false }
    // A function is called, or declared; a name alone is a property or an argument.
    return first.isUppercase || text(place + 1) == "(" && text(place - 1) != "func"
  }
}
