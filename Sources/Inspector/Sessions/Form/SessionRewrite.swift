import SessionFormat

/// Rewrites a session with its states in another form.
///
/// The result is equal by the format's equality. A line without a state, or with a state in the
/// wanted form, is copied byte for byte, except for its line end and characters that are unsafe to
/// show. Blank lines and the keyframes of the old form are dropped. Needs the memory of two states,
/// whatever the length of the session.
package struct SessionRewrite {
  private let session: Session
  private let form: SnapshotForm
  /// Whether patches may have splices.
  private let takesSplices: Bool
  private var rule = KeyframeRule()
  /// What the rewritten session holds in place of what this one does; nil if it holds the same.
  private let change: (any ContentChange)?
  /// The state so far, and its places that were only rendered.
  private var state: JSONValue?
  /// The state so far as the rewritten session has it.
  private var written: JSONValue?
  private var opaque: [String] = []
  /// Whether the next state follows a gap, so that it must be whole.
  private var followsGap = false

  /// - Parameter plain: Whether patches have only the operations of RFC 6902; otherwise they may have
  ///   splices if the session has.
  package init(_ session: Session, as form: SnapshotForm, plain: Bool = false) {
    self.init(session, as: form, plain: plain, changing: nil)
  }

  /// - Parameter change: What it holds instead; a session of other content, with whole states and
  ///   patches as this one's.
  init(
    _ session: Session, as form: SnapshotForm, plain: Bool = false,
    changing change: (any ContentChange)?
  ) {
    self.session = session
    self.form = form
    self.change = change
    takesSplices = session.header.hasSplices && form == .delta && !plain
  }

  /// Passes every line to a writer, in order.
  ///
  /// - Throws: The first damage found.
  package mutating func run(
    into writer: inout SessionWriter, interrupted: () -> Bool
  ) throws(InspectorError) {
    for index in session.lines.indices {
      let entry = session.lines[index]
      if interrupted() { throw .interrupted }
      if !session.steps.isInOrder(index) { throw try brokenOrder(at: index) }
      let line = try session.line(index)
      // Without it the numbers have a gap, of which only a repair writes a line.
      if let fault = session.salvage?.fault(leavingOut: index) { throw .session(fault) }
      let isAlike = session.parts[entry.part].hasCRC == hasCRC
      for line in missed(before: index) { try writer.add(bytes(of: line)) }
      switch changed(try fate(of: line, index), line) {
      case .stays where isAlike:
        try writer.add(line: session.reader.withBytes(of: entry, Array.init), hasCRC: hasCRC)
      case .stays: try writer.add(bytes(of: line))
      case .goes: break
      case .becomes(let lines): for line in lines { try writer.add(bytes(of: line)) }
      }
    }
  }

  /// Whether lines have a checksum; if segments differ, the first one decides.
  private var hasCRC: Bool { session.parts[0].hasCRC }

  private func bytes(of line: SessionLine) -> [UInt8] {
    LineCoding.bytes(of: line.document, crc: hasCRC)
  }

  /// The gap that stands for the missing segments before this one.
  private mutating func missed(before index: Int) -> [SessionLine] {
    guard session.lines[index].kind == .session,
      let gap = session.steps.gaps.first(where: { $0.entry == index }),
      let line = try? session.line(of: gap)
    else { return [] }
    followsGap = true
    return [.gap(line)]
  }

  /// What happens to a line.
  private enum Fate {
    case stays
    case goes
    case becomes([SessionLine])
  }

  /// What happens to a line, with what is changed in its other members.
  private func changed(_ fate: Fate, _ line: SessionLine) -> Fate {
    guard let change else { return fate }
    switch fate {
    case .goes: return .goes
    case .stays: return change.line(line).map { .becomes([$0]) } ?? .stays
    case .becomes(let lines): return .becomes(lines.map { change.line($0) ?? $0 })
    }
  }

  private mutating func fate(
    of line: SessionLine, _ index: Int
  ) throws(InspectorError) -> Fate {
    switch line {
    case .session(var header):
      // The header of a later segment, whose lines continue in the same file here.
      guard session.lines[index].part == 0 else { return .goes }
      guard header.snapshots != form.rawValue || header.hasSplices != takesSplices else {
        return .stays
      }
      header.snapshots = form.rawValue
      header.hasSplices = takesSplices
      return .becomes([.session(header)])
    case .state(let line) where session.steps.states[line.n] != index:
      // The next segment begins with the last state of this one.
      guard case .whole(let whole) = line.content, whole == state else {
        throw .session(differing(line.content, n: line.n, index))
      }
      return .goes
    case .state(var line):
      let places = line.opaque ?? (line.content.isWhole ? [] : opaque)
      let mustBeWhole = state == nil || followsGap || session.overlaps(line.n)
      let changed = try rewrite(&line.content, n: line.n, index, mustBeWhole)
      if changed { line.opaque = member(places, in: line.content) }
      (opaque, followsGap) = (places, false)
      guard form == .delta, rule.isDue, let written else {
        return changed ? .becomes([.state(line)]) : .stays
      }
      rule.noteWhole(size: written.textSize)
      var keyframe = KeyframeLine(n: line.n, state: written)
      keyframe.cut = line.cut
      return .becomes([.state(line), .keyframe(keyframe)])
    case .outside(var line):
      let changed = try rewrite(&line.content, n: line.n, index, state == nil)
      return changed ? .becomes([.outside(line)]) : .stays
    case .keyframe(let line):
      guard line.state == state else {
        throw .session(differing(.whole(line.state), n: line.n, index))
      }
      guard !line.extra.isEmpty else { return .goes }
      guard let written, change != nil else { return .stays }
      var line = line
      line.state = written
      return .becomes([.keyframe(line)])
    case .gap:
      followsGap = true
      return .stays
    case .end: return session.steps.end == index ? .stays : .goes
    default: return .stays
    }
  }

  /// Goes on to the state of a line, and converts that to the wanted form; false if it already has
  /// it.
  private mutating func rewrite(
    _ content: inout StateContent, n: Int, _ index: Int, _ mustBeWhole: Bool
  ) throws(InspectorError) -> Bool {
    let source = try session.apply(content, n: n, to: state ?? .null, entry: index)
    defer { state = source }
    guard let change else { return write(source, &content, mustBeWhole) }
    let new = change.state(source, n: n, since: state, written: written)
    content = .whole(new)
    _ = write(new, &content, mustBeWhole)
    return true
  }

  /// Converts the content that leads to a state to the wanted form; false if it already has it.
  private mutating func write(
    _ state: JSONValue, _ content: inout StateContent, _ mustBeWhole: Bool
  ) -> Bool {
    let before = written
    // After a patch it is as a reader of the patch makes it, which may write numbers differently.
    var next = state
    defer { written = next }
    switch (form, content) {
    // A line has one nesting level more than its state.
    case (.full, .whole) where change != nil && next.height >= JSONParser.depthLimit:
      content = .patch(JSONPatch(from: before ?? .null, to: next))
      return true
    case (.full, .whole): return false
    case (.full, .patch(let patch)) where next.height >= JSONParser.depthLimit:
      if patch.hasSplice { content = .patch(JSONPatch(from: before ?? .null, to: next)) }
      return patch.hasSplice
    case (.full, .patch):
      content = .whole(next)
      return true
    case (.delta, .patch(let patch)) where takesSplices || !patch.hasSplice:
      let size = patch.document.textSize
      if KeyframeRule.takesPatch(size: size, over: next.textSize) {
        rule.notePatch(size: size)
        return false
      }
      content = .whole(next)
      rule.noteWhole(size: next.textSize)
      return true
    case (.delta, .whole), (.delta, .patch):
      // A reader of the patch may write numbers longer.
      if !mustBeWhole, let before,
        let patch = JSONPatch(
          from: before, to: next, within: 2 * next.textSize + 64,
          splices: takesSplices)
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
      let isNew = !content.isWhole
      content = .whole(next)
      return isNew
    }
  }

  /// The member `opaque` of a line with that content; nil if a patch keeps the places as they were,
  /// or if a whole state has none.
  private func member(_ places: [String], in content: StateContent) -> [String]? {
    places == (content.isWhole ? [] : opaque) ? nil : places
  }

  private func brokenOrder(at index: Int) throws(InspectorError) -> InspectorError {
    let broken = session.steps.mended.last { $0.entry <= index } ?? session.steps.fault
    // If the order is broken at an unreadable line, reading that line gives the reason.
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
    let entry = session.lines[index]
    return session.reader.fault(
      entry.kind == .state ? .repeated(n: n, path: path) : .keyframe(n: n, path: path), entry)
  }
}
