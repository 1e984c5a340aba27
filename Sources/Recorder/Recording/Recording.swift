import SessionFormat

/// The lines of one session, in the order that the format asks for.
///
/// Not thread-safe.
///
/// Steps may overlap: each action is written where its step began, each state in the order of `n`,
/// so a state waits until the states before it are known.
struct Recording {
  /// A step that has begun.
  struct OpenStep {
    let n: Int
    /// Whether it began while another was open, so that its state must be whole.
    let overlaps: Bool
  }

  private struct FinishedStep {
    let after: Snapshot
    let threw: String?
    let took: Int?
    let overlaps: Bool
  }

  private var header: SessionHeader
  private let options: RecorderOptions
  private let start: UInt64
  private var sink: (any LineSink)?
  private var isHeaderWritten = false
  private var history: StateHistory?
  private var lastAction = 0
  private var lastState = 0
  private var finished: [Int: FinishedStep] = [:]
  private var reported: Set<String> = []
  /// The opaque places as the last state line that named them said.
  private var statedOpaque: [String] = []
  /// Marks that were set before the first action, when the header is not known yet.
  private var earlyMarks: [MarkLine] = []
  /// Whether a hook sits around the reducer, so that actions seen by a middleware are reduced there.
  var hasReducerHook = false

  init(store: String, options: RecorderOptions, sink: any LineSink) {
    let surroundings = options.surroundings
    header = SessionHeader(id: surroundings.id, started: surroundings.started, store: store)
    header.app = options.app
    header.platform = surroundings.platform
    header.snapshots = options.snapshots.rawValue
    start = surroundings.nanoseconds()
    self.options = options
    self.sink = sink
  }

  /// Whether lines are still written.
  var isRecording: Bool { sink != nil }

  /// Nanoseconds since the session started.
  var t: Int { Int(clamping: options.surroundings.nanoseconds() &- start) }

  /// Writes the action of a step that begins now, and what its before-state tells.
  mutating func begin(
    type: String, action: Snapshot, before: Snapshot, from: Int?, hook: SessionHeader.Hook,
    types: (state: Any.Type, action: Any.Type)
  ) -> OpenStep {
    writeHeader(hook: hook, types: types)
    let overlaps = lastState < lastAction
    if history == nil {
      writeFirstState(before)
    } else if !overlaps {
      writeOutside(before)
    }
    lastAction += 1
    var line = ActionLine(n: lastAction, t: t, type: type, action: action.value)
    line.from = from
    line.opaque = action.isOpaque
    write(.action(line))
    report(action.failure)
    report(before.failure)
    if overlaps { report(.overlappingSteps(n: lastAction), once: "overlap") }
    return OpenStep(n: lastAction, overlaps: overlaps)
  }

  /// Writes the state of a step, and of those that waited for it.
  mutating func finish(_ step: OpenStep, after: Snapshot, threw: String?, took: Int?) {
    report(after.failure)
    finished[step.n] = FinishedStep(
      after: after, threw: threw, took: took, overlaps: step.overlaps)
    while let next = finished.removeValue(forKey: lastState + 1) {
      lastState += 1
      writeState(next)
    }
  }

  mutating func input(_ line: InputLine) { write(.input(line)) }

  mutating func mark(_ text: String) {
    let mark = MarkLine(n: lastAction, t: t, text: text)
    guard isHeaderWritten else { return earlyMarks.append(mark) }
    write(.mark(mark))
  }

  mutating func end() {
    writeHeader(hook: nil, types: nil)
    writeEarlyMarks()
    write(.end(EndLine(n: lastAction, t: t)))
    sink?.close()
    sink = nil
  }

  private mutating func writeHeader(
    hook: SessionHeader.Hook?, types: (state: Any.Type, action: Any.Type)?
  ) {
    guard !isHeaderWritten else { return }
    isHeaderWritten = true
    header.hook = hasReducerHook ? .reducer : hook
    header.stateType = types.map { TypeName.of($0.state) }
    header.actionType = types.map { TypeName.of($0.action) }
    write(.session(header))
  }

  private mutating func writeFirstState(_ state: Snapshot) {
    var line = StateLine(n: lastState, content: .whole(state.value))
    line.opaque = state.opaque.isEmpty ? nil : state.opaque
    statedOpaque = state.opaque
    write(.state(line))
    writeEarlyMarks()
    history = StateHistory(first: state, alwaysWhole: options.snapshots == .full)
  }

  private mutating func writeEarlyMarks() {
    for mark in earlyMarks { write(.mark(mark)) }
    earlyMarks = []
  }

  private mutating func writeOutside(_ before: Snapshot) {
    guard var history, history.current.value != before.value else { return }
    let content = history.advance(to: before)
    self.history = history
    write(.outside(OutsideLine(n: lastState, t: t, content: content)))
  }

  private mutating func writeState(_ step: FinishedStep) {
    guard var history else { return }
    let content = history.advance(to: step.after, whole: step.overlaps)
    var line = StateLine(n: lastState, content: content)
    switch content {
    case .whole: line.opaque = step.after.opaque.isEmpty ? nil : step.after.opaque
    case .patch: line.opaque = step.after.opaque == statedOpaque ? nil : step.after.opaque
    }
    statedOpaque = step.after.opaque
    line.threw = step.threw
    line.took = step.took
    write(.state(line))
    if let keyframe = history.dueKeyframe() {
      write(.keyframe(KeyframeLine(n: lastState, state: keyframe)))
    }
    self.history = history
  }

  private mutating func write(_ line: SessionLine) {
    guard let sink else { return }
    do {
      try sink.append(LineCoding.bytes(of: line.document))
    } catch {
      // The line may stand in the file in part. Nothing may follow a torn line.
      sink.close()
      self.sink = nil
      report(error)
    }
  }

  private mutating func report(_ trouble: RecorderError?, once key: String? = nil) {
    guard let trouble else { return }
    if reported.insert(key ?? trouble.description).inserted { options.onTrouble(trouble) }
  }
}
