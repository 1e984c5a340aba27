/// Outgoing lines, one after the other in one block of memory.
///
/// A member whose text exists is copied, so that a host can write an answer without making a
/// document. Not thread-safe.
package final class LineText {
  /// Memory beyond this is freed when the lines are removed.
  private static let kept = 1 << 20

  /// A pointer, because each access to a class property is checked for exclusivity at run time.
  ///
  /// That takes longer than adding a number.
  private let text = UnsafeMutablePointer<ByteBuffer>.allocate(capacity: 1)
  private var lineStart = 0

  package init() { text.initialize(to: ByteBuffer(capacity: 1 << 16)) }

  deinit {
    text.pointee.free()
    text.deinitialize(count: 1)
    text.deallocate()
  }

  package var count: Int { text.pointee.count }

  /// The bytes; valid until the next call.
  package var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: text.pointee.bytes, count: text.pointee.count)
  }

  /// Removes all lines.
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

  /// Adds a member whose value exists as JSON text.
  package func add(_ name: StaticString, text value: UnsafeBufferPointer<UInt8>) {
    self.name(name)
    if let start = value.baseAddress { text.pointee.append(start, value.count) }
  }

  /// Adds a member whose value exists as JSON text.
  package func add(_ name: StaticString, text value: [UInt8]) {
    value.withUnsafeBufferPointer { add(name, text: $0) }
  }

  package func add(_ name: StaticString, _ number: Int) {
    self.name(name)
    text.pointee.append(number)
  }

  package func add(_ name: StaticString, _ string: String) {
    self.name(name)
    text.pointee.append(quoted: string)
  }

  func add(_ name: StaticString, _ value: JSONValue) {
    self.name(name)
    text.pointee.append(document: value)
  }

  /// Adds `true` if the flag is set, otherwise nothing.
  package func add(_ name: StaticString, flag: Bool) {
    guard flag else { return }
    self.name(name)
    text.pointee.append("true")
  }

  package func add(_ name: StaticString, _ strings: [String]) {
    self.name(name)
    text.pointee.append(UInt8(ascii: "["))
    for (place, string) in strings.enumerated() {
      if place > 0 { text.pointee.append(UInt8(ascii: ",")) }
      text.pointee.append(quoted: string)
    }
    text.pointee.append(UInt8(ascii: "]"))
  }

  /// Adds a patch; if its text is longer than the limit, removes it again and returns nil.
  ///
  /// - Returns: How many bytes its text takes.
  package func add(_ name: StaticString, _ patch: JSONPatch, upTo limit: Int) -> Int? {
    add(name, upTo: limit) { $0.append(documentOf: patch) }
  }

  /// Adds the patch from an old value to a new one, in the same way.
  package func add(
    _ name: StaticString, patchTo followed: FollowedValue, splices: Bool, upTo limit: Int
  ) -> Int? {
    add(name, upTo: limit) { followed.append(patchTo: &$0, splices: splices) }
  }

  private func add(
    _ name: StaticString, upTo limit: Int, _ write: (inout ByteBuffer) -> Void
  ) -> Int? {
    let before = text.pointee.count
    self.name(name)
    let start = text.pointee.count
    write(&text.pointee)
    let size = text.pointee.count - start
    if size <= limit { return size }
    text.pointee.truncate(to: before)
    return nil
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

  /// Adds a whole line with the same bytes as ``LineCoding/bytes(of:crc:)`` of its document.
  ///
  /// Complexity: O(size).
  ///
  /// - Parameter value: The text of the single value of a line of this kind; replaces the line's
  ///   own value. Only for lines without unknown members.
  package func add(_ line: SessionLine, value: EncodedText? = nil) {
    if case .unknown(let line) = line { return add(line.document) }
    lineStart = text.pointee.count
    text.pointee.append(#"{"kind":"#)
    text.pointee.append(quoted: line.kind)
    var members = MemberSink(self, value: value)
    line.write(to: &members)
    guard members.needsDocument else { return end() }
    // An unknown member may have the name of a known one.
    text.pointee.truncate(to: lineStart)
    add(line.document)
  }

  /// Returns the lines as an array and removes them.
  package func take() -> [UInt8] {
    defer { removeAll() }
    return Array(bytes)
  }

  /// The last added line as a document without its checksum; nil if there is none.
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
  /// Ends a line that begins at an offset and lacks its brace: adds the checksum and a line feed.
  ///
  /// The checksum covers the line up to here, without the closing brace.
  mutating func appendChecksum(from start: Int) {
    let sum = CRC32C.checksum(UnsafeBufferPointer(start: bytes + start, count: count - start))
    append(#","crc":""#)
    append(count: 8) {
      UnsafeMutableRawPointer($0).storeBytes(of: CRC32C.digits(sum).littleEndian, as: UInt64.self)
    }
    append("\"}\n")
  }
}
