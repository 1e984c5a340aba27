import SessionFormat

/// The lines of one session, in the order of the format.
///
/// Not thread-safe.
///
/// Steps may overlap. Each action is written when its step begins. States are written in the order
/// of `n`, so a state waits until the states before it are known.
struct Recording {
  /// A step that has begun.
  struct OpenStep {
    let n: Int
    /// Whether it began while another was open, so that its state must be whole.
    let overlaps: Bool
    /// The number of interruptions until it began; after a further one its state is not written.
    fileprivate let epoch: Int
  }

  /// What is known of an action when its step begins.
  struct Action {
    let type: String
    var snapshot: Snapshot
    var from: Int?
    /// The number of the dispatch that it was made within.
    var within: Int?
    /// The number of its own dispatch, if other lines may refer to it.
    var number: Int?
    var at: String?
  }

  /// How many steps may begin, with none ending alone, before the session goes on regardless.
  private static let patience = 1_000

  /// How many marks and dispatched actions wait while nothing is written.
  static let keptLines = 100

  var header: SessionHeader
  let options: RecorderOptions
  let sink: any LineSink
  let lines = LineText()
  /// The id of the first segment.
  let id: String
  private let start: UInt64
  private var latest: UInt64

  /// Why lines are not written at the moment; nil if they are.
  var interruption: Interruption?
  var isOver = false
  var segment = 0
  var states: StateWriter?
  /// The last state written, with any change from outside.
  var written: Snapshot?
  /// The number of the last action that began.
  var lastAction = 0
  /// The number of the last state that has a line.
  var lastState = 0
  /// The number of the last dispatch that lines refer to.
  private var lastDispatch = 0
  /// The number of the state that the segment begins with.
  var segmentStart = 0
  var openSteps = 0
  /// The opaque places of the last state line that named them.
  var writtenOpaque: [String] = []
  /// Marks and dispatched actions that could not be written yet.
  var waitingLines: [SessionLine] = []
  /// Faults that are still to be reported to the app.
  var faults = FaultReports()
  private var epoch = 0
  private var unsettled = 0
  private(set) var finished: [Int: FinishedStep] = [:]
  private var recent = RecentActions()
  private var redactor: Redactor?
  /// How many states were written whole.
  var wholeStates = WholeStates()
  /// Whether states would be shorter with splices, while the header announces none.
  var spliceSearch = SpliceSearch()

  init(
    store: String, options: RecorderOptions, sink: any LineSink,
    redactionKey: RedactionKey = .random()
  ) {
    let surroundings = options.environment
    id = surroundings.id()
    header = SessionHeader(id: id, started: surroundings.started(), store: store)
    header.app = options.app?.header
    header.platform = surroundings.platform
    header.snapshots = options.snapshots.rawValue
    start = surroundings.nanoseconds()
    latest = start
    if !options.redactions.isEmpty {
      redactor = Redactor(options.redactions, key: redactionKey)
      header.redactions = RedactionList.texts(of: options.redactions.patterns)
    }
    self.options = options
    self.sink = sink
    interruption = Interruption(reason: "", needsSegment: true)
  }

  /// Whether lines are written now.
  var isWriting: Bool { interruption == nil && !isOver }

  /// Whether to take snapshots now: lines are written, or it is time to try again.
  mutating func wantsSnapshots() -> Bool {
    guard !isOver else { return false }
    guard let interruption else { return true }
    return interruption.isDue { now() }
  }

  /// Nanoseconds of the recorder's clock, which never goes back, even if the system's does.
  mutating func now() -> UInt64 {
    latest = max(latest, options.environment.nanoseconds())
    return latest
  }

  /// Nanoseconds since the session started.
  mutating func t() -> Int { Int(clamping: now() &- start) }

  // MARK: Steps

  /// Writes the action of a step that begins now, and any change from outside in its before-state.
  mutating func begin(
    _ action: Action, before: Snapshot, hook: SessionHeader.Hook,
    types: (state: Any.Type, action: Any.Type), fingerprint: String? = nil
  ) -> OpenStep {
    let action = hidden(action)
    let before = hidden(before)
    if segment == 0 { name(hook: hook, types: types, fingerprint: fingerprint) }
    settle(with: before)
    guard interruption == nil else { return count() }
    let overlaps = openSteps > 0
    if !overlaps { writeOutside(before) }
    let value = action.snapshot.text
    var line = ActionLine(n: lastAction + 1, t: t(), type: action.type, action: .null)
    line.from = action.from
    (line.within, line.dispatch) = (action.within, action.number)
    line.at = action.at
    line.opaque = action.snapshot.isOpaque
    line.cut = action.snapshot.cutMember
    if !write(.action(line), value) {
      // A torn action is written again, after the state before it.
      guard !overlaps, takeUp(n: lastAction, before), write(.action(line), value) else {
        return count()
      }
    }
    recent.add(action, n: line.n)
    faults.add(of: action.snapshot)
    faults.add(of: before)
    if overlaps { faults.add(.overlappingSteps(n: line.n), once: "overlap") }
    return opened(overlaps: overlaps)
  }

  /// Begins a step without recording it; it is counted as lost.
  mutating func count() -> OpenStep {
    interruption?.lost += 1
    return opened(overlaps: openSteps > 0)
  }

  private mutating func opened(overlaps: Bool) -> OpenStep {
    lastAction += 1
    openSteps += 1
    return OpenStep(n: lastAction, overlaps: overlaps, epoch: epoch)
  }

  /// Writes the state of a step, and the states that waited for it.
  ///
  /// - Parameter after: Nil if no snapshot was wanted.
  mutating func finish(_ step: OpenStep, after: Snapshot?, threw: String?, took: Int?) {
    openSteps -= 1
    guard let after = after.map({ hidden($0) }), !isOver else { return }
    faults.add(of: after)
    guard interruption == nil, step.epoch == epoch else {
      // Its own line cannot be written any more, but the session may continue with its state.
      if interruption != nil, openSteps == 0, step.n == lastAction {
        _ = takeUp(n: step.n, after)
      }
      return
    }
    finished[step.n] = FinishedStep(
      after: after, threw: threw, took: took, overlaps: step.overlaps)
    while let next = finished.removeValue(forKey: lastState + 1) {
      guard writeState(lastState + 1, next) else {
        // A torn state becomes the beginning of the next segment.
        if openSteps == 0, finished.isEmpty { _ = takeUp(n: step.n, after) }
        return
      }
    }
  }

  /// Prepares the session so that the next action can be written.
  private mutating func settle(with before: Snapshot) {
    guard openSteps == 0 || unsettled >= Self.patience else {
      unsettled += 1
      return
    }
    unsettled = 0
    if interruption == nil, let change = dueChange() { leaveSegment(change) }
    if interruption != nil { _ = takeUp(n: lastAction, before) }
  }

  /// Why the session is to go on in a new segment; nil if it is not.
  private mutating func dueChange() -> SegmentChange? {
    if spliceSearch.hasFound, !header.hasSplices { return .splices }
    return sink.dueChange { now() }
  }

  /// The newest action equal to this one, among the recent ones.
  mutating func lastStep(of action: Action) -> Int? { recent.newest(hidden(action)) }

  // MARK: Other lines

  mutating func input(_ name: String, _ value: Snapshot, n: Int) {
    let value = hidden(value)
    let line = InputLine(n: n, name: name, value: .null)
    if !write(.input(line), value.text) { interruption?.lacksInputs = true }
    faults.add(of: value)
  }

  /// A number for a dispatch that lines refer to.
  mutating func newDispatch() -> Int {
    lastDispatch += 1
    return lastDispatch
  }

  mutating func dispatched(_ action: Action) {
    let action = hidden(action)
    var line = DispatchedLine(
      n: lastAction, t: 0, type: action.type, action: action.snapshot.value)
    line.from = action.from
    (line.within, line.dispatch) = (action.within, action.number)
    line.at = action.at
    line.opaque = action.snapshot.isOpaque
    line.cut = action.snapshot.cutMember
    faults.add(of: action.snapshot)
    writeOrKeep(.dispatched(line))
  }

  mutating func mark(_ text: String) {
    guard !isOver else { return }
    writeOrKeep(.mark(MarkLine(n: lastAction, t: 0, text: text)))
  }

  /// Writes a line that belongs to no step, or keeps it until it can be written.
  private mutating func writeOrKeep(_ line: SessionLine) {
    guard interruption != nil || !writeNow(line) else { return }
    if waitingLines.count < Self.keptLines {
      waitingLines.append(line)
    } else {
      faults.add(.linesDropped(limit: Self.keptLines))
    }
  }

  /// Writes such a line after the last action, with the current time.
  @discardableResult
  mutating func writeNow(_ line: SessionLine) -> Bool {
    switch line {
    case .mark(let mark):
      return write(.mark(MarkLine(n: lastAction, t: t(), text: mark.text)))
    case .dispatched(var dispatched):
      dispatched.n = lastAction
      dispatched.t = t()
      return write(.dispatched(dispatched))
    default: return write(line)
    }
  }

  // MARK: Writing

  /// Writes a line; false if lines are not written now, or no longer after this one.
  ///
  /// - Parameter value: The text of the line's value; the line itself then need not have it.
  @discardableResult
  mutating func write(_ line: SessionLine, _ value: EncodedText? = nil) -> Bool {
    guard isWriting else { return false }
    return send(bytes(of: line, value))
  }

  /// The bytes of a line.
  func bytes(of line: SessionLine, _ value: EncodedText? = nil) -> [UInt8] {
    lines.add(line, value: value)
    return lines.take()
  }

  mutating func send(_ bytes: [UInt8], isSoon: Bool = false) -> Bool {
    do {
      try sink.append(bytes, isSoon: isSoon)
      return true
    } catch {
      interrupt(error)
      return false
    }
  }

  /// Stops writing after a fault: nothing may follow a line that may be torn.
  mutating func interrupt(_ error: RecorderError) {
    var interruption = Interruption(reason: error.reason, needsSegment: true)
    if case .fileLost = error { countLost(&interruption) }
    sink.closeSegment()
    faults.add(error)
    interrupted(interruption)
  }

  /// Stops writing lines; the states of open steps will be missing.
  mutating func interrupted(_ interruption: Interruption) {
    self.interruption = interruption
    epoch += 1
    finished = [:]
  }

  /// Writes lines again.
  mutating func resumed() {
    interruption = nil
    epoch += 1
  }

  // MARK: Hiding

  /// A snapshot as it may leave the process.
  private mutating func hidden(_ snapshot: Snapshot) -> Snapshot {
    redactor?.redact(snapshot) ?? snapshot
  }

  mutating func hidden(_ action: Action) -> Action {
    var action = action
    action.snapshot = hidden(action.snapshot)
    return action
  }
}
