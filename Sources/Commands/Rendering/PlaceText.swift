import Inspector
import Query
import SessionFormat

/// Places and names as they are shown, and may be typed.
enum PlaceText {
  /// The shorthand of a place: `items[0].message`, `["odd key"]`; the root is empty.
  static func shorthand(_ tokens: some Sequence<String>) -> String {
    tokens.reduce(into: "") { text, token in
      if isIndex(token) {
        text += "[\(token)]"
      } else if isPlain(token) {
        text += (text.isEmpty ? "" : ".") + token
      } else {
        text += "[\(quoted(token))]"
      }
    }
  }

  /// A place of the state in the spelling of a path that was typed: as a pointer, a query or, else, in
  /// shorthand.
  static func spelled(_ tokens: [String], as typed: String) -> String {
    if typed.hasPrefix("/") { return JSONPointer(tokens: tokens).description }
    return typed.hasPrefix("$") ? query(tokens) : shorthand(tokens)
  }

  /// A place as a query: `$.items[0].message`, `$["odd key"]`.
  static func query(_ tokens: some Sequence<String>) -> String {
    let path = shorthand(tokens)
    return path.isEmpty || path.hasPrefix("[") ? "$\(path)" : "$.\(path)"
  }

  /// A place of a state as the query that finds it: an index in brackets only for an element.
  static func query(_ tokens: [String], in state: JSONValue) -> String {
    var value: JSONValue? = state
    return tokens.reduce(into: "$") { text, token in
      if value?.kind == .array {
        text += "[\(token)]"
      } else {
        text += isPlain(token) ? ".\(token)" : "[\(JSONValue.string(token).description)]"
      }
      value = value?.child(token)
    }
  }

  /// A place of a step as a condition reads it: of the state in shorthand.
  static func inCondition(_ place: DocumentPlace) -> String {
    let tokens = place.tokens
    guard tokens.first == "state", tokens.count > 1 else { return query(tokens) }
    return shorthand(tokens.dropFirst())
  }

  /// A pointer in which `*` stands for the elements of an array, as a pattern: `$.items[*]`.
  static func pattern(_ pointer: String) -> Span {
    guard !pointer.isEmpty else { return .literal("(the whole state)", .name) }
    guard let tokens = try? JSONPointer(pointer).tokens else { return .path(pointer) }
    return .path(pattern(tokens))
  }

  /// The same as text, with the whole state as `$`.
  static func pattern(_ tokens: [String]) -> String {
    tokens.reduce(into: "$") { text, token in
      if token == "*" || isIndex(token) {
        text += "[\(token)]"
      } else {
        text += isPlain(token) ? ".\(token)" : "[\(quoted(token))]"
      }
    }
  }

  /// The names of a place that fit, with a mark for the others: the first name, which says what it
  /// is about, and the last ones; where even that is too long, only the last ones.
  static func ending(_ place: String, _ columns: Int, ascii: Bool) -> String {
    guard DisplayWidth.columns(of: place) > columns else { return place }
    let mark = ascii ? "..." : "…"
    let room = columns - DisplayWidth.columns(of: mark)
    let starts = place.indices.dropFirst().filter { place[$0] == "." || place[$0] == "[" }
    func ending(_ room: Int) -> Substring? {
      starts.first { DisplayWidth.columns(of: String(place[$0...])) <= room }.map { place[$0...] }
    }
    guard let last = ending(room) else {
      // At least the last name shows its beginning and end.
      let name = starts.last { place[$0] == "." }.map { place[place.index(after: $0)...] }
      return DisplayWidth.truncated(String(name ?? place[...]), to: columns, ascii: ascii)
    }
    let first = place[..<(starts.first ?? place.startIndex)]
    let rest = room - DisplayWidth.columns(of: String(first))
    return ending(rest).map { first + mark + $0 } ?? mark + last
  }

  /// The columns of its last name, with the mark for the others or, if that may go, without.
  static func leastColumns(_ place: String, _ toName: Bool = false, ascii: Bool) -> Int {
    let start = place.indices.dropFirst().last { place[$0] == "." || place[$0] == "[" }
    let name = start.map { String(place[$0...]) } ?? place
    let isBare = toName && start.map { place[$0] == "." } == true
    return DisplayWidth.columns(of: name) + (isBare ? -1 : start == nil ? 0 : ascii ? 3 : 1)
  }

  /// The name of a member: as it is, or as JSON text if it is no plain word.
  static func name(_ name: String) -> String {
    isPlain(name) ? name : quoted(name)
  }

  /// A place that a query selected, in the canonical form of RFC 9535, so that it can be typed.
  ///
  /// Characters that are not safe to show are escaped too, as a string of a query has them.
  static func canonical(_ node: JSONPath.Node) -> String {
    let path = node.normalizedPath
    if path.utf8.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "\\") }) {
      return path
    }
    return typed(
      OutputText.replacing(in: path) { scalar in
        guard UnsafeText.contains(scalar) else { return nil }
        return scalar.utf16.map { unit in
          let digits = String(unit, radix: 16)
          return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
      })
  }

  private static func quoted(_ name: String) -> String {
    typed(JSONValue.string(name).description)
  }

  /// A text of JSON or of a query that shows as it is: `\u{` means the escape of a shown character.
  private static func typed(_ text: String) -> String {
    text.utf8.contains(UInt8(ascii: "\\")) ? text.replacing("\\u{", with: "\\\\u0075{") : text
  }

  /// An index of an array, or a name that could be one.
  static func isIndex(_ token: String) -> Bool {
    token == "0"
      || (token.utf8.allSatisfy { (48...57).contains($0) } && !token.hasPrefix("0"))
        && !token.isEmpty
  }

  /// A word of letters, digits and `_`, which needs no quotes.
  static func isPlain(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, first == "_" || isWord(first, atStart: true) else {
      return false
    }
    return name.unicodeScalars.allSatisfy { isWord($0) }
  }

  /// Whether a name may begin or go on with that; what is ASCII is not looked up.
  private static func isWord(_ scalar: Unicode.Scalar, atStart: Bool = false) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z": true
    case "0"..."9", "_": !atStart
    default:
      !scalar.isASCII
        && (atStart ? scalar.properties.isXIDStart : scalar.properties.isXIDContinue)
    }
  }
}
