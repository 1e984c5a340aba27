/// Lines on their way out, one behind the other in one piece of memory.
///
/// Members that are there as text are copied, so that a host writes an answer without making a
/// document of it. Not thread-safe.
package final class LineText {
  /// More memory than this is given back once it is empty.
  private static let kept = 1 << 20

  private var text = ByteBuffer(capacity: 1 << 16)
  private var lineStart = 0

  /// No lines yet.
  package init() {}

  deinit { text.free() }

  /// How many bytes there are.
  package var count: Int { text.count }

  /// The bytes; valid until the next call.
  package var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: text.bytes, count: text.count)
  }

  /// Forgets all lines.
  package func removeAll() {
    if text.capacity > Self.kept { text.shrink(to: Self.kept) } else { text.truncate(to: 0) }
    lineStart = 0
  }

  /// Begins a line about step `n`.
  package func begin(_ kind: StaticString, n: Int) {
    lineStart = text.count
    text.append(#"{"kind":""#)
    text.append(kind)
    text.append(#"","n":"#)
    text.append(n)
  }

  /// Adds a member whose value is there as JSON text.
  package func add(_ name: StaticString, text value: UnsafeBufferPointer<UInt8>) {
    self.name(name)
    if let start = value.baseAddress { text.append(start, value.count) }
  }

  /// Adds a member whose value is there as JSON text.
  package func add(_ name: StaticString, text value: [UInt8]) {
    value.withUnsafeBufferPointer { add(name, text: $0) }
  }

  /// Adds a number.
  package func add(_ name: StaticString, _ number: Int) {
    self.name(name)
    text.append(number)
  }

  /// Adds a string.
  package func add(_ name: StaticString, _ string: String) {
    self.name(name)
    text.append(quoted: string)
  }

  /// Adds a list of strings.
  package func add(_ name: StaticString, _ strings: [String]) {
    self.name(name)
    text.append(UInt8(ascii: "["))
    for (place, string) in strings.enumerated() {
      if place > 0 { text.append(UInt8(ascii: ",")) }
      text.append(quoted: string)
    }
    text.append(UInt8(ascii: "]"))
  }

  /// Adds a patch; takes it back and answers false where its text is longer than the limit.
  package func add(_ name: StaticString, _ patch: JSONPatch, upTo limit: Int) -> Bool {
    let before = text.count
    self.name(name)
    let start = text.count
    text.append(documentOf: patch)
    guard text.count - start > limit else { return true }
    text.truncate(to: before)
    return false
  }

  /// Ends the line with its checksum.
  package func end() {
    text.appendChecksum(from: lineStart)
  }

  /// Adds a whole line.
  package func add(_ line: JSONValue) {
    lineStart = text.count
    let bytes = LineCoding.bytes(of: line)
    bytes.withUnsafeBufferPointer { if let start = $0.baseAddress { text.append(start, $0.count) } }
  }

  /// The line that was added last, as a document without its checksum; nil where there is none.
  ///
  /// Complexity: O(size).
  package var lastDocument: JSONValue? {
    let line = UnsafeBufferPointer(rebasing: bytes[lineStart...])
    return try? LineCoding.document(line, crc: .required, isChecked: false).document
  }

  private func name(_ name: StaticString) {
    text.append(",\"")
    text.append(name)
    text.append("\":")
  }
}

extension ByteBuffer {
  /// Ends a line that begins there and lacks its closing brace: with its checksum, and a line feed.
  ///
  /// The checksum is that of the line without it and without the closing brace.
  mutating func appendChecksum(from start: Int) {
    let sum = CRC32C.checksum(UnsafeBufferPointer(start: bytes + start, count: count - start))
    append(#","crc":""#)
    for shift in stride(from: UInt32(28), through: 0, by: -4) {
      let digit = UInt8(truncatingIfNeeded: sum >> shift & 15)
      append(digit < 10 ? 48 + digit : 87 + digit)
    }
    append("\"}\n")
  }
}
