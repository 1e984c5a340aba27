/// What the front of an action's line says in a writer's layout, found without reading JSON.
///
/// The line is not checked: what follows may be no JSON, and its checksum wrong.
package struct ActionFront {
  /// The number of the action.
  package let n: Int
  /// Nanoseconds since the start of the session.
  package let t: Int
  /// The type, in ASCII letters, without escapes.
  package let type: UnsafeBufferPointer<UInt8>
  /// Where the action begins in the line.
  let action: Int

  private static let kind: StaticString = #"{"kind":"action","n":"#

  /// Whether a line begins as one of this kind.
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

  /// Where the action ends in a line that says no more, but perhaps its checksum; nil if that
  /// cannot be told from its end.
  static func end(of line: UnsafeBufferPointer<UInt8>) -> Int? {
    guard line.last == UInt8(ascii: "}") else { return nil }
    return ChecksumTail.start(in: line) ?? line.count - 1
  }
}
