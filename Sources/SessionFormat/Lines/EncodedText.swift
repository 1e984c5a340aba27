/// A value as it is written: its compact JSON text, and its document on demand.
///
/// The text of a state may be known only as changes to an earlier one; it is then put together when
/// somebody asks for it.
package struct EncodedText: Sendable {
  private enum Content {
    case bytes([UInt8])
    /// The text of a run after that many of its patches.
    case changed(TextRun, Int)
  }

  private let content: Content
  private(set) var document: JSONValue?

  /// The text of an encoded value.
  package init(_ bytes: [UInt8]) { content = .bytes(bytes) }

  /// The text of a document.
  package init(_ value: JSONValue) {
    (content, document) = (.bytes(JSONWriter.bytes(of: value)), value)
  }

  /// The text of a run after that many of its patches.
  init(_ run: TextRun, _ index: Int) { content = .changed(run, index) }

  /// The text, UTF-8, in the form of ``JSONWriter``.
  ///
  /// Complexity: O(1); O(size + patches) for a text that is known only as changes.
  package var bytes: [UInt8] {
    switch content {
    case .bytes(let bytes): bytes
    case .changed(let run, let index): run.bytes(after: index)
    }
  }

  /// The document; parsed again at each call unless it is kept.
  package var value: JSONValue { document ?? parsed }

  private var parsed: JSONValue {
    switch content {
    case .bytes(let bytes): TextRun.value(of: bytes)
    case .changed(let run, let index): run.value(after: index)
    }
  }

  /// Whether a reader can have it: all patches that it is known by apply.
  ///
  /// Complexity: as of ``value``.
  var isSound: Bool {
    if case .changed(let run, let index) = content { run.isSound(after: index) } else { true }
  }

  /// Keeps the document for later.
  mutating func parse() { if document == nil { document = parsed } }

  /// Keeps a document that was made without parsing.
  mutating func keep(_ value: JSONValue) { document = value }

  /// Whether both texts are the same, byte for byte.
  package func hasSameBytes(as other: EncodedText) -> Bool {
    if case .changed(let run, let index) = content, case .changed(let same, index) = other.content,
      run === same
    {
      return true
    }
    return Memory.areEqual(bytes, other.bytes)
  }

  /// Whether a reader has the value of another text, whatever the order of members.
  ///
  /// Complexity: O(size).
  package func isSame(as other: EncodedText) -> Bool {
    hasSameBytes(as: other) || (isSound && value == other.value)
  }

  /// The run and place of a text that is known as changes.
  var run: (run: TextRun, index: Int)? {
    if case .changed(let run, let index) = content { (run, index) } else { nil }
  }

  /// The text of the patch from an earlier text to this one, if that is how this one is known.
  func patch(since earlier: EncodedText) -> [UInt8]? {
    guard case .changed(let run, let index) = content,
      case .changed(let before, let start) = earlier.content
    else { return nil }
    if run === before { return run.patch(from: start, to: index) }
    return index == 0 ? run.patch(from: before, start) : nil
  }

  /// Whether a string of it is written with at least so many bytes.
  ///
  /// Complexity: O(size).
  package func hasString(of least: Int) -> Bool {
    bytes.withUnsafeBufferPointer { text in
      var (start, at) = (-1, 0)
      while at < text.count {
        switch text[at] {
        case UInt8(ascii: "\\"): at += 1  // the next one ends nothing
        case UInt8(ascii: "\""):
          if start >= 0, at - start > least { return true }
          start = start < 0 ? at : -1
        default: break
        }
        at += 1
      }
      return false
    }
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

/// A value's text with its opaque places, as an encoder makes it.
package struct EncodedValue: Sendable {
  /// The text.
  package let text: EncodedText
  /// The places that are only rendered and cannot be decoded.
  package let opaque: [JSONPointer]

  init(_ text: EncodedText, opaque: [JSONPointer] = []) {
    (self.text, self.opaque) = (text, opaque)
  }

  /// A value whose text was written.
  package init(_ encoded: EncodedBytes) {
    (text, opaque) = (EncodedText(encoded.bytes), encoded.opaque)
  }
}

/// An encoder of values as compact JSON text.
package protocol TextEncoder {
  /// The text of a value and its opaque places.
  ///
  /// - Throws: What the value's own `encode(to:)` throws.
  func encoded(_ value: some Encodable) throws -> EncodedValue
}

extension ValueEncoder: TextEncoder {
  package func encoded(_ value: some Encodable) throws -> EncodedValue {
    EncodedValue(try bytes(of: value))
  }
}
