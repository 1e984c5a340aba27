/// Checks consecutive lines of a session: their form, checksums, patches and keyframes.
///
/// This is a quick check. It never accepts a line that ``LineCoding`` refuses, or a state that the
/// patches do not produce. It may refuse sound lines that are unusual. A line is only read onto a
/// tape, and the tape's memory is reused. Not thread-safe.
package final class SectionAudit {
  private let hasCRC: Bool
  private let limits: JSONPatch.Limits
  private var lines: LineTape
  /// The state, and the values that patches put into it.
  private var tape: Tape
  /// For lines that are only checked, and for whole states.
  private var spare: Tape
  private var draft: Draft?
  /// How many nodes the tape may have before the next whole state.
  private var nodeLimit = leastNodeLimit

  /// About 64 MB.
  private static let leastNodeLimit = 1 << 22

  /// An audit of lines in a text that stays in place.
  ///
  /// - Parameters:
  ///   - hasCRC: Whether each line must have a checksum; if false, none may.
  ///   - limits: The limits of what patches may make of a state.
  package init(
    _ text: UnsafeBufferPointer<UInt8>, hasCRC: Bool,
    limits: JSONPatch.Limits = JSONPatch.Limits()
  ) {
    (self.hasCRC, self.limits) = (hasCRC, limits)
    let start = text.baseAddress ?? UnsafePointer(Tape.noText)
    tape = Tape(text: start, textCount: text.count)
    spare = Tape(text: start, textCount: text.count)
    lines = LineTape(hasCRC: hasCRC, tape)
  }

  deinit {
    lines.free()
    tape.free()
    spare.free()
  }

  /// What a line says about the state.
  private enum Content {
    case nothing
    case whole(Int)
    case patch(Int)
    case keyframe(Int)
  }

  /// Starts again with the whole state of a line, whatever the state was before.
  ///
  /// - Returns: Whether the line is sound and has a whole state.
  package func begin(_ line: Range<Int>) -> Bool {
    spare.rewind()
    guard read(line, &spare) else { return false }
    switch content(spare) {
    case .keyframe(let node), .whole(let node):
      adopt(node)
      return true
    case .nothing, .patch: return false
    }
  }

  /// Whether the state equals the one that another audit has just begun with.
  package func agrees(with beginning: SectionAudit) -> Bool {
    guard let draft, let node = beginning.draft?.root.node else { return false }
    return draft.isEqual(to: node, TapePair(left: tape, right: beginning.tape))
  }

  /// Checks the next line.
  ///
  /// - Parameters:
  ///   - line: Its range in the text, without its line end.
  ///   - isPatch: Whether it looks like a patch of the state. If the guess is wrong, the line is
  ///     read twice.
  /// - Returns: Whether the line is sound; if not, the audit is over.
  package func follow(_ line: Range<Int>, isPatch: Bool) -> Bool {
    guard isPatch else {
      spare.rewind()
      guard read(line, &spare) else { return false }
      return follow(content(spare), line)
    }
    let start = (nodes: tape.count, tables: tape.tables.count)
    guard read(line, &tape) else { return false }
    let content = content(tape, start.nodes)
    if case .patch(let node) = content { return patch(node) }
    tape.rewind(to: start.nodes, tables: start.tables)
    return follow(line, isPatch: false)
  }

  private func follow(_ content: Content, _ line: Range<Int>) -> Bool {
    switch content {
    case .nothing: break
    case .whole(let node): adopt(node)
    case .keyframe(let node):
      guard let draft, draft.isEqual(to: node, TapePair(left: tape, right: spare)) else {
        return false
      }
      adopt(node)
    case .patch:
      let start = tape.count
      guard read(line, &tape), case .patch(let node) = self.content(tape, start) else {
        return false
      }
      return patch(node)
    }
    return true
  }

  private func patch(_ node: Int) -> Bool {
    guard tape.count <= nodeLimit else { return false }
    return draft?.apply(node, tape) ?? false
  }

  /// Makes the value at a node of the spare tape the state.
  private func adopt(_ node: Int) {
    swap(&tape, &spare)
    spare.rewind()
    draft = Draft(node, tape, limits: limits)
    nodeLimit = max(Self.leastNodeLimit, 4 * tape.count)
  }

  // MARK: Lines

  /// Adds a line to a tape; false if the line is not sound.
  private func read(_ line: Range<Int>, _ tape: inout Tape) -> Bool {
    switch lines.read(line, &tape) {
    case .usual: return true
    case .broken: return false
    case .unusual:
      let bytes = UnsafeBufferPointer(start: tape.text + line.lowerBound, count: line.count)
      return (try? LineCoding.line(bytes, crc: hasCRC ? .required : .forbidden)) != nil
    }
  }

  /// What a line that was read says about the state, given its root node.
  private func content(_ tape: Tape, _ root: Int = 0) -> Content {
    guard let kind = tape.member("kind", root) else { return .nothing }
    if tape.isString(kind, "action") { return .nothing }
    let isKeyframe = tape.has(kind, KeyframeLine.kind)
    guard isKeyframe || tape.has(kind, StateLine.kind) || tape.has(kind, OutsideLine.kind) else {
      return .nothing
    }
    if let state = tape.member("state", root) {
      return isKeyframe ? .keyframe(state) : .whole(state)
    }
    return tape.member("patch", root).map { .patch($0) } ?? .nothing
  }
}

extension Tape {
  /// Whether a node is a string with that text.
  fileprivate func has(_ node: Int, _ text: String) -> Bool {
    nodes[node].kind == .string && string(node) == text
  }
}
