import Inspector

/// A pattern of paths as in shells: `*`, `?`, `[a-z]`, and `**` for nested folders.
///
/// As in a shell, `*` and `?` do not match a dot at the beginning of a name. `**` does not enter
/// hidden folders or follow symbolic links, some of which form circles.
struct Glob {
  private let components: [Component]
  private let isAbsolute: Bool

  private enum Component {
    case name(String)
    case pattern(NamePattern)
    case folders
  }

  /// Nil if a path has none of these characters.
  init?(_ text: String) {
    guard text.contains(where: { "*?[".contains($0) }) else { return nil }
    var components: [Component] = []
    for part in text.split(separator: "/") {
      if part == "**" {
        // Two in a row mean the same as one.
        if case .folders? = components.last { continue }
        components.append(.folders)
      } else if part.contains(where: { "*?[".contains($0) }) {
        components.append(.pattern(NamePattern(part)))
      } else {
        components.append(.name(String(part)))
      }
    }
    if case .folders? = components.last { components.append(.pattern(NamePattern("*"))) }
    self.components = components
    isAbsolute = text.hasPrefix("/")
  }

  /// The paths that exist, in the order of their bytes.
  func paths() -> [String] {
    var found: Set<String> = []
    walk(isAbsolute ? "/" : "", components[...], &found)
    return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// - Parameter folder: Ends with a slash, except the current folder.
  private func walk(
    _ folder: String, _ components: ArraySlice<Component>, _ found: inout Set<String>
  ) {
    guard let first = components.first else { return }
    let rest = components.dropFirst()
    switch first {
    case .name(let name): step(to: folder + name, rest, &found)
    case .pattern(let pattern):
      for name in names(folder) where pattern.matches(name) {
        step(to: folder + name, rest, &found)
      }
    case .folders:
      walk(folder, rest, &found)
      for name in names(folder)
      where !name.hasPrefix(".") && Platform.isFolderItself(folder + name) {
        walk(folder + name + "/", components, &found)
      }
    }
  }

  private func step(
    to path: String, _ rest: ArraySlice<Component>, _ found: inout Set<String>
  ) {
    if rest.isEmpty {
      if Platform.isThere(path) || FileNameText.isUnreadable(path) { found.insert(path) }
    } else if Platform.isFolder(path) {
      walk(path + "/", rest, &found)
    }
  }

  /// The names in a folder; none if it cannot be read.
  private func names(_ folder: String) -> [String] {
    let names = try? Platform.names(in: folder.isEmpty ? "." : folder)
    return (names ?? []).filter { $0 != "." && $0 != ".." }
  }
}

/// A pattern of a name: `*`, `?` and `[…]`.
struct NamePattern {
  private typealias Token = StarPattern<Unicode.Scalar>.Token

  private let pattern: StarPattern<Unicode.Scalar>
  private let beginsWithDot: Bool

  init(_ text: some StringProtocol) {
    var tokens: [Token] = []
    var rest = Array(text.unicodeScalars)[...]
    beginsWithDot = rest.first == "."
    while let next = rest.popFirst() {
      switch next {
      case "*": tokens.append(.any)
      case "?": tokens.append(.one { _ in true })
      case "[": tokens.append(Self.set(&rest) ?? .one { $0 == next })
      default: tokens.append(.one { $0 == next })
      }
    }
    pattern = StarPattern(tokens)
  }

  /// The set after a bracket; nil if it is not closed, so that the bracket is literal.
  private static func set(_ rest: inout ArraySlice<Unicode.Scalar>) -> Token? {
    var body = rest
    let isNegated = body.first == "!" || body.first == "^"
    if isNegated { body.removeFirst() }
    var ranges: [ClosedRange<Unicode.Scalar>] = []
    while let first = body.popFirst() {
      if first == "]", !ranges.isEmpty {
        rest = body
        return .one { [ranges] scalar in ranges.contains { $0.contains(scalar) } != isNegated }
      }
      let tail = body.prefix(2)
      if tail.count == 2, tail.first == "-", let last = tail.last, last != "]" {
        if first <= last { ranges.append(first...last) }
        body = body.dropFirst(2)
      } else {
        ranges.append(first...first)
      }
    }
    return nil
  }

  /// Whether a name matches the pattern.
  ///
  /// Complexity: O(name × pattern).
  func matches(_ name: String) -> Bool {
    let name = Array(name.unicodeScalars)
    return (name.first != "." || beginsWithDot) && pattern.matches(name)
  }
}
