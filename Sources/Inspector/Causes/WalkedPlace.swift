import SessionFormat

/// The constants of a walk along a value: the lines, and the text of its path.
///
/// A class, so that examining a line costs no reference counting.
final class WalkedPlace: Sendable {
  let timeline: Timeline
  let path: JSONPointer
  /// The last step that the lines cover.
  let fork: Int
  private let lines: LineIndex
  private let steps: StepIndex
  /// Whether the session has any outside changes.
  private let hasOutsides: Bool
  private let text: [UInt8]
  /// The ends of the path's prefixes in its text, by the number of tokens.
  private let ends: [Int]

  init(_ timeline: Timeline, _ path: JSONPointer) {
    self.timeline = timeline
    self.path = path
    fork = timeline.fork
    lines = timeline.session.lines
    steps = timeline.session.steps
    hasOutsides = !steps.outsides.isEmpty
    var text: [UInt8] = []
    var ends = [0]
    for token in path.tokens {
      text += JSONPointer(tokens: [token]).description.utf8
      ends.append(text.count)
    }
    self.text = text
    self.ends = ends
  }

  /// Whether the line of state `n` may touch the value at the first `anchor` tokens of the path;
  /// false if it has no line.
  ///
  /// Complexity: O(log size + line).
  func mayTouch(state n: Int, upTo anchor: Int) -> Bool {
    guard let line = steps.changeLine(n) else { return false }
    return mayTouch(line, anchor)
  }

  /// Whether an outside change after state `n` may touch the value there.
  func mayTouch(outsidesAfter n: Int, upTo anchor: Int) -> Bool {
    guard hasOutsides, n < fork, let entries = steps.outsides[n] else { return false }
    return entries.contains { mayTouch($0, anchor) }
  }

  private func mayTouch(_ line: Int, _ anchor: Int) -> Bool {
    lines.withBytes(of: line) { line in
      text.withUnsafeBufferPointer { text in
        PatchScan.mayTouch(line, UnsafeBufferPointer(rebasing: text[..<ends[anchor]]))
      }
    }
  }
}
