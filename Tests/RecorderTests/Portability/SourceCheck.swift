/// Holds a source file to what the recorder may use: a line for each fault, `line: what`.
struct SourceCheck {
  private static let everywhere: Set = ["Swift", "Foundation"]
  private static let platforms: Set = ["Darwin", "MachO", "Glibc", "Musl", "CProcessor", "os"]

  /// The modules of ours that the file may import.
  let modules: Set<String>
  /// Whether the file stands in the folder for what differs between systems.
  let isInPlatformFolder: Bool

  func faults(of source: String) -> [String] {
    let tokens = SourceTokens.of(source)
    let fenced = Fences.of(tokens)
    return imports(tokens) + conditions(tokens) + names(tokens, fenced) + packs(tokens)
  }

  private func imports(_ tokens: [SourceToken]) -> [String] {
    let kinds: Set = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"]
    return tokens.indices.dropLast().compactMap { place in
      guard tokens[place].text == "import" else { return nil }
      var name = tokens[place + 1]
      if kinds.contains(name.text), place + 2 < tokens.count { name = tokens[place + 2] }
      if Self.everywhere.contains(name.text) || modules.contains(name.text) { return nil }
      if Self.platforms.contains(name.text), isInPlatformFolder { return nil }
      return "\(name.line): import \(name.text)"
    }
  }

  /// Only the compiler's version may be asked for elsewhere.
  private func conditions(_ tokens: [SourceToken]) -> [String] {
    let asked: Set = ["os", "canImport", "arch", "targetEnvironment"]
    return tokens.indices.compactMap { place in
      guard !isInPlatformFolder, ["#if", "#elseif"].contains(tokens[place].text) else { return nil }
      let line = tokens[place...].prefix { $0.line == tokens[place].line }
      guard let word = line.first(where: { asked.contains($0.text) }) else { return nil }
      return "\(word.line): \(tokens[place].text) \(word.text)"
    }
  }

  private func names(_ tokens: [SourceToken], _ fenced: [Bool]) -> [String] {
    let byStart = Dictionary(grouping: NewerNames.refused) { $0.tokens.first ?? "" }
    return tokens.indices.flatMap { place -> [String] in
      guard !fenced[place] else { return [] }
      return (byStart[tokens[place].text] ?? []).compactMap { refused in
        let found = tokens[place...].prefix(refused.tokens.count).map(\.text)
        guard found == refused.tokens else { return nil }
        return "\(tokens[place].line): \(found.joined()) (\(refused.why))"
      }
    }
  }

  /// Types with a list of types as a parameter need the runtime of iOS 17; functions do not.
  private func packs(_ tokens: [SourceToken]) -> [String] {
    tokens.indices.dropLast(2).compactMap { place in
      guard ["struct", "class", "enum", "actor"].contains(tokens[place].text),
        tokens[place + 2].text == "<"
      else { return nil }
      let parameters = tokens[(place + 3)...].prefix { $0.text != ">" }
      guard parameters.contains(where: { $0.text == "each" }) else { return nil }
      return "\(tokens[place].line): \(tokens[place + 1].text)<each> (parameter packs, iOS 17)"
    }
  }
}

/// The tokens that only run, or only are compiled, where what they name is there.
enum Fences {
  static func of(_ tokens: [SourceToken]) -> [Bool] {
    var fenced = tokens.map { _ in false }
    var depth = 0
    for place in tokens.indices {
      if tokens[place].text == "#if" { depth += 1 }
      if tokens[place].text == "#endif" { depth -= 1 }
      if depth > 0 { fenced[place] = true }
      guard let end = end(of: place, tokens) else { continue }
      for inside in place..<end { fenced[inside] = true }
    }
    return fenced
  }

  /// Where the fence ends that begins with that token; nil if none does.
  private static func end(of place: Int, _ tokens: [SourceToken]) -> Int? {
    guard ["@available", "#available"].contains(tokens[place].text) else { return nil }
    let close = tokens[place...].firstIndex { $0.text == ")" } ?? tokens.endIndex
    let words = tokens[place..<close].map(\.text)
    guard words.contains("iOS"), !words.contains("deprecated") else { return nil }
    let isGuard = tokens[..<place].suffix(1).map(\.text) == ["guard"]
    var depth = isGuard ? 1 : 0
    for index in close..<tokens.endIndex {
      if tokens[index].text == "{" { depth += 1 }
      if tokens[index].text == "}" {
        depth -= 1
        if depth <= 0 { return index }
      }
    }
    return tokens.endIndex
  }
}
