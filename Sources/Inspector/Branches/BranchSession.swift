import Foundation
package import SessionFormat

/// Writes a branch as a session: the shared part as it was recorded, followed by its own steps.
///
/// An action that the host did not reduce becomes a `dispatched` line, so later numbers are lower.
package struct BranchSession {
  private let branch: Timeline
  private let session: Session
  private let runs: PlaceRuns
  private let derivation: SessionHeader.Derivation?
  private var rule = KeyframeRule()
  /// Marks that are added, in the order of their steps.
  private var marks: ArraySlice<(n: Int, text: String)>
  /// How many of them the recording does not have.
  private let added: Int
  /// Whether the app died in the last action, whatever was recorded after it.
  var diesInLast = false
  /// How many actions have not been reduced so far.
  private var refused = 0
  /// The recorded actions that the branch contains.
  private let keptOrigins: [ClosedRange<Int>]
  /// The numbers of the branch's own actions in the file; nil for one that was not reduced.
  private var numbers: [Int?] = []

  /// Makes a writer for a branch.
  ///
  /// - Parameters:
  ///   - derivation: What the header says about the origin of the branch; nil for the recording and
  ///     the changes.
  ///   - marks: Marks to add after these steps, in their order.
  package init(
    _ branch: Timeline, derivation: SessionHeader.Derivation? = nil,
    marks: [(n: Int, text: String)] = []
  ) {
    self.branch = branch
    (self.marks, added) = (marks[...], marks.count)
    self.derivation = derivation
    (session, runs) = (branch.session, PlaceRuns(branch.plan))
    keptOrigins = branch.plan.runs.compactMap {
      if case .recorded(let numbers) = $0.item { numbers } else { nil }
    }
  }

  /// Writes every line in order.
  package mutating func write(
    into writer: inout SessionWriter, interrupted: () -> Bool
  ) throws(InspectorError) {
    var header = session.header
    header.id = UUID().uuidString.lowercased()
    if branch.isBranch { header.snapshots = SnapshotForm.delta.rawValue }
    let added = added == 0 ? nil : "added \(CountText.words(added, "mark"))"
    // Recorded marks up to the fork are copied with the lines there.
    let recorded = try branch.marks().filter { $0.n > branch.fork }.map { ($0.n, $0.mark.text) }
    marks = ArraySlice((recorded + marks).sorted { $0.n < $1.n })
    header.derived =
      derivation
      ?? session.header.derivation(
        BranchText.derivation(of: branch) + [added].compactMap(\.self))
    try writer.add(.session(header))
    try copyShared(into: &writer, interrupted)
    try addMarks(through: branch.fork, to: &writer)
    for n in stride(from: branch.fork + 1, through: branch.last, by: 1) {
      if interrupted() { throw .interrupted }
      try add(step: n, to: &writer)
      try addMarks(through: n, to: &writer)
    }
    try addEnd(to: &writer)
  }

  /// Ends a branch after its last state, and the recording as it ended.
  private func addEnd(to writer: inout SessionWriter) throws(InspectorError) {
    if !branch.isBranch {
      if let end = session.steps.end { return try writer.add(try session.line(end)) }
      // Without the line that may be missing, the open actions would look like a crash.
      guard session.ending == .cutOff, !session.hasState(session.last) else { return }
      let gap = GapLine(n: session.last, t: 0, lost: 0, reason: "the recording is cut off here")
      return try writer.add(.gap(gap))
    }
    guard branch.hasState(branch.last), !diesInLast else { return }
    let last = branch.last - refused
    let t = branch.hasAction(branch.last) ? try branch.step(branch.last).action.t : 0
    try writer.add(.end(EndLine(n: last, t: t)))
  }

  /// Copies the lines up to the fork; a change from outside after it belongs only to the recording.
  private mutating func copyShared(
    into writer: inout SessionWriter, _ interrupted: () -> Bool
  ) throws(InspectorError) {
    let fork = branch.fork
    for index in session.lines.indices {
      if interrupted() { throw .interrupted }
      guard session.steps.isInOrder(index) else { continue }
      let line = try session.line(index)
      if diesInLast, line.isBehindAction(branch.last) { continue }
      switch line {
      case .session:
        // Gaps left by a missing segment.
        for gap in session.steps.gaps where gap.entry == index && gap.to <= fork {
          try writer.add(.gap(try session.line(of: gap)))
        }
      case .action, .input, .mark, .gap:
        guard let n = line.n, n <= fork else { continue }
        if case .action = line { try addMarks(through: n - 1, to: &writer) }
        try writer.add(line)
      case .state(let line) where line.n <= fork && session.steps.states[line.n] == index:
        note(line.content)
        try writer.add(.state(line))
      case .keyframe(let line) where line.n <= fork:
        rule.noteWhole(size: line.state.textSize)
        try writer.add(.keyframe(line))
      // The branch's next step began without this change.
      case .outside(let line) where line.n < fork || branch.plan.isRecording:
        try writer.add(.outside(line))
      case .dispatched(let line) where line.n <= fork:
        if try isKept(line) { try writer.add(.dispatched(line)) }
      case .unknown: try writer.add(line)
      default: break
      }
    }
  }

  /// Adds the marks of the steps up to `n` that were not added yet.
  private mutating func addMarks(
    through n: Int, to writer: inout SessionWriter
  ) throws(InspectorError) {
    while let mark = marks.first, mark.n <= n {
      marks.removeFirst()
      let t = branch.hasAction(mark.n) ? try branch.step(mark.n).action.t : 0
      try writer.add(.mark(MarkLine(n: mark.n - refused, t: t, text: mark.text)))
    }
  }

  /// Whether a dispatch is written to the branch: if its action was reduced in the recording, the
  /// branch must reduce that action too.
  private func isKept(_ line: DispatchedLine) throws(InspectorError) -> Bool {
    guard let number = line.dispatch, let n = try session.dispatch(number).n else { return true }
    return n <= branch.fork || keptOrigins.contains { $0.contains(n) }
  }

  private mutating func note(_ content: StateContent) {
    switch content {
    case .whole(let state): rule.noteWhole(size: state.textSize)
    case .patch(let patch): rule.notePatch(size: patch.document.textSize)
    }
  }

  private mutating func add(step n: Int, to writer: inout SessionWriter) throws(InspectorError) {
    let step = try branch.step(n)
    if step.refusal != nil {
      let told = try numbered(step.action)
      refused += 1
      numbers.append(nil)
      var line = DispatchedLine(
        n: n - refused, t: step.action.t, type: step.type, action: step.action.action)
      (line.from, line.within, line.at) = (told.from, told.within, told.at)
      (line.opaque, line.cut) = (step.action.opaque, step.action.cut)
      return try writer.add(.dispatched(line))
    }
    let action = try numbered(step.action)
    numbers.append(action.n)
    try writer.add(.action(action))
    for var input in step.inputs {
      input.n = action.n
      try writer.add(.input(input))
    }
    guard var line = branch.ownStateLine(n) else { return }
    line.n = action.n
    note(line.content)
    try writer.add(.state(line))
    guard rule.isDue else { return }
    let state = try branch.state(n)
    rule.noteWhole(size: state.textSize)
    var keyframe = KeyframeLine(n: line.n, state: state)
    keyframe.cut = line.cut
    try writer.add(.keyframe(keyframe))
  }

  /// An action with the numbers that it, its cause and its original have in the file.
  private func numbered(_ action: ActionLine) throws(InspectorError) -> ActionLine {
    guard refused > 0 else { return action }
    var line = action
    line.n -= refused
    if let cause = action.from, cause > branch.fork {
      let index = cause - branch.fork - 1
      line.from = index < numbers.count ? numbers[index] : nil
    }
    switch runs[action.n] {
    case .recorded(line.n)?: line.was = try session.action(line.n).was
    case .recorded(let origin)?: line.was = origin
    case .own(let own)?: line.was = own.replaces == line.n ? nil : own.replaces
    case nil: break
    }
    return line
  }
}

extension SessionLine {
  /// Whether the line describes something after an action was reduced.
  fileprivate func isBehindAction(_ n: Int) -> Bool {
    switch self {
    case .state, .keyframe, .outside, .mark, .dispatched: self.n == n
    default: false
    }
  }
}
