import SessionFormat

/// The places of values at which a text is.
struct TextPlaces {
  /// A match: at a place may be a member whose name matches, and whose value matches.
  struct Key: Hashable {
    let path: JSONPointer
    let isName: Bool
  }

  /// The matches, in the order of the values.
  private(set) var keys: [Key] = []
  /// How each matches, and the value; that of a name is null.
  private(set) var found: [Key: (match: TextQuery.Match, value: JSONValue)] = [:]
  private let query: TextQuery
  /// The tokens down to the value that is looked at; numbers are made texts only at a match.
  private var way: [Token]

  private enum Token {
    case name(String)
    case index(Int)
  }

  /// The matches in a value at a path.
  ///
  /// - Parameter nameCounts: Whether the last token of the path is the name of a member, and may
  ///   match as well.
  ///
  /// Complexity: O(size).
  init(
    _ value: JSONValue?, at path: JSONPointer = .root, nameCounts: Bool = false, _ query: TextQuery
  ) {
    self.query = query
    way = path.tokens.map(Token.name)
    guard let value else { return }
    if nameCounts, let name = path.tokens.last { look(atName: name) }
    look(value)
  }

  /// The matches of several values.
  mutating func add(_ other: TextPlaces) {
    keys += other.keys.filter { found[$0] == nil }
    found.merge(other.found) { first, _ in first }
  }

  private var path: JSONPointer {
    JSONPointer(
      tokens: way.map { token in
        switch token {
        case .name(let name): name
        case .index(let index): String(index)
        }
      })
  }

  private mutating func look(atName name: String) {
    if query.matches(name) { keep(Key(path: path, isName: true), .name, .null) }
  }

  /// Recursive; the format limits the depth of values.
  private mutating func look(_ value: JSONValue) {
    if let array = value.array {
      for (index, element) in array.enumerated() {
        way.append(.index(index))
        look(element)
        way.removeLast()
      }
    } else if let object = value.object {
      for (name, member) in object {
        way.append(.name(name))
        look(atName: name)
        look(member)
        way.removeLast()
      }
    } else if let match = query.match(value) {
      keep(Key(path: path, isName: false), match, value)
    }
  }

  private mutating func keep(_ key: Key, _ match: TextQuery.Match, _ value: JSONValue) {
    keys.append(key)
    found[key] = (match, value)
  }
}
