/// Parses one JSON value from UTF-8 bytes, strictly (RFC 8259), and trusts nothing.
///
/// It refuses anything but one value, invalid UTF-8, a repeated name in an object, a lone
/// surrogate, a raw control character and too many levels, each with its place. It has its own
/// stack, so a hostile text cannot exhaust the thread's stack. The value refers to a copy of the
/// text; every part is checked, but only the parts that are read are built.
public struct JSONParser: Sendable {
  /// The deepest nesting that a session line may have.
  public static let depthLimit = 512

  /// The most levels of arrays and objects that are accepted.
  public var depthLimit: Int

  /// A parser with that depth limit.
  public init(depthLimit: Int = Self.depthLimit) {
    self.depthLimit = depthLimit
  }

  /// The value that these bytes spell.
  ///
  /// Complexity: O(count).
  public func parse(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONSyntaxError) -> JSONValue {
    JSONValue(try ParsedText.read(bytes, depthLimit: depthLimit), 0)
  }

  /// The value that these bytes spell.
  ///
  /// Complexity: O(count).
  public func parse(_ bytes: [UInt8]) throws(JSONSyntaxError) -> JSONValue {
    let result = bytes.withUnsafeBufferPointer { buffer in
      Result { () throws(JSONSyntaxError) in try parse(buffer) }
    }
    return try result.get()
  }
}

extension JSONValue {
  /// The value that this text spells.
  ///
  /// - Throws: A ``JSONSyntaxError`` with the offset of the first fault.
  public init(parsing text: String) throws(JSONSyntaxError) {
    self = try JSONParser().parse(Array(text.utf8))
  }
}
