/// Writes lines as bytes with no document in between, one after the other in the same memory.
///
/// The bytes are those of ``LineCoding/bytes(of:crc:)`` for the line's document. Not thread-safe.
package final class LineWriter {
  /// A larger line's memory is given back, as most lines are small.
  private static let kept = 1 << 16

  private var text = ByteBuffer(capacity: 1 << 10)

  /// A writer with memory of its own.
  package init() {}

  deinit { text.free() }

  /// The bytes of a line, with its checksum and its line feed.
  ///
  /// Complexity: O(size).
  package func bytes(of line: SessionLine) -> [UInt8] {
    guard write(line) else { return LineCoding.bytes(of: line.document) }
    text.appendChecksum(from: 0)
    defer { text.shrink(to: Self.kept) }
    return text.array()
  }

  /// Writes all of a line but its end; false if it must be made into a document first.
  private func write(_ line: SessionLine) -> Bool {
    switch line {
    case .session(let form): write(form)
    case .action(let form): write(form)
    case .input(let form): write(form)
    case .state(let form): write(form)
    case .keyframe(let form): write(form)
    case .outside(let form): write(form)
    case .dispatched(let form): write(form)
    case .mark(let form): write(form)
    case .gap(let form): write(form)
    case .end(let form): write(form)
    case .unknown: false
    }
  }

  private func write<Form: LineForm>(_ form: Form) -> Bool {
    var members = MemberText(text, kind: Form.kind)
    form.write(to: &members)
    text = members.text
    return !members.needsDocument
  }
}

/// Writes the members of a line as text.
private struct MemberText: MemberSink {
  var text: ByteBuffer
  /// Whether a member came that may have the name of another.
  var needsDocument = false

  /// Begins a line in memory that the caller goes on to own.
  init(_ memory: ByteBuffer, kind: String) {
    text = memory
    text.truncate(to: 0)
    text.append(#"{"kind":"#)
    text.append(quoted: kind)
  }

  private mutating func begin(_ name: StaticString) {
    text.append(",\"")
    text.append(name)
    text.append("\":")
  }

  mutating func put(_ name: StaticString, _ value: JSONValue) {
    begin(name)
    text.append(document: value)
  }

  mutating func put(_ name: StaticString, _ string: String) {
    begin(name)
    text.append(quoted: string)
  }

  mutating func put(_ name: StaticString, _ number: Int) {
    begin(name)
    text.append(number)
  }

  mutating func put(_ name: StaticString, _ truth: Bool) {
    begin(name)
    text.append(truth ? "true" : "false")
  }

  mutating func put(_ name: StaticString, _ strings: [String]) {
    begin(name)
    text.append(UInt8(ascii: "["))
    for (place, string) in strings.enumerated() {
      if place > 0 { text.append(UInt8(ascii: ",")) }
      text.append(quoted: string)
    }
    text.append(UInt8(ascii: "]"))
  }

  mutating func put(_ name: StaticString, _ patch: JSONPatch) {
    begin(name)
    text.append(documentOf: patch)
  }

  mutating func put(_ extra: [Member]) { needsDocument = true }
}
