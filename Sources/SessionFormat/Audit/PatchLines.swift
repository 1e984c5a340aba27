/// Reads the patches of state lines without making values of them.
///
/// Not thread-safe.
package final class PatchLines {
  private var tape: Tape
  private var lines: LineTape

  /// A reader of lines that must all have a checksum, or may not.
  package init(hasCRC: Bool) {
    tape = .empty
    lines = LineTape(hasCRC: hasCRC, tape)
  }

  deinit {
    lines.free()
    tape.free()
  }

  /// Calls a body with the patch of a sound state line; nil where the line is another one, or is not
  /// laid out as a writer does it.
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
