/// A path to a value inside a JSON document (RFC 6901).
///
/// ```swift
/// let path = try JSONPointer("/items/0/message")
/// path.value(in: state)
/// ```
public struct JSONPointer: Hashable, Sendable {
  /// The reference tokens, unescaped, from the root inwards.
  public private(set) var tokens: [String]

  /// The pointer to the whole document.
  public static let root = JSONPointer(tokens: [])

  /// A pointer made of unescaped tokens.
  public init(tokens: [String]) {
    self.tokens = tokens
  }

  /// The pointer that this text spells (RFC 6901, section 3).
  ///
  /// - Throws: A ``JSONPointerError`` if it does not begin with `/` or has a bad escape.
  public init(_ text: String) throws(JSONPointerError) {
    var whole = text
    let found = whole.withUTF8 { bytes in
      Result { () throws(JSONPointerError.Reason) in try Self.tokens(bytes) }
    }
    switch found {
    case .success(let tokens): self.tokens = tokens
    case .failure(let reason): throw JSONPointerError(text: text, reason: reason)
    }
  }

  private static func tokens(
    _ text: UnsafeBufferPointer<UInt8>
  ) throws(JSONPointerError.Reason) -> [String] {
    guard let first = text.first else { return [] }
    guard first == UInt8(ascii: "/") else { throw .noSlash }
    var tokens: [String] = []
    var (start, at, isEscaped) = (1, 1, false)
    while at <= text.count {
      if at == text.count || text[at] == UInt8(ascii: "/") {
        let token = UnsafeBufferPointer(rebasing: text[start..<at])
        tokens.append(isEscaped ? try unescape(token) : String(decoding: token, as: UTF8.self))
        (start, isEscaped) = (at + 1, false)
      } else if text[at] == UInt8(ascii: "~") {
        isEscaped = true
      }
      at += 1
    }
    return tokens
  }

  static func unescape(
    _ token: UnsafeBufferPointer<UInt8>
  ) throws(JSONPointerError.Reason) -> String {
    var bytes: [UInt8] = []
    var at = 0
    while at < token.count {
      if token[at] == UInt8(ascii: "~") {
        at += 1
        switch at < token.count ? token[at] : 0 {
        case UInt8(ascii: "0"): bytes.append(UInt8(ascii: "~"))
        case UInt8(ascii: "1"): bytes.append(UInt8(ascii: "/"))
        default: throw .badEscape
        }
      } else {
        bytes.append(token[at])
      }
      at += 1
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether this points to the whole document.
  public var isRoot: Bool { tokens.isEmpty }

  /// The pointer to the container; the root for the root.
  package var parent: JSONPointer { JSONPointer(tokens: Array(tokens.dropLast())) }

  /// This pointer, one level deeper.
  public func appending(_ token: String) -> JSONPointer { JSONPointer(tokens: tokens + [token]) }

  /// This pointer, one level deeper into an array.
  public func appending(_ index: Int) -> JSONPointer { appending(String(index)) }

  /// Whether this pointer equals the other or points below it.
  public func isAtOrBelow(_ other: JSONPointer) -> Bool {
    tokens.count >= other.tokens.count
      && zip(tokens, other.tokens).allSatisfy { $0.hasSameBytes(as: $1) }
  }

  /// The value at this path, or nil if the document has none.
  ///
  /// Complexity: O(depth).
  public func value(in document: JSONValue) -> JSONValue? {
    var value = document
    for token in tokens {
      guard let child = value.child(token) else { return nil }
      value = child
    }
    return value
  }

  /// The array index that a token spells: digits without a leading zero; otherwise nil.
  public static func index(_ token: String) -> Int? {
    guard token == "0" || token.utf8.first != UInt8(ascii: "0") else { return nil }
    guard token.utf8.allSatisfy({ $0 &- 48 < 10 }) else { return nil }
    return Int(token)
  }

  /// The array index that a written token spells; nil also if it is beyond any array.
  static func index(_ token: UnsafeBufferPointer<UInt8>) -> Int? {
    guard !token.isEmpty, token.count <= 10, token.count == 1 || token[0] != UInt8(ascii: "0")
    else { return nil }
    var index = 0
    for byte in token {
      guard byte &- 48 < 10 else { return nil }
      index = index &* 10 &+ Int(byte &- 48)
    }
    return index
  }

  /// Whether both pointers have the same tokens, byte for byte.
  public static func == (left: JSONPointer, right: JSONPointer) -> Bool {
    left.tokens.count == right.tokens.count && left.isAtOrBelow(right)
  }

  /// Hashes the bytes of the tokens, consistently with equality.
  public func hash(into hasher: inout Hasher) {
    for token in tokens { hasher.combine(NameKey(token)) }
  }
}

extension JSONValue {
  /// The member or element that a reference token names, or nil if there is none.
  package func child(_ token: String) -> JSONValue? {
    switch kind {
    case .object: self[token]
    case .array: JSONPointer.index(token).flatMap { self[$0] }
    default: nil
    }
  }
}

extension JSONPointer: CustomStringConvertible {
  /// The pointer's text, escaped (RFC 6901, section 3).
  public var description: String {
    tokens.reduce(into: "") { text, token in text += "/" + Self.escaped(token) }
  }

  /// A token in the escaped form of a pointer's text.
  static func escaped(_ token: String) -> String {
    guard token.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else {
      return token
    }
    var text: [UInt8] = []
    for byte in token.utf8 {
      switch byte {
      case UInt8(ascii: "~"): text.append(contentsOf: "~0".utf8)
      case UInt8(ascii: "/"): text.append(contentsOf: "~1".utf8)
      default: text.append(byte)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}

/// A text that is not a JSON Pointer.
public struct JSONPointerError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong with it.
  public enum Reason: Error {
    /// It is not empty and does not begin with a slash.
    case noSlash
    /// A `~` is not followed by `0` or `1`.
    case badEscape
  }

  /// The text.
  public let text: String
  /// What is wrong with it.
  public let reason: Reason

  /// The fault in words.
  public var description: String {
    switch reason {
    case .noSlash: "a JSON pointer is empty or begins with a slash: \(JSONValue.string(text))"
    case .badEscape: "in a JSON pointer ~ is followed by 0 or 1: \(JSONValue.string(text))"
    }
  }
}
