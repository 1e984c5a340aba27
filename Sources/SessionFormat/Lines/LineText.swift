/// Lines on their way out, one behind the other in one piece of memory.
///
/// Members that are there as text are copied, so that a host writes an answer without making a
/// document of it. Not thread-safe.
package final class LineText {
  /// More memory than this is given back once it is empty.
  private static let kept = 1 << 20

  /// By a pointer, as each access to a property of a class is looked after at run time, which takes
  /// longer than adding a number.
  private let text = UnsafeMutablePointer<ByteBuffer>.allocate(capacity: 1)
  private var lineStart = 0

  /// No lines yet.
  package init() { text.initialize(to: ByteBuffer(capacity: 1 << 16)) }

  deinit {
    text.pointee.free()
    text.deinitialize(count: 1)
    text.deallocate()
  }

  /// How many bytes there are.
  package var count: Int { text.pointee.count }

  /// The bytes; valid until the next call.
  package var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: text.pointee.bytes, count: text.pointee.count)
  }

  /// Forgets all lines.
  package func removeAll() {
    if text.pointee.capacity > Self.kept {
      text.pointee.shrink(to: Self.kept)
    } else {
      text.pointee.truncate(to: 0)
    }
    lineStart = 0
  }

  /// Begins a line about step `n`.
  package func begin(_ kind: StaticString, n: Int) {
    lineStart = text.pointee.count
    text.pointee.append(#"{"kind":""#)
    text.pointee.append(kind)
    text.pointee.append(#"","n":"#)
    text.pointee.append(n)
  }

  /// Adds a member whose value is there as JSON text.
  package func add(_ name: StaticString, text value: UnsafeBufferPointer<UInt8>) {
    self.name(name)
    if let start = value.baseAddress { text.pointee.append(start, value.count) }
  }

  /// Adds a member whose value is there as JSON text.
  package func add(_ name: StaticString, text value: [UInt8]) {
    value.withUnsafeBufferPointer { add(name, text: $0) }
  }

  /// Adds a number.
  package func add(_ name: StaticString, _ number: Int) {
    self.name(name)
    text.pointee.append(number)
  }

  /// Adds a string.
  package func add(_ name: StaticString, _ string: String) {
    self.name(name)
    text.pointee.append(quoted: string)
  }

  /// Adds a list of strings.
  package func add(_ name: StaticString, _ strings: [String]) {
    self.name(name)
    text.pointee.append(UInt8(ascii: "["))
    for (place, string) in strings.enumerated() {
      if place > 0 { text.pointee.append(UInt8(ascii: ",")) }
      text.pointee.append(quoted: string)
    }
    text.pointee.append(UInt8(ascii: "]"))
  }

  /// Adds a patch; takes it back and answers false if its text is longer than the limit.
  package func add(_ name: StaticString, _ patch: JSONPatch, upTo limit: Int) -> Bool {
    add(name, upTo: limit) { $0.append(documentOf: patch) }
  }

  /// Adds the patch that makes a value, in the same way.
  package func add(
    _ name: StaticString, patchTo followed: FollowedValue, upTo limit: Int
  ) -> Bool {
    add(name, upTo: limit) { followed.append(patchTo: &$0) }
  }

  private func add(
    _ name: StaticString, upTo limit: Int, _ write: (inout ByteBuffer) -> Void
  ) -> Bool {
    let before = text.pointee.count
    self.name(name)
    let start = text.pointee.count
    write(&text.pointee)
    guard text.pointee.count - start > limit else { return true }
    text.pointee.truncate(to: before)
    return false
  }

  /// Ends the line with its checksum.
  package func end() {
    text.pointee.appendChecksum(from: lineStart)
  }

  /// Adds a whole line.
  package func add(_ line: JSONValue) {
    lineStart = text.pointee.count
    let bytes = LineCoding.bytes(of: line)
    bytes.withUnsafeBufferPointer {
      if let start = $0.baseAddress { text.pointee.append(start, $0.count) }
    }
  }

  /// The line that was added last, as a document without its checksum; nil if there is none.
  ///
  /// Complexity: O(size).
  package var lastDocument: JSONValue? {
    let line = UnsafeBufferPointer(rebasing: bytes[lineStart...])
    return try? LineCoding.document(line, crc: .required, isChecked: false).document
  }

  private func name(_ name: StaticString) {
    text.pointee.append(",\"")
    text.pointee.append(name)
    text.pointee.append("\":")
  }
}

extension ByteBuffer {
  /// Ends a line that begins there and lacks its closing brace: with its checksum, and a line feed.
  ///
  /// The checksum is that of the line without it and without the closing brace.
  mutating func appendChecksum(from start: Int) {
    let sum = CRC32C.checksum(UnsafeBufferPointer(start: bytes + start, count: count - start))
    append(#","crc":""#)
    append(count: 8) {
      UnsafeMutableRawPointer($0).storeBytes(of: CRC32C.digits(sum).littleEndian, as: UInt64.self)
    }
    append("\"}\n")
  }
}
