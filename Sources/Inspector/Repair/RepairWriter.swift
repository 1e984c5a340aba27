import SessionFormat

/// Writes the lines of a repaired session in an order that every reader accepts.
struct RepairWriter {
  let repair: Repair
  var copy: SessionWriter
  var account = Repair.Account()

  /// What the copy contains so far.
  var lastAction: Int
  var lastState: Int
  var hasState = false
  var afterGap: Int?
  private var actions = StepTable()
  /// Marks and similar lines of actions that the copy does not contain yet.
  private var waiting: [Int] = []
  /// The line of a state whose content is unknown.
  private var unknown: StateLine?
  /// Whether anything was left out since the last state.
  var isBroken: Bool
  var time = 0
  var opaque: [String]?
  /// The segment whose lines are copied.
  private var part = 0
  /// The end, if it precedes other lines in the original.
  private var end: Int?
  private var hasEnded = false
  /// Lines of unknown kinds before the header.
  private var strangers: [Int] = []
  private var hasHeader: Bool

  init(_ repair: Repair, into copy: SessionWriter) {
    (self.repair, self.copy) = (repair, copy)
    lastAction = repair.session.header.continues?.n ?? 0
    lastState = lastAction
    isBroken = repair.read.headerPart != 0
    hasHeader = isBroken
    account.damaged.note(tornIn: repair.read.parts)
  }

  var read: Salvage { repair.read }

  mutating func begin() throws(InspectorError) {
    guard read.headerPart != 0 else { return }
    account.header = read.header
    try add(.session(read.header))
  }

  /// Writes a line of the original, or its replacement.
  mutating func take(_ place: Int) throws(InspectorError) {
    enterPart(of: place)
    switch read.verdicts[place] {
    case .skipped:
      if try takeAgain(place) { return }
      read.lines.withBytes(of: place) { account.damaged.note($0) }
      isBroken = true
      return
    case .kept, .unknown, .orphan, .repeated, .early: break
    }
    let line = try repair.session.line(place)
    try fill(before: line)
    note(line)
    if read.verdicts[place] == .unknown, !isKnownAgain(line) {
      if case .state(let line) = line { unknown = line }
      return drop()
    }
    switch line {
    case .session where part > 0: account.joints += 1
    case .unknown where !hasHeader: strangers.append(place)
    case .unknown: try keep(place)
    case .session(let line):
      hasHeader = true
      // A later segment may announce more.
      if line.requires == read.header.requires {
        try keep(place)
      } else {
        try add(.session(read.header))
      }
      for place in strangers { try keep(place) }
    case .state(let line) where isRepeated(line, place): account.joints += 1
    case .end where part + 1 < read.parts.count: account.joints += 1
    case .action(let line): try take(line, place)
    case .state(let line): try take(line, place, isOwn: true)
    case .keyframe(let line): try take(line, place)
    case .input(let line):
      if actions[line.n] != nil { try keep(place) } else { account.dropped += 1 }
    case .outside(let line):
      if hasState, line.n == lastState { try keep(place) } else { account.dropped += 1 }
    case .mark(let line): try take(event: line.n, place)
    case .dispatched(let line): try take(event: line.n, place)
    case .gap(let line): try take(line, place)
    case .end:
      end = place
      if read.verdicts[place] != .early { try finish() }
    }
  }

  /// Enters the segment of a line if it is another one.
  private mutating func enterPart(of place: Int) {
    let next = read.lines[place].part
    guard next != part else { return }
    let between = read.parts[part + 1...next]
    if read.parts[part].isCut || between.contains(where: { !$0.before.isEmpty || $0.isCut }) {
      isBroken = true
    }
    part = next
  }

  /// Whether the copy has the state with which a segment begins.
  private func isRepeated(_ line: StateLine, _ place: Int) -> Bool {
    read.verdicts[place] == .repeated && hasState && line.n == lastState
  }

  /// Closes the copy where the original was closed, or else at its end.
  mutating func finish() throws(InspectorError) {
    guard !hasEnded else { return }
    try fill()
    let last = read.steps.lastAction
    if read.isCut || repair.losesEnd { isBroken = true }
    let isOpen = isBroken && afterGap == nil && (lastAction > lastState || !hasState)
    if last > lastAction || (isOpen && lastAction > 0) {
      try addGap(max(last, lastAction))
      if lastState < lastAction { account.lostStates.append(lastAction...lastAction) }
    }
    try flush()
    account.dropped += waiting.count
    waiting = []
    if let end {
      try keep(end)
      hasEnded = true
    }
  }

  // MARK: Lines

  private mutating func take(_ line: ActionLine, _ place: Int) throws(InspectorError) {
    guard hasState, line.n == lastAction + 1, afterGap == nil || !isBroken else {
      account.droppedActions.append(line.n)
      return drop()
    }
    lastAction = line.n
    actions.append(line.n, place)
    try keep(place)
  }

  private mutating func take(_ line: StateLine, _ place: Int, isOwn: Bool) throws(InspectorError) {
    let n = line.n
    let due = afterGap ?? (hasState ? lastState + 1 : lastAction)
    let isProven = repair.recovered?.isProven(n) ?? false
    let mayLack = isBroken && read.steps.mayLackInputs(n)
    // A whole state after a lost change from outside is right, but its action began with that change.
    let isKnown = isProven || (isOwn && !mayLack && !read.steps.isDoubtful(n - 1))
    if n == due, n <= lastAction, isKnown || afterGap == n,
      line.content.isWhole || (afterGap == nil && hasState)
    {
      if isOwn { try keep(place) } else { try addWhole(line) }
    } else {
      // A gap before a state cannot leave out actions that began before it.
      guard n >= lastAction else { return drop() }
      if afterGap != n { try addGap(n) }
      if isOwn, line.content.isWhole { try keep(place) } else { try addWhole(line) }
    }
    lastAction = max(lastAction, n)
    lastState = n
    hasState = true
    afterGap = nil
    isBroken = false
    try flush()
  }

  private mutating func take(_ line: KeyframeLine, _ place: Int) throws(InspectorError) {
    if hasState, line.n == lastState { return try keep(place) }
    guard line.n > lastState || !hasState else {
      account.dropped += 1
      return
    }
    var state = unknown?.n == line.n ? unknown : nil
    state = state ?? StateLine(n: line.n, content: .whole(line.state))
    state?.content = .whole(line.state)
    state?.cut = line.cut
    if let state { try take(state, place, isOwn: false) }
  }

  private mutating func take(event n: Int, _ place: Int) throws(InspectorError) {
    if n <= lastAction { try keep(place) } else { waiting.append(place) }
  }

  private mutating func take(_ line: GapLine, _ place: Int) throws(InspectorError) {
    guard line.n >= lastAction else { return drop() }
    if hasState, lastState < lastAction {
      account.lostStates += read.lostStates(lastState + 1...lastAction, before: place)
    }
    // All actions without a line here, including those lost by damage.
    let lost = line.n - lastAction
    lastAction = line.n
    afterGap = line.n
    guard isBroken, hasState, line.lost != lost else { return try keep(place) }
    var gap = line
    gap.lost = lost
    account.gaps.append(gap)
    try add(.gap(gap))
  }

  /// Leaves out a line on which later ones may depend.
  private mutating func drop() {
    account.dropped += 1
    isBroken = true
  }

  /// Writes the marks that waited for their actions.
  mutating func flush() throws(InspectorError) {
    let all = waiting
    waiting = []
    for place in all { try take(event: try repair.session.line(place).n ?? 0, place) }
  }

  /// Remembers the values that an inserted line takes over from the lines before it.
  mutating func note(_ line: SessionLine) {
    switch line {
    case .action(let line): time = line.t
    case .outside(let line): time = line.t
    case .dispatched(let line): time = line.t
    case .mark(let line): time = line.t
    case .gap(let line): time = line.t
    case .state(let line): opaque = line.opaque ?? (line.content.isWhole ? nil : opaque)
    default: break
    }
  }
}
