/// Follows lines of a session that stand one after the other, and tells whether all is well: their
/// form, their checksums, the patches, the keyframes.
///
/// A quick look. It never calls a line sound that ``LineCoding`` refuses, or a state one that a patch
/// does not make; but it may refuse what is sound, where that is unusual. Nothing is made of a line
/// but its place on a tape, and the tape lies in memory that is used again. Not thread-safe.
package final class SectionAudit {
  private let hasCRC: Bool
  private let limits: JSONPatch.Limits
  private var lines: LineTape
  /// The state, and the values that patches put into it.
  private var tape: Tape
  /// For lines that are only looked at, and for whole states.
  private var spare: Tape
  private var draft: Draft?
  /// How many nodes the tape may have before the state is whole again.
  private var nodeLimit = leastNodeLimit

  /// About 64 MB.
  private static let leastNodeLimit = 1 << 22

  /// An audit of lines in a text that stays where it is.
  ///
  /// - Parameters:
  ///   - hasCRC: Whether each line must have a checksum; else none may.
  ///   - limits: What patches may make of a state.
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

  /// What a line carries of the state.
  private enum Content {
    case nothing
    case whole(Int)
    case patch(Int)
    case keyframe(Int)
  }

  /// Goes on with the whole state of a line, whatever state there was.
  ///
  /// - Returns: Whether the line is sound and has one.
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

  /// Whether the state is the one that another audit has just begun with.
  package func agrees(with beginning: SectionAudit) -> Bool {
    guard let draft, let node = beginning.draft?.root.node else { return false }
    return draft.isEqual(to: node, TapePair(left: tape, right: beginning.tape))
  }

  /// Goes on with a line.
  ///
  /// - Parameters:
  ///   - line: Where it stands in the text, its line end left out.
  ///   - isPatch: Whether it looks like a patch of the state; where it looks otherwise than it is,
  ///     it is read twice.
  /// - Returns: Whether it is sound; if not, the audit is over.
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

  /// Makes the value at a node of the other tape the state.
  private func adopt(_ node: Int) {
    swap(&tape, &spare)
    spare.rewind()
    draft = Draft(node, tape, limits: limits)
    nodeLimit = max(Self.leastNodeLimit, 4 * tape.count)
  }

  // MARK: Lines

  /// Adds a line to a tape; false if it is not sound.
  private func read(_ line: Range<Int>, _ tape: inout Tape) -> Bool {
    switch lines.read(line, &tape) {
    case .usual: return true
    case .broken: return false
    case .unusual:
      let bytes = UnsafeBufferPointer(start: tape.text + line.lowerBound, count: line.count)
      return (try? LineCoding.line(bytes, crc: hasCRC ? .required : .forbidden)) != nil
    }
  }

  /// What a line that was read carries, by its root.
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
  /// Whether a string says that.
  fileprivate func has(_ node: Int, _ text: String) -> Bool {
    nodes[node].kind == .string && string(node) == text
  }
}
