/// Reads one JSON value from UTF-8 bytes, strictly (RFC 8259), with nothing taken on trust.
///
/// Refused, each with its place: anything but one value, bytes that are not UTF-8, a name twice in
/// one object, a lone surrogate, a raw control character, more levels than the limit. The parser
/// keeps its own stack, so a hostile text never exhausts the thread's. The value looks into a copy of
/// the text: what nobody looks at is checked, but never built.
public struct JSONParser: Sendable {
  /// The deepest nesting that a session line may have.
  public static let depthLimit = 512

  /// The most levels of arrays and objects that are accepted.
  public var depthLimit: Int

  /// A parser with that limit of depth.
  public init(depthLimit: Int = Self.depthLimit) {
    self.depthLimit = depthLimit
  }

  /// The value that these bytes write.
  ///
  /// Complexity: O(count).
  public func parse(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONSyntaxError) -> JSONValue {
    if let text = ParsedText.read(bytes, depthLimit: depthLimit) { return JSONValue(text, 0) }
    var search = FaultSearch(scanner: ByteScanner(bytes), depthLimit: depthLimit)
    try search.document()
    throw JSONSyntaxError(kind: .tooLarge(limit: Int(Int32.max)), offset: 0)
  }

  /// The value that these bytes write.
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
  /// The value that this text writes.
  ///
  /// - Throws: A ``JSONSyntaxError`` with the place of the first fault.
  public init(parsing text: String) throws(JSONSyntaxError) {
    self = try JSONParser().parse(Array(text.utf8))
  }
}
