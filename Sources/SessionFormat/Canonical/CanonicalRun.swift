/// Writes one value in its canonical form.
///
/// It has its own stack, so that deep nesting cannot exhaust the thread's stack. The stack also
/// gives the path of a fault.
struct CanonicalRun {
  private struct Frame {
    let container: JSONValue
    /// The members in canonical order; nil for an array.
    let members: [(name: String, value: JSONValue)]?
    let count: Int
    var next = 0
  }

  private var out = ByteBuffer(capacity: 1 << 10)
  private var frames: [Frame] = []

  /// The text of a value.
  static func bytes(of value: JSONValue) throws(CanonicalError) -> [UInt8] {
    var run = CanonicalRun()
    defer { run.out.free() }
    try run.write(value)
    return run.out.array()
  }

  private mutating func write(_ value: JSONValue) throws(CanonicalError) {
    try begin(value)
    while let frame = frames.last {
      guard frame.next < frame.count else {
        out.append(UInt8(ascii: frame.members == nil ? "]" : "}"))
        frames.removeLast()
        continue
      }
      frames[frames.count - 1].next += 1
      if frame.next > 0 { out.append(UInt8(ascii: ",")) }
      if let members = frame.members {
        let member = members[frame.next]
        write(member.name)
        out.append(UInt8(ascii: ":"))
        try begin(member.value)
      } else {
        try begin(frame.container[frame.next] ?? .null)
      }
    }
  }

  /// Writes a leaf, or opens a container.
  private mutating func begin(_ value: JSONValue) throws(CanonicalError) {
    if let members = value.object {
      out.append(UInt8(ascii: "{"))
      let sorted = members.sorted { $0.name.precedesInUTF16($1.name) }
      frames.append(Frame(container: value, members: sorted, count: sorted.count))
    } else if let count = value.array?.count {
      out.append(UInt8(ascii: "["))
      frames.append(Frame(container: value, members: nil, count: count))
    } else if let string = value.string {
      write(string)
    } else if let number = value.number {
      guard let text = number.canonicalText else {
        throw CanonicalError(reason: .numberTooLarge, path: path)
      }
      out.append(ascii: text)
    } else {
      out.append(value.bool.map { $0 ? "true" : "false" } ?? "null")
    }
  }

  /// The path of the value that is being written.
  private var path: JSONPointer {
    JSONPointer(
      tokens: frames.map { frame in
        frame.members.map { $0[frame.next - 1].name } ?? String(frame.next - 1)
      })
  }

  /// Appends a string with the escapes of RFC 8785, section 3.2.2.2, and no others.
  private mutating func write(_ string: String) {
    var string = string
    out.append(UInt8(ascii: "\""))
    string.withUTF8 { bytes in
      guard let start = bytes.baseAddress else { return }
      var plain = 0
      for (place, byte) in bytes.enumerated()
      where byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        out.append(start + plain, place - plain)
        out.append(escapeOf: start + place, 1)
        plain = place + 1
      }
      out.append(start + plain, bytes.count - plain)
    }
    out.append(UInt8(ascii: "\""))
  }
}

extension String {
  /// Whether this string comes before the other in the order of their UTF-16 code units.
  ///
  /// That is the order of their UTF-8 bytes except for characters beyond U+FFFF: their surrogates
  /// come before U+E000 to U+FFFF.
  func precedesInUTF16(_ other: String) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8) { Self.rank($0) < Self.rank($1) }
  }

  /// Ranks the first bytes of U+E000 to U+FFFF above those of the characters beyond U+FFFF.
  private static func rank(_ byte: UInt8) -> UInt8 {
    byte == 0xEE || byte == 0xEF ? byte + 0x10 : byte
  }
}
