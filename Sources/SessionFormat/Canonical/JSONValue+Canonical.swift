extension JSONValue {
  /// The canonical form of this value (RFC 8785): one text for all that mean the same, to be hashed
  /// or signed.
  ///
  /// No blanks, members sorted by the UTF-16 code units of their names, strings with the fewest
  /// escapes, and numbers as ECMAScript writes the nearest double. So what a double does not tell
  /// apart, this does not either: 9007199254740993 becomes `9007199254740992`, as the standard has
  /// it, and `-0` becomes `0`, although ``JSONValue`` holds them to be different. Values that are
  /// I-JSON (RFC 7493) and hold no `-0` have equal bytes just where they are equal.
  ///
  /// ```swift
  /// let value = try JSONValue(parsing: #"{"b": 1e2, "a": "\u00e9"}"#)
  /// String(decoding: try value.canonicalBytes(), as: UTF8.self)   // {"a":"é","b":100}
  /// ```
  ///
  /// The bytes may hold characters that act on a terminal, which the standard does not let anybody
  /// escape. Complexity: O(size), and the sorting of each object.
  ///
  /// - Throws: A ``CanonicalError`` where a number lies beyond the range of a double.
  public func canonicalBytes() throws(CanonicalError) -> [UInt8] {
    var run = CanonicalRun()
    try run.write(self)
    return run.out
  }
}

/// Why a value has no canonical form.
public struct CanonicalError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Reason: Equatable, Sendable {
    /// A number beyond the range of a double, such as `1e400`.
    case numberTooLarge
  }

  /// What is wrong.
  public let reason: Reason
  /// The place of the value at fault.
  public let path: JSONPointer

  /// The fault on one line in lower case.
  public var description: String {
    let place = path.isRoot ? "the number" : "the number at \(JSONValue.string(path.description))"
    return "\(place) is beyond the range of a double, so it has no canonical form"
  }
}
