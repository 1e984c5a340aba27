extension JSONValue {
  /// The canonical form of this value (RFC 8785): one text for all values with the same meaning,
  /// for hashes and signatures.
  ///
  /// It has no blanks. Members are sorted by the UTF-16 code units of their names, strings have the
  /// fewest escapes, and numbers are written as ECMAScript writes the nearest double. Numbers that
  /// are the same double therefore become equal: 9007199254740993 becomes `9007199254740992`, and
  /// `-0` becomes `0`, although ``JSONValue`` distinguishes them. Two I-JSON values (RFC 7493)
  /// without `-0` have equal bytes if and only if they are equal.
  ///
  /// ```swift
  /// let value = try JSONValue(parsing: #"{"b": 1e2, "a": "\u00e9"}"#)
  /// String(decoding: try value.canonicalBytes(), as: UTF8.self)   // {"a":"é","b":100}
  /// ```
  ///
  /// The bytes may hold characters that control a terminal; the standard does not allow escaping
  /// them. Complexity: O(size), plus the sorting of each object.
  ///
  /// - Throws: A ``CanonicalError`` if a number is beyond the range of a double.
  public func canonicalBytes() throws(CanonicalError) -> [UInt8] {
    try CanonicalRun.bytes(of: self)
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
  /// The path of the value at fault.
  public let path: JSONPointer

  /// The fault on one line, in lower case.
  public var description: String {
    let place = path.isRoot ? "the number" : "the number at \(JSONValue.string(path.description))"
    return "\(place) is beyond the range of a double, so it has no canonical form"
  }
}
