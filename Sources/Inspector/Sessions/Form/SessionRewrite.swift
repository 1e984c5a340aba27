import SessionFormat

/// Writes a session again with its states in another form.
///
/// The result is equal by the format's equality. Lines that carry no state, and those whose state
/// has the wanted form already, go out byte for byte but for their line ends and for characters that are
/// not safe to be shown; blank lines and the keyframes of the old form go. Needs the memory of two
/// states, however long the session is.
package struct SessionRewrite {
  private let session: Session
  private let form: SnapshotForm
  private var rule = KeyframeRule()
  /// The state so far, and the places of it that were only rendered.
  private var state: JSONValue?
  private var opaque: [String] = []
  /// Whether the next state goes on after a gap, so that it must be whole.
  private var followsGap = false

  package init(_ session: Session, as form: SnapshotForm) {
    self.session = session
    self.form = form
  }

  /// Gives every line to a writer, in order.
  ///
  /// - Throws: The first damage that is met.
  package mutating func run(
    into writer: inout SessionWriter, interrupted: () -> Bool
  ) throws(InspectorError) {
    for index in session.lines.indices {
      let entry = session.lines[index]
      if interrupted() { throw .interrupted }
      if !session.steps.isInOrder(index) { throw try brokenOrder(at: index) }
      let line = try session.line(index)
      let isAlike = session.parts[entry.part].hasCRC == hasCRC
      for line in missed(before: index) { try writer.add(bytes(of: line)) }
      switch try fate(of: line, index) {
      case .stays where isAlike:
        try writer.add(line: session.reader.withBytes(of: entry, Array.init), hasCRC: hasCRC)
      case .stays: try writer.add(bytes(of: line))
      case .goes: break
      case .becomes(let lines): for line in lines { try writer.add(bytes(of: line)) }
      }
    }
  }

  /// Whether lines have a checksum; where segments differ the first one decides.
  private var hasCRC: Bool { session.parts[0].hasCRC }

  private func bytes(of line: SessionLine) -> [UInt8] {
    LineCoding.bytes(of: line.document, crc: hasCRC)
  }

  /// The gap that stands for the segments that are missing before one.
  private mutating func missed(before index: Int) -> [SessionLine] {
    guard session.lines[index].kind == .session,
      let gap = session.steps.gaps.first(where: { $0.entry == index }),
      let line = try? session.line(of: gap)
    else { return [] }
    followsGap = true
    return [.gap(line)]
  }

  /// What becomes of a line.
  private enum Fate {
    case stays
    case goes
    case becomes([SessionLine])
  }

  private mutating func fate(
    of line: SessionLine, _ index: Int
  ) throws(InspectorError) -> Fate {
    switch line {
    case .session(var header):
      // That of a later segment, whose lines go on in the same file here.
      guard session.lines[index].part == 0 else { return .goes }
      guard header.snapshots != form.rawValue else { return .stays }
      header.snapshots = form.rawValue
      return .becomes([.session(header)])
    case .state(let line) where session.steps.states[line.n] != index:
      // With the state that a segment ends with the next begins.
      guard case .whole(let whole) = line.content, whole == state else {
        throw .session(differing(line.content, n: line.n, index))
      }
      return .goes
    case .state(var line):
      let before = state
      let places = line.opaque ?? (line.content.isWhole ? [] : opaque)
      var next = try session.apply(line.content, n: line.n, to: before ?? .null, entry: index)
      let mustBeWhole = before == nil || followsGap || session.overlaps(line.n)
      let changed = rewrite(&line.content, from: before, to: &next, mustBeWhole)
      if changed { line.opaque = member(places, in: line.content) }
      (state, opaque, followsGap) = (next, places, false)
      guard form == .delta, rule.isDue else { return changed ? .becomes([.state(line)]) : .stays }
      rule.noteWhole(size: next.textSize)
      var keyframe = KeyframeLine(n: line.n, state: next)
      keyframe.cut = line.cut
      return .becomes([.state(line), .keyframe(keyframe)])
    case .outside(var line):
      let before = state
      var next = try session.apply(line.content, n: line.n, to: before ?? .null, entry: index)
      let changed = rewrite(&line.content, from: before, to: &next, before == nil)
      state = next
      return changed ? .becomes([.outside(line)]) : .stays
    case .keyframe(let line):
      guard line.state == state else {
        throw .session(differing(.whole(line.state), n: line.n, index))
      }
      return line.extra.isEmpty ? .goes : .stays
    case .gap:
      followsGap = true
      return .stays
    case .end: return session.steps.end == index ? .stays : .goes
    default: return .stays
    }
  }

  /// Brings a state into the wanted form; false if it has it.
  ///
  /// - Parameter next: The state; after a patch, as a reader of the patch makes it, whose numbers
  ///   may be written otherwise.
  private mutating func rewrite(
    _ content: inout StateContent, from before: JSONValue?,
    to next: inout JSONValue,
    _ mustBeWhole: Bool
  ) -> Bool {
    switch (form, content) {
    case (.full, .whole): return false
    // A line has one level more than its state.
    case (.full, .patch) where next.height >= JSONParser.depthLimit: return false
    case (.full, .patch):
      content = .whole(next)
      return true
    case (.delta, .patch(let patch)):
      let size = patch.document.textSize
      if KeyframeRule.takesPatch(size: size, over: next.textSize) {
        rule.notePatch(size: size)
        return false
      }
      content = .whole(next)
      rule.noteWhole(size: next.textSize)
      return true
    case (.delta, .whole):
      // A reader of the patch may write numbers at greater length.
      if !mustBeWhole, let before,
        let patch = JSONPatch(from: before, to: next, within: 2 * next.textSize + 64)
      {
        let size = patch.document.textSize
        if let made = try? patch.applied(to: before),
          KeyframeRule.takesPatch(size: size, over: made.textSize)
        {
          content = .patch(patch)
          next = made
          rule.notePatch(size: size)
          return true
        }
      }
      rule.noteWhole(size: next.textSize)
      return false
    }
  }

  /// The member `opaque` of a line with that content: left out, it means that a patch leaves the
  /// places as they were, and that a whole state has none.
  private func member(_ places: [String], in content: StateContent) -> [String]? {
    places == (content.isWhole ? [] : opaque) ? nil : places
  }

  private func brokenOrder(at index: Int) throws(InspectorError) -> InspectorError {
    let broken = session.steps.mended.last { $0.entry <= index } ?? session.steps.fault
    // Where the order is broken at a line that cannot be read, reading it tells why.
    guard let broken, let error = session.reader.fault(broken, session.lines) else {
      _ = try session.line(index)
      return .session(differing(.whole(.null), n: session.last, index))
    }
    return .session(error)
  }

  private func differing(_ content: StateContent, n: Int, _ index: Int) -> SessionError {
    var path = JSONPointer.root
    if case .whole(let whole) = content, let state {
      path = Difference.list(from: state, to: whole).first?.path ?? .root
    }
    return SessionError(
      location: session.reader.location(session.lines[index], 0),
      cause: session.lines[index].kind == .state
        ? .repeated(n: n, path: path) : .keyframe(n: n, path: path))
  }
}
