import SessionFormat

/// Writes a session again with its states in another form.
///
/// The result is equal by the format's equality. Lines that carry no state, and those whose state
/// has the wanted form already, go out byte for byte but for their line ends; blank lines and the
/// keyframes of the old form go. Needs the memory of two states, however long the session is.
struct SessionRewrite {
  private let session: Session
  private let form: SnapshotForm
  private var rule = KeyframeRule()
  /// The state so far, and the places of it that were only rendered.
  private var state: JSONValue?
  private var opaque: [String] = []
  /// Whether the next state goes on after a gap, so that it must be whole.
  private var followsGap = false

  init(_ session: Session, as form: SnapshotForm) {
    self.session = session
    self.form = form
  }

  /// Gives every line to a writer, in order.
  ///
  /// - Throws: The first damage that is met.
  mutating func run(
    into writer: inout SessionWriter, interrupted: () -> Bool
  ) throws(InspectorError) {
    for index in session.lines.indices {
      let entry = session.lines[index]
      guard entry.kind != .blank else { continue }
      if interrupted() { throw .interrupted }
      if let fault = session.fault, index == session.steps.fault?.entry { throw .session(fault) }
      switch try fate(of: try session.line(index), index) {
      case .stays:
        try writer.add(session.reader.withBytes(of: entry, Array.init) + [UInt8(ascii: "\n")])
      case .goes: break
      case .becomes(let lines):
        for line in lines {
          try writer.add(LineCoding.bytes(of: line.document, crc: session.hasCRC))
        }
      }
    }
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
      guard header.snapshots != form.rawValue else { return .stays }
      header.snapshots = form.rawValue
      return .becomes([.session(header)])
    case .state(var line):
      let before = state
      let places = line.opaque ?? (line.content.isWhole ? [] : opaque)
      let next = try session.apply(line.content, n: line.n, to: before ?? .null, entry: index)
      let mustBeWhole = before == nil || followsGap || session.overlaps(line.n)
      let changed = rewrite(&line.content, line.extra, from: before, to: next, mustBeWhole)
      if changed { line.opaque = member(places, in: line.content) }
      (state, opaque, followsGap) = (next, places, false)
      guard form == .delta, rule.isDue else { return changed ? .becomes([.state(line)]) : .stays }
      rule.noteWhole(size: next.textSize)
      return .becomes([.state(line), .keyframe(KeyframeLine(n: line.n, state: next))])
    case .outside(var line):
      let before = state
      let next = try session.apply(line.content, n: line.n, to: before ?? .null, entry: index)
      state = next
      return rewrite(&line.content, line.extra, from: before, to: next, before == nil)
        ? .becomes([.outside(line)]) : .stays
    case .keyframe(let line):
      guard line.state == state else { throw .session(keyframeFault(line, index)) }
      return line.extra.isEmpty ? .goes : .stays
    case .gap:
      followsGap = true
      return .stays
    default: return .stays
    }
  }

  /// Brings a state into the wanted form; false where it has it.
  private mutating func rewrite(
    _ content: inout StateContent, _ extra: [Member], from before: JSONValue?, to next: JSONValue,
    _ mustBeWhole: Bool
  ) -> Bool {
    switch (form, content) {
    case (.full, .whole): return false
    case (.full, .patch):
      content = .whole(next)
      return true
    case (.delta, .patch(let patch)):
      let size = patch.document.textSize
      if size <= next.textSize {
        rule.notePatch(size: size)
        return false
      }
      content = .whole(next)
      rule.noteWhole(size: next.textSize)
      return true
    case (.delta, .whole):
      // A member of that name stands for nothing here, but would beside a patch.
      if !mustBeWhole, let before, !extra.contains(where: { $0.name == "patch" }) {
        let patch = JSONPatch(from: before, to: next)
        let size = patch.document.textSize
        if size <= next.textSize {
          content = .patch(patch)
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

  private func keyframeFault(_ line: KeyframeLine, _ index: Int) -> SessionError {
    let path = Difference.list(from: state ?? .null, to: line.state).first?.path ?? .root
    return SessionError(
      location: session.reader.location(session.lines[index], 0),
      cause: .keyframe(n: line.n, path: path))
  }
}
