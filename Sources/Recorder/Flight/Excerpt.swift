import SessionFormat

/// How much of a session an excerpt takes, counted back from now.
public enum ExcerptSpan: Sendable, Equatable {
  /// That many actions, at most.
  case actions(Int)
  /// What happened in that many seconds.
  case seconds(Double)
  /// As much as a file of that many bytes holds, for a service that limits attachments.
  ///
  /// Only about that much is read, so it takes as long for a session of any size.
  case bytes(Int)
}

/// Makes one self-contained session of the end of a recording.
///
/// Lines are copied unchanged, with their checksums. Only the first state is computed, from the
/// nearest whole state before it. The recording goes on meanwhile.
struct Excerpt {
  /// A place to begin an excerpt: a line with a whole state, and no later action before it.
  struct Anchor {
    let source: Int
    let offset: Int
    /// Whether it is a keyframe, which names no rendered places.
    var isKeyframe = false
  }

  let sources: [WrittenFile]
  var header: SessionHeader
  /// The id of the recorded session.
  let id: String
  let lastAction: Int
  /// Nanoseconds since the session started.
  let now: Int
  let files: any FileOperations
  /// The places that are only rendered in the last state; nil if they are not known.
  var opaque: [String]?
  /// Whether the recording goes on; otherwise the excerpt ends as the session did.
  var goesOn = true

  /// Writes the excerpt to a new file.
  func write(_ span: ExcerptSpan, to path: String) throws(RecorderError) {
    if case .bytes(let limit) = span { return try write(within: limit, to: path) }
    let found: (anchor: Anchor, n: Int)?
    do throws(FileError) { found = try beginning(of: span) } catch {
      throw .cannotExport(path: path, reason: error.text)
    }
    guard let found else {
      let reason =
        lastAction == 0 ? "no state is recorded yet" : "no file of the session can be read"
      throw .cannotExport(path: path, reason: reason)
    }
    try write(to: path) { (add) throws(FileError) in
      try write(from: found.anchor, found.n, to: add)
    }
  }

  /// Takes bytes of an excerpt.
  typealias Sink = ([UInt8]) throws(FileError) -> Void

  /// Makes a file, and fills it.
  func write(
    to path: String, _ fill: (Sink) throws(FileError) -> Void
  ) throws(RecorderError) {
    var file: SegmentFile
    do { file = try SegmentFile(creating: path, files) } catch {
      throw .cannotCreate(path: path, errno: error.number, RecorderError.Obstacle(at: path, files))
    }
    do throws(FileError) {
      try fill { (bytes) throws(FileError) in try append(bytes, to: &file) }
    } catch {
      do { try files.remove(path) } catch {}  // a torn excerpt is left; the error says so
      throw .cannotWrite(path: path, errno: error.number)
    }
  }

  // MARK: Where it begins

  /// The last whole state before the excerpt's first action, and the number of that state.
  private func beginning(of span: ExcerptSpan) throws(FileError) -> (anchor: Anchor, n: Int)? {
    var first: Int
    let cut: Int
    switch span {
    case .actions(let count): (first, cut) = (max(0, lastAction - max(0, count)), Int.min)
    case .seconds(let seconds):
      let span = max(0, seconds) * 1e9
      (first, cut) = (0, span < Double(now) ? now - Int(span) : 0)
    case .bytes: (first, cut) = (0, Int.min)
    }
    var anchor: Anchor?
    for (place, source) in sources.enumerated() {
      var lines = LineStream(source.file, files, to: source.end)
      var offset = lines.place
      var newestAction = 0
      while let line = try lines.next() {
        defer { offset = lines.place }
        guard let start = LineStart(line), let n = start.n else { continue }
        if start.kind == "action" {
          if let t = start.t, t < cut { first = max(first, n) }
          newestAction = max(newestAction, n)
        }
        guard start.kind == "state", start.isWhole else { continue }
        if anchor == nil { first = max(first, n) }
        // If steps overlap, an action with a higher number may come before a state.
        if n <= first, n >= newestAction { anchor = Anchor(source: place, offset: offset) }
      }
    }
    return anchor.map { ($0, first) }
  }

  // MARK: What it holds

  private struct Line {
    let kind: String
    let n: Int
    let bytes: [UInt8]

    /// Whether it belongs to a session that begins with state n.
    func isAfter(_ first: Int) -> Bool {
      switch kind {
      case "action", "input": n > first
      default: n >= first
      }
    }
  }

  /// What was read and written so far.
  private struct Copy {
    /// The first state, as computed so far.
    var state = JSONValue.null
    var opaque: [String] = []
    var cut: [String]?
    var hasState = false
    /// The number of that state; later ones are copied.
    var n = 0
    var isBegun = false
    /// Lines that came before the first state was complete and belong after it.
    var early: [Line] = []
    var lastState = 0
    var actions: Set<Int> = []
  }

  /// Passes on the lines from a state on that is made of the one at an anchor.
  func write(from anchor: Anchor, _ first: Int, to sink: Sink) throws(FileError) {
    var copy = Copy()
    var out: [UInt8] = []
    for (place, source) in sources.enumerated().dropFirst(anchor.source) {
      let offset = place == anchor.source ? anchor.offset : 0
      var lines = LineStream(source.file, files, from: offset, to: source.end)
      while let line = try lines.next() {
        take(line, first: first, &copy, &out)
        guard out.count >= 1 << 16 else { continue }
        try sink(out)
        out.removeAll(keepingCapacity: true)
      }
    }
    begin(&copy, &out)
    if goesOn { finish(copy, &out) }
    try sink(out)
  }

  private func append(_ bytes: [UInt8], to file: inout SegmentFile) throws(FileError) {
    do throws(SegmentFile.Fault) { try file.append(bytes) } catch {
      guard case .system(let error) = error else { throw .stalled }  // somebody else has it, too
      throw error
    }
  }

  private func take(
    _ line: [UInt8], first: Int, _ copy: inout Copy, _ out: inout [UInt8]
  ) {
    guard let start = LineStart(line), let n = start.n, start.kind != "end" || !goesOn else {
      return
    }
    if start.kind == "state", !copy.isBegun {
      if n <= first { return apply(line, &copy) }
      begin(&copy, &out)
    }
    if start.kind == "keyframe", !copy.isBegun, !copy.hasState, n <= first {
      return apply(line, &copy)
    }
    switch start.kind {
    case "state":
      // A segment begins with the state that ended the one before it.
      guard n > copy.lastState else { return }
      copy.lastState = n
    case "gap":
      guard n > copy.n else { return }
      begin(&copy, &out)
    case "outside" where !copy.isBegun:
      // The change of the first state is copied; those before it are part of that state.
      if n < first { return apply(line, &copy) }
      begin(&copy, &out)
    default: break
    }
    let line = Line(kind: start.kind, n: n, bytes: line)
    if copy.isBegun { add(line, &copy, &out) } else { copy.early.append(line) }
  }

  private func add(_ line: Line, _ copy: inout Copy, _ out: inout [UInt8]) {
    guard line.isAfter(copy.n) else { return }
    if line.kind == "action" { copy.actions.insert(line.n) }
    out += line.bytes
    out.append(0x0A)
  }

  /// Computes the next state from the one before.
  private func apply(_ line: [UInt8], _ copy: inout Copy) {
    switch SessionLine.read(line, isChecked: false) {
    case .state(let state)?:
      apply(state.content, &copy)
      copy.opaque = state.opaque ?? (state.content.isWhole ? [] : copy.opaque)
      copy.cut = state.cut
      copy.hasState = true
      copy.n = state.n
      copy.lastState = state.n
      copy.early.removeAll { !$0.isAfter(state.n) }
    case .keyframe(let keyframe)?:
      copy.state = keyframe.state
      copy.cut = keyframe.cut
      // An excerpt begins with one only if no later line names other places.
      copy.opaque = opaque ?? []
      copy.hasState = true
      (copy.n, copy.lastState) = (keyframe.n, keyframe.n)
      copy.early.removeAll { !$0.isAfter(keyframe.n) }
    case .outside(let outside)?:
      apply(outside.content, &copy)
      copy.cut = outside.cut
    default: break
    }
  }

  private func apply(_ content: StateContent, _ copy: inout Copy) {
    switch content {
    case .whole(let state): copy.state = state
    case .patch(let patch):
      // The recorder wrote both, so the patch applies; if not, the next whole state corrects it.
      do { copy.state = try patch.applied(to: copy.state) } catch {}
    }
  }

  /// Writes the header and the first state, unless they are written already.
  private func begin(_ copy: inout Copy, _ out: inout [UInt8]) {
    guard !copy.isBegun else { return }
    copy.isBegun = true
    var header = header
    header.continues = SessionHeader.Origin(id: id, n: copy.n)
    var state = StateLine(n: copy.n, content: .whole(copy.state))
    state.opaque = copy.opaque.isEmpty ? nil : copy.opaque
    state.cut = copy.cut
    out += LineCoding.bytes(of: SessionLine.session(header).document)
    out += LineCoding.bytes(of: SessionLine.state(state).document)
    for line in copy.early { add(line, &copy, &out) }
    copy.early = []
  }

  /// Counts the actions without a state, so that no reader takes them for a crash, and ends.
  private func finish(_ copy: Copy, _ out: inout [UInt8]) {
    if copy.lastState < lastAction {
      let missing = (copy.lastState + 1...lastAction).count { !copy.actions.contains($0) }
      let reason = "not finished or not recorded when the excerpt was made"
      let gap = GapLine(n: lastAction, t: now, lost: missing, reason: reason)
      out += LineCoding.bytes(of: SessionLine.gap(gap).document)
    }
    out += LineCoding.bytes(of: SessionLine.end(EndLine(n: lastAction, t: now)).document)
  }
}
