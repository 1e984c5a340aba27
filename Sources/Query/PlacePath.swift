/// A path to one place of a state, in any of the spellings that people use.
///
/// These name the same place: the shorthand `items[0].message`, the pointer `/items/0/message`
/// (RFC 6901) and the query `$.items[0].message` (RFC 9535, singular), where `$` is the state. The
/// shorthand also takes `["odd key"]` and `[name]`; an empty text or `""` is the whole state.
package struct PlacePath: Sendable, Equatable {
  /// The names of members and the indexes of elements, from the state down.
  package let tokens: [String]

  /// The place that this text names.
  ///
  /// - Throws: A ``QueryError`` with the column of the fault; what may select several places is one.
  package init(_ text: String) throws(QueryError) {
    if text.isEmpty || text == "\"\"" {
      tokens = []
    } else if text.hasPrefix("/") {
      tokens = try Self.pointer(text)
    } else {
      var parser = QueryParser(text)
      tokens = try text.hasPrefix("$") ? parser.singularPath() : parser.shorthandPath()
    }
  }

  private static func pointer(_ text: String) throws(QueryError) -> [String] {
    var tokens: [String] = []
    var rest = QueryScanner(text)
    while let next = rest.peek {
      rest.position += 1
      switch next {
      case "/": tokens.append("")
      case "~":
        guard let letter = rest.peek, letter == "0" || letter == "1" else {
          throw rest.fault(.badPointerEscape)
        }
        rest.position += 1
        tokens[tokens.count - 1].append(letter == "0" ? "~" : "/")
      default: tokens[tokens.count - 1].unicodeScalars.append(next)
      }
    }
    return tokens
  }
}

extension QueryParser {
  /// The tokens of a whole path from `$` that selects at most one place in any state.
  fileprivate mutating func singularPath() throws(QueryError) -> [String] {
    scanner.position = 1
    var tokens: [String] = []
    while !scanner.isAtEnd {
      let start = scanner.position
      guard let segment = try segment() else { throw scanner.fault(.expectedSegment) }
      tokens.append(try token(of: segment, at: start))
    }
    return tokens
  }

  private func token(of segment: PathSegment, at start: Int) throws(QueryError) -> String {
    guard segment.selectsOne, !segment.isDescendant, let selector = segment.selectors.first else {
      throw scanner.fault(.manyPlaces, at: start)
    }
    switch selector {
    case .name(let name): return name
    case .index(let index) where index >= 0: return String(index)
    case .token(let index): return String(index)
    default: throw scanner.fault(.indexFromEnd, at: start)
    }
  }

  /// The tokens of a whole path in shorthand, whose names may have any characters but `.` and `[`.
  fileprivate mutating func shorthandPath() throws(QueryError) -> [String] {
    var tokens: [String] = []
    while let first = scanner.peek {
      if first == "[" {
        tokens.append(try bracketedToken())
      } else {
        if scanner.isNext("..") { throw scanner.fault(.manyPlaces) }
        if !tokens.isEmpty, !scanner.take(".") { throw scanner.fault(.expectedSegment) }
        let nameStart = scanner.position
        let name = scanner.take { $0 != "." && $0 != "[" }
        if name == "*" { throw scanner.fault(.manyPlaces, at: nameStart) }
        guard !name.isEmpty else { throw scanner.fault(.expectedName) }
        tokens.append(name)
      }
    }
    return tokens
  }

  /// An index, a name in quotes, or a name without, between brackets.
  private mutating func bracketedToken() throws(QueryError) -> String {
    let start = scanner.position
    scanner.position += 1
    scanner.skipBlanks()
    let name: String
    if let quoted = try scanner.quotedText() {
      name = quoted
      scanner.skipBlanks()
    } else {
      let typed = scanner.take { $0 != "]" }
      let end = typed.unicodeScalars.reversed().drop(while: QueryScanner.isBlank).count
      name = String(typed.unicodeScalars.prefix(end))
      if name == "*" || name.hasPrefix("?") || name.contains(",") || Self.isSlice(name) {
        throw scanner.fault(.manyPlaces, at: start)
      }
      if name.hasPrefix("-"), Int(name) != nil { throw scanner.fault(.indexFromEnd, at: start) }
      guard !name.isEmpty else { throw scanner.fault(.emptyBrackets, at: start) }
    }
    guard scanner.take("]") else { throw scanner.fault(.unclosedBracket, at: start) }
    return name
  }

  private static func isSlice(_ name: String) -> Bool {
    name.contains(":") && name.allSatisfy { $0 == ":" || $0 == "-" || ("0"..."9").contains($0) }
  }
}
