/// Reads the patches of state lines without making values.
///
/// Not thread-safe.
package final class PatchLines {
  private var tape: Tape
  private var lines: LineTape
  private let hasCRC: Bool

  /// A reader of lines that must all have a checksum, or must not have one.
  package init(hasCRC: Bool) {
    self.hasCRC = hasCRC
    tape = .empty
    lines = LineTape(hasCRC: hasCRC, tape)
  }

  deinit {
    lines.free()
    tape.free()
  }

  /// Passes each replacement of a sound state line to a body.
  ///
  /// The line may only have replacements by leaves and its duration.
  ///
  /// False if the line has anything else or the body returns false; the replacements passed so far
  /// are then not a whole patch. Paths are passed as written; they have no JSON escapes.
  ///
  /// Complexity: O(size).
  func replacements(
    of line: UnsafeBufferPointer<UInt8>,
    _ body: (_ path: UnsafeBufferPointer<UInt8>, _ leaf: Int, Tape) -> Bool
  ) -> Bool {
    guard let end = endOfMembers(line), let start = line.baseAddress,
      var front = LineBytes(UnsafeBufferPointer(start: start, count: end)),
      front.take(#"{"kind":"state","n":"#), front.number() != nil, front.take(#","patch":["#)
    else { return false }
    tape.clear()
    (tape.text, tape.textCount) = (start, end)
    if !front.take("]") {
      repeat {
        guard front.take(#"{"op":"replace","path":""#), let path = front.asciiText(),
          front.take(#","value":"#), let behind = lines.readLeaf(at: front.at, &tape)
        else { return false }
        front.skip(to: behind)
        guard front.take("}"), body(path, 0, tape) else { return false }
      } while front.take(",")
      guard front.take("]") else { return false }
    }
    if front.take(#","took":"#), front.number() == nil { return false }
    return front.isAtEnd
  }

  private func endOfMembers(_ line: UnsafeBufferPointer<UInt8>) -> Int? {
    if hasCRC { return ChecksumTail.soundStart(in: line) }
    return line.last == UInt8(ascii: "}") ? line.count - 1 : nil
  }

  /// Calls a body with the patch of a sound state line.
  ///
  /// Nil if the line is of another kind or is not laid out as a writer does it.
  ///
  /// Complexity: O(size).
  func withPatch<T>(
    of line: UnsafeBufferPointer<UInt8>, _ body: (_ patch: Int, Tape) -> T?
  ) -> T? {
    guard let start = line.baseAddress else { return nil }
    tape.clear()
    (tape.text, tape.textCount) = (start, line.count)
    guard case .usual = lines.read(0..<line.count, &tape), let kind = tape.member("kind", 0),
      tape.isString(kind, "state"), let patch = tape.member("patch", 0)
    else { return nil }
    return body(patch, tape)
  }
}
