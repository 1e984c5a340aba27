public import Foundation
public import SessionFormat

/// A recorded session, opened for reading.
///
/// Opening in the mode ``ReadingMode/tail`` reads the header, the fronts of all lines and the last
/// line; other lines are read when they are asked for, and damage in them is an error then. A
/// last line that was cut off is left out and told in ``notes``. The file is never written.
///
/// Thread-safe. Opening is O(size of the file), and in the other modes of all states; a state costs
/// its nearest whole state and the patches since, or those since a state near it that was asked for
/// or passed before.
public final class Session: Sendable {
  /// What opening met that is no error.
  public enum Note: Equatable, Sendable {
    /// A byte order mark was passed over.
    case byteOrderMark
    /// The last line was cut off and is left out.
    case torn(SessionError)
    /// The file is gzipped, and something is wrong with that.
    case gzip(SessionError)
    /// A segment in the middle of the session is missing or damaged: states may not be known.
    case segment(SessionError)
    /// Of several sessions in the folder this one started last, or is the last by another rule.
    case newest(name: String, count: Int, by: NewestRule)
  }

  /// How a session came to its end.
  public enum Ending: Equatable, Sendable {
    /// It was closed.
    case closed
    /// It stops, with no action open: the app was killed, or still runs.
    case cutOff
    /// It stops, with these actions in the reducer: the app died there.
    case died(actions: ClosedRange<Int>)
  }

  /// The file as the user named it.
  public let file: String
  /// How the file was read.
  public let mode: ReadingMode
  /// The first line; made up where ``hasHeader`` is false.
  public let header: SessionHeader
  /// Whether the file has a header; where it is damaged the session can only be looked at.
  public let hasHeader: Bool
  /// What opening met that is no error.
  public let notes: [Note]

  /// Its files: one, or the segments of a folder.
  package let parts: [SessionPart]
  package let lines: LineIndex
  package let steps: StepIndex
  /// Whether somebody still writes it, so that it has no end yet.
  let isGrowing: Bool
  /// Damage in the last line, which has a line end and so was not merely cut off.
  package let fault: SessionError?
  let cache: StateCache
  /// The reading of the whole file, in the modes that read it.
  let salvage: Salvage?
  /// The folder of its segments, and how much they may grow.
  let folder: (files: SegmentFolder, limits: ReadingLimits)?
  let causes = CauseCache()
  let dispatchMemo = Memo<Dispatches>()
  /// What patches may make of a state.
  let patchLimits: JSONPatch.Limits
  let cutMemo = Memo<Bool>()
  /// Where states are cut whose lines do not say it.
  let searchedCutsMemo = LastStepMemo()
  /// The types of the header.
  let typesMemo = Memo<TypeFingerprint?>()
  /// States that stand for all.
  let sampleMemo = Memo<[JSONValue]>()

  /// Opens a session file, standard input for `-`, or a folder of the segments of one session.
  ///
  /// - Parameters:
  ///   - path: The file, which may be gzipped, whatever its name; or the folder; or the folder and
  ///     the beginning of the segments' names, where it holds several sessions. Of several of one
  ///     store the newest is opened, which ``notes`` says.
  ///   - mode: How much is read, and what damage does, in each segment as in a single file; damage in
  ///     one of them hides nothing of the others.
  ///   - ignoresCRC: Whether checksums are passed over, as after an edit by hand; only in the mode
  ///     ``ReadingMode/salvage``, whose sessions are not held to be as they were recorded.
  ///   - limits: How much a gzipped file may grow.
  ///   - interrupted: Asked between lines where the whole file is read; true ends that.
  /// - Throws: An ``InspectorError`` where the file cannot be read or is no session.
  public convenience init(
    path: String, mode: ReadingMode = .tail, ignoresCRC: Bool = false,
    limits: ReadingLimits = ReadingLimits(), interrupted: () -> Bool = { false }
  ) throws(InspectorError) {
    let ignoresCRC = ignoresCRC && mode == .salvage
    let folder = try SegmentFolder(path)
    let choice =
      folder?.choice.map { [Note.newest(name: $0.name, count: $0.count, by: $0.by)] } ?? []
    if let folder, folder.files.count > 1 {
      guard mode != .tail else {
        self.init(try IndexedParts(folder, limits), file: path, choice, folder: (folder, limits))
        return
      }
      let read = try Salvage(folder, limits, ignoresCRC: ignoresCRC, interrupted: interrupted)
      try read.refuseDamage(mode)
      self.init(read, file: path, mode: mode, choice, folder: (folder, limits))
    } else {
      let file = folder?.files.first?.path ?? path
      let bytes =
        try folder == nil
        ? IndexedParts.contents(of: file, limits)
        : IndexedParts.contents(ofSegment: file, limits)
      try self.init(
        bytes: bytes, file: file, choice, mode: mode, ignoresCRC: ignoresCRC, limits: limits,
        interrupted: interrupted)
    }
  }

  /// Opens a session from its bytes.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the file, which may be gzipped.
  ///   - file: What to call it in messages.
  ///   - mode: How much is read, and what damage does.
  ///   - ignoresCRC: Whether checksums are passed over, in the mode ``ReadingMode/salvage``.
  ///   - limits: How much gzipped bytes may grow.
  ///   - interrupted: Asked between lines where the whole file is read; true ends that.
  /// - Throws: An ``InspectorError`` where the bytes are no session.
  public convenience init(
    bytes: Data, file: String, mode: ReadingMode = .tail, ignoresCRC: Bool = false,
    limits: ReadingLimits = ReadingLimits(), interrupted: () -> Bool = { false }
  ) throws(InspectorError) {
    try self.init(
      bytes: bytes, file: file, [], mode: mode, ignoresCRC: ignoresCRC, limits: limits,
      interrupted: interrupted)
  }

  /// - Parameter more: What is to be said of it before what opening meets.
  private convenience init(
    bytes: Data, file: String, _ more: [Note], mode: ReadingMode, ignoresCRC: Bool,
    limits: ReadingLimits, interrupted: () -> Bool
  ) throws(InspectorError) {
    if mode == .tail {
      self.init(try IndexedParts(bytes, file: file, limits), file: file, more)
    } else {
      let source = try SessionSource(bytes, file: file, limits)
      let read = try Salvage(
        source.bytes, file: file, ignoresCRC: ignoresCRC && mode == .salvage, limits: limits,
        interrupted: interrupted)
      let notes = source.notes(behind: read.lines.nextNumber - 1)
      try read.refuseDamage(mode)
      self.init(read, file: file, mode: mode, more + notes)
    }
  }

  /// - Parameters:
  ///   - growingFrom: The session that this one is with more lines, while it is written.
  ///   - cache: Where it remembers states, if it is not growing from another.
  init(
    _ indexed: IndexedParts, file: String, _ more: [Note] = [], isGrowing: Bool = false,
    growingFrom earlier: Session? = nil, cache: StateCache = StateCache(),
    folder: (SegmentFolder, ReadingLimits)? = nil
  ) {
    self.folder = folder
    (self.file, self.isGrowing, mode) = (file, isGrowing, .tail)
    // No state changes when others come after it.
    self.cache = earlier?.cache ?? cache
    (parts, header, hasHeader) = (indexed.parts, indexed.header, true)
    (lines, steps, notes) = (indexed.lines, indexed.steps, more + indexed.notes)
    salvage = nil
    let reader = LineReader(parts: indexed.parts)
    patchLimits = reader.patchLimits
    if let broken = steps.fault {
      fault = reader.fault(broken, indexed.lines)
    } else {
      fault = indexed.lines.last.flatMap(reader.error)
    }
  }

  /// A session of what was read of a file, or of its segments.
  init(
    _ read: Salvage, file: String, mode: ReadingMode = .salvage, _ more: [Note] = [],
    folder: (SegmentFolder, ReadingLimits)? = nil, isGrowing: Bool = false
  ) {
    (self.file, self.mode, self.isGrowing, self.folder) = (file, mode, isGrowing, folder)
    parts = read.parts.map(\.part)
    (header, hasHeader) = (read.header, read.hasHeader)
    (lines, steps, notes) = (read.lines, read.steps, read.notes + more)
    (fault, salvage, cache) = (nil, read, StateCache())
    patchLimits = LineReader(parts: parts).patchLimits
  }

  /// The same session with a cache of its own.
  init(_ other: Session, cache: StateCache) {
    (file, mode, isGrowing, folder) = (other.file, other.mode, other.isGrowing, other.folder)
    (parts, header, hasHeader) = (other.parts, other.header, other.hasHeader)
    (lines, steps, notes) = (other.lines, other.steps, other.notes)
    (fault, salvage, self.cache) = (other.fault, other.salvage, cache)
    patchLimits = other.patchLimits
  }

  /// The number of the first state, 0 but in a later segment or an excerpt.
  public var first: Int { steps.firstState ?? header.continues?.n ?? 0 }
  /// The number of the last action (of the first state, where there is no action).
  public var last: Int { steps.lastAction }

  /// How the session came to its end.
  public var ending: Ending {
    if steps.end != nil { return .closed }
    // Written after the reducer ran, an action has no part in a crash.
    guard header.hook != .callback, !isGrowing, !notes.contains(where: \.losesEnd), fault == nil,
      let open = steps.openActions
    else { return .cutOff }
    return .died(actions: open)
  }

  /// Whether state `n` can be known from this file.
  public func hasState(_ n: Int) -> Bool { steps.states[n] != nil }

  /// Whether action `n` has a line; one that a gap swallowed has none.
  public func hasAction(_ n: Int) -> Bool { steps.actions[n] != nil }

  /// Whether action n began while an earlier one was in its reducer; a replay cannot compare it.
  public func overlaps(_ n: Int) -> Bool {
    guard let action = steps.actions[n] else { return false }
    return (steps.states[n - 1] ?? Int.max) > action && n - 1 > first
  }

  /// The line of action `n`.
  public func action(_ n: Int) throws(InspectorError) -> ActionLine {
    guard let entry = steps.actions[n] else { throw missing(n) }
    guard case .action(let line) = try line(entry) else { throw missing(n) }
    return line
  }

  /// The inputs that were drawn during action `n`, in order.
  public func inputs(_ n: Int) throws(InspectorError) -> [InputLine] {
    var inputs: [InputLine] = []
    for entry in steps.inputs[n] ?? [] {
      if case .input(let line) = try line(entry) { inputs.append(line) }
    }
    return inputs
  }

  /// The line of state `n`; where that is damaged, one made of the keyframe that repeats it.
  public func stateLine(_ n: Int) throws(InspectorError) -> StateLine {
    guard let entry = steps.states[n] else { throw missing(n) }
    switch try line(entry) {
    case .state(let line): return line
    case .keyframe(let line):
      var state = StateLine(n: n, content: .whole(line.state))
      state.cut = line.cut
      return state
    default: throw missing(n)
    }
  }

  /// The changes that state `n` went through without an action, before action n + 1.
  public func outsides(_ n: Int) throws(InspectorError) -> [OutsideLine] {
    var changes: [OutsideLine] = []
    for entry in steps.outsides[n] ?? [] {
      if case .outside(let line) = try line(entry) { changes.append(line) }
    }
    return changes
  }

  /// The marks and the actions that were only dispatched, after action `n` and before the next.
  public func events(_ n: Int) throws(InspectorError) -> [SessionLine] {
    try events(n...n)
  }

  /// Those after each of these actions.
  package func events(_ range: ClosedRange<Int>) throws(InspectorError) -> [SessionLine] {
    var events: [SessionLine] = []
    for entry in steps.events[range] { events.append(try line(entry)) }
    return events
  }

  /// The line at an index, checked.
  func line(_ entry: Int) throws(InspectorError) -> SessionLine {
    do throws(SessionError) { return try reader.line(lines[entry]) } catch {
      throw .session(error)
    }
  }

  package var reader: LineReader {
    LineReader(parts: parts, ignoresCRC: salvage?.ignoresCRC ?? false)
  }

  /// The bytes of its only file.
  var bytes: Data { parts[0].bytes }

  /// How many bytes its files have, inflated where they are gzipped.
  package var size: Int { parts.reduce(0) { $0 + $1.bytes.count } }

  /// What is known of a gap: its line, or why a segment is missing.
  func line(of gap: StepIndex.Gap) throws(InspectorError) -> GapLine {
    if let reason = gap.reason {
      let t = (try? action(steps.actions.last(atOrBefore: gap.from) ?? first).t) ?? 0
      return GapLine(n: gap.to, t: t, lost: gap.room, reason: reason)
    }
    guard case .gap(let line) = try line(gap.entry) else { throw missing(gap.to) }
    return line
  }

  /// Why there is no step or state n.
  func missing(_ n: Int) -> InspectorError {
    if n > last, let fault { return .session(fault) }
    guard (first...last).contains(n) else { return .noSuchStep(n: n, first: first, last: last) }
    if let fault, steps.states[n] == nil, steps.gap(over: n) == nil { return .session(fault) }
    if let gap = steps.gap(over: n) ?? steps.gaps.last(where: { $0.to == n }),
      let line = try? line(of: gap)
    {
      return .stateUnknown(n: n, reason: .gap(line.reason))
    }
    if case .died(let actions) = ending, actions.contains(n) {
      return .stateUnknown(n: n, reason: .died)
    }
    if let salvage, !salvage.isSound { return .stateUnknown(n: n, reason: .damage) }
    return .stateUnknown(n: n, reason: .cutOff)
  }
}

extension Session {
  /// The bytes of a line as they stand in the file, unchecked.
  func withBytes<T>(ofLine index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> T) -> T {
    lines.withBytes(of: index, body)
  }
}
