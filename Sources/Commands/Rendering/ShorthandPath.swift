import SessionFormat

/// Paths as they are shown to people: `items[0].message`.
enum ShorthandPath {
  /// The shorthand of a place; the whole state is `""`.
  ///
  /// Read by ``ValuePath/parse(_:)`` it is that place again in a state where lists have indexes and
  /// objects have names.
  static func text(_ path: JSONPointer) -> String {
    guard !path.isRoot else { return "\"\"" }
    return path.tokens.reduce(into: "") { text, token in
      if isIndex(token) {
        text += "[\(token)]"
      } else if isPlain(token) {
        text += text.isEmpty ? token : ".\(token)"
      } else {
        text += "[\(JSONValue.string(token).description)]"
      }
    }
  }

  private static func isIndex(_ token: String) -> Bool {
    !token.isEmpty && token.utf8.allSatisfy { $0 &- 48 < 10 }
  }

  /// Whether a name needs no quotes, in a condition either.
  private static func isPlain(_ token: String) -> Bool {
    guard let first = token.unicodeScalars.first else { return false }
    func begins(_ scalar: Unicode.Scalar) -> Bool {
      "a"..."z" ~= scalar || "A"..."Z" ~= scalar || scalar == "_" || scalar.value >= 0x80
    }
    return begins(first) && token.unicodeScalars.allSatisfy { begins($0) || "0"..."9" ~= $0 }
  }
}
