/// A value as it is written: its compact JSON text, and its document on demand.
package struct EncodedText: Sendable {
  /// The text, UTF-8, in the form of ``JSONWriter``.
  package let bytes: [UInt8]
  private(set) var document: JSONValue?

  /// The text of an encoded value.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The text of a document.
  package init(_ value: JSONValue) { (bytes, document) = (JSONWriter.bytes(of: value), value) }

  /// The document; parsed again at each call unless it is kept.
  package var value: JSONValue { document ?? parsed }

  private var parsed: JSONValue {
    // The encoder's output is valid.
    (try? JSONParser(depthLimit: ValueEncoder.depthLimit).parse(bytes)) ?? .null
  }

  /// Keeps the document for later.
  mutating func parse() { if document == nil { document = parsed } }

  /// Keeps a document that was made without parsing.
  mutating func keep(_ value: JSONValue) { document = value }

  /// Whether both texts are the same, byte for byte.
  package func hasSameBytes(as other: EncodedText) -> Bool {
    Memory.areEqual(bytes, other.bytes)
  }

  /// How many levels of arrays and objects are nested: 0 for a leaf, 1 for `[]`.
  ///
  /// Complexity: O(size).
  package var height: Int {
    var (depth, most) = (0, 0)
    var (isString, isEscaped) = (false, false)
    for byte in bytes {
      if isEscaped {
        isEscaped = false
      } else if isString {
        if byte == UInt8(ascii: "\\") { isEscaped = true }
        if byte == UInt8(ascii: "\"") { isString = false }
      } else {
        switch byte {
        case UInt8(ascii: "\""): isString = true
        case UInt8(ascii: "["), UInt8(ascii: "{"):
          depth += 1
          most = max(most, depth)
        case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
        default: break
        }
      }
    }
    return most
  }
}
