/// The front of an action line in a writer's layout, read without parsing JSON.
///
/// The line is not checked: the rest may not be JSON, and its checksum may be wrong.
package struct ActionFront {
  /// The number of the action.
  package let n: Int
  /// Nanoseconds since the start of the session.
  package let t: Int
  /// The type: ASCII without escapes.
  package let type: UnsafeBufferPointer<UInt8>
  /// The offset of the action in the line.
  let action: Int

  private static let kind: StaticString = #"{"kind":"action","n":"#

  /// Whether a line begins like an action line.
  static func begins(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    var bytes = LineBytes(line)
    return bytes?.take(kind) ?? false
  }

  /// The front of a line; nil if the line has another layout.
  package init?(_ line: UnsafeBufferPointer<UInt8>) {
    guard var front = LineBytes(line), front.take(Self.kind), let n = front.number(),
      front.take(#","t":"#), let t = front.number(), front.take(#","type":""#),
      let type = front.asciiText(), front.take(#","action":"#)
    else { return nil }
    (self.n, self.t, self.type, action) = (n, t, type, front.at)
  }

  /// The end of the action in a line with no further members except perhaps a checksum.
  ///
  /// Nil if the line's end does not show it.
  static func end(of line: UnsafeBufferPointer<UInt8>) -> Int? {
    guard line.last == UInt8(ascii: "}") else { return nil }
    return ChecksumTail.start(in: line) ?? line.count - 1
  }
}
