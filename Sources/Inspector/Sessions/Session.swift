public import Foundation
public import SessionFormat

/// A recorded session, opened for reading.
///
/// In the mode ``ReadingMode/tail``, opening reads the header, the fronts of all lines and the last
/// line. Other lines are read on request; damage in them is an error then. A last line that was cut
/// off is left out and reported in ``notes``. The file is never written.
///
/// Thread-safe. Opening is O(size of the file), and in the other modes also O(size of all states).
/// A state costs its nearest whole state and the patches since, or only the patches since a nearby
/// cached state.
public final class Session: Sendable {
  /// What opening found that is not an error.
  public enum Note: Equatable, Sendable {
    /// A byte order mark was skipped.
    case byteOrderMark
    /// The last line was cut off and is left out.
    case torn(SessionError)
    /// The file is gzipped, and its gzip has a fault.
    case gzip(SessionError)
    /// A segment inside the session is missing or damaged, so that states may be unknown.
    case segment(SessionError)
    /// This session was chosen from several in the folder; it started last, or by another rule.
    ///
    /// They may be of several stores.
    case newest(name: String, count: Int, by: NewestRule, isOfOneStore: Bool = true)
  }

  /// How a session ended.
  public enum Ending: Equatable, Sendable {
    /// It was closed.
    case closed
    /// It stops with no action open: the app was killed, or still runs.
    case cutOff
    /// It stops with these actions in the reducer: the app crashed there.
    case died(actions: ClosedRange<Int>)
  }

  /// The file as the user named it.
  public let file: String
  /// How the file was read.
  public let mode: ReadingMode
  /// The first line; made up if ``hasHeader`` is false.
  public let header: SessionHeader
  /// Whether the file has a header; if that is damaged, the session can only be inspected.
  public let hasHeader: Bool
  /// What opening found that is not an error.
  public let notes: [Note]

  /// Its files: one, or the segments in a folder.
  package let parts: [SessionPart]
  package let lines: LineIndex
  package let steps: StepIndex
  /// Whether it is still being written, and so has no end yet.
  let isGrowing: Bool
  /// Damage in the last line, which has a line end and so was not just cut off.
  package let fault: SessionError?
  let cache: StateCache
  /// The reading of the whole file, in the modes that do that.
  let salvage: Salvage?
  /// The folder of its segments, and the limits for reading them.
  let folder: (files: SegmentFolder, limits: ReadingLimits)?
  let causes = CauseCache()
  let pass = PassMeter()
  let dispatchMemo = Memo<Dispatches>()
  let patchLimits: JSONPatch.Limits
  let cutMemo = Memo<Bool>()
  /// The cut places of the last requested states whose lines do not give them.
  let searchedCutsMemo = RecentMemo<any Sendable>()
  /// The types in the header.
  let typesMemo = Memo<TypeFingerprint?>()
  /// Some states that represent all.
  let sampleMemo = Memo<[JSONValue]>()
  /// The dates that reducers drew, as they are written.
  let datesMemo = Memo<Set<String>>()

  /// Opens a session file, standard input for `-`, or a folder with the segments of one session.
  ///
  /// - Parameters:
  ///   - path: The file, which may be gzipped under any name; or the folder; or the folder and the
  ///     beginning of the segments' names, if it holds several sessions. Among several sessions of
  ///     one store the newest is opened, and ``notes`` says so.
  ///   - ofAnyStore: Whether the newest is also opened among sessions of several stores.
  ///   - mode: How much is read, and how damage is handled. This applies to each segment as to a
  ///     single file: damage in one hides nothing of the others.
  ///   - ignoresCRC: Whether to ignore checksums, as after an edit by hand; only in the mode
  ///     ``ReadingMode/salvage``, whose sessions need not be as recorded.
  ///   - limits: How large a gzipped file may become.
  ///   - interrupted: Called between lines if the whole file is read; true stops that.
  /// - Throws: An ``InspectorError`` if the file cannot be read or is not a session.
  public convenience init(
    path: String, ofAnyStore: Bool = false, mode: ReadingMode = .tail, ignoresCRC: Bool = false,
    limits: ReadingLimits = ReadingLimits(), interrupted: () -> Bool = { false }
  ) throws(InspectorError) {
    let ignoresCRC = ignoresCRC && mode == .salvage
    let folder = try SegmentFolder(path, ofAnyStore: ofAnyStore)
    let choice = (folder?.choice).map { [Note($0)] } ?? []
    if let folder, folder.files.count > 1 {
      try self.init(
        folder, file: folder.chosenPath ?? path, choice, mode: mode, ignoresCRC: ignoresCRC,
        limits: limits, interrupted: interrupted)
    } else {
      let file = folder?.files.first?.path ?? path
      let bytes =
        try folder == nil
        ? IndexedParts.contents(of: file, limits)
        : IndexedParts.contents(of: SegmentFolder.File(file), limits)
      try self.init(
        bytes: bytes, file: file, choice, mode: mode, ignoresCRC: ignoresCRC, limits: limits,
        interrupted: interrupted)
    }
  }

  /// Opens a session from its bytes.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the file, which may be gzipped.
  ///   - file: Its name in messages.
  ///   - mode: How much is read, and how damage is handled.
  ///   - ignoresCRC: Whether to ignore checksums, in the mode ``ReadingMode/salvage``.
  ///   - limits: How large gzipped bytes may become.
  ///   - interrupted: Called between lines if the whole file is read; true stops that.
  /// - Throws: An ``InspectorError`` if the bytes are not a session.
  public convenience init(
    bytes: Data, file: String, mode: ReadingMode = .tail, ignoresCRC: Bool = false,
    limits: ReadingLimits = ReadingLimits(), interrupted: () -> Bool = { false }
  ) throws(InspectorError) {
    try self.init(
      bytes: bytes, file: file, [], mode: mode, ignoresCRC: ignoresCRC, limits: limits,
      interrupted: interrupted)
  }

  /// Opens the segments of one session.
  private convenience init(
    _ folder: SegmentFolder, file: String, _ more: [Note], mode: ReadingMode, ignoresCRC: Bool,
    limits: ReadingLimits, interrupted: () -> Bool
  ) throws(InspectorError) {
    if mode == .tail {
      self.init(try IndexedParts(folder, limits), file: file, more, folder: (folder, limits))
    } else {
      let read = try Salvage(folder, limits, ignoresCRC: ignoresCRC, interrupted: interrupted)
      try read.refuseDamage(mode)
      self.init(read, file: file, mode: mode, more, folder: (folder, limits))
    }
  }

  /// - Parameters:
  ///   - bytes: Of a file with lines, of its gzip, or of a page with a session inside.
  ///   - more: Notes to put before those of opening.
  private convenience init(
    bytes: Data, file: String, _ more: [Note], mode: ReadingMode, ignoresCRC: Bool,
    limits: ReadingLimits, interrupted: () -> Bool
  ) throws(InspectorError) {
    let enclosed = EnclosedSession(bytes)
    if enclosed == nil, EnclosedSession.isPage(bytes) {
      throw .session(SessionError(file: file, .emptyPage))
    }
    let bytes = enclosed?.files.first?.gzip ?? bytes
    if let enclosed, enclosed.files.count > 1 {
      try self.init(
        SegmentFolder(enclosed, page: file), file: file, more, mode: mode, ignoresCRC: ignoresCRC,
        limits: limits, interrupted: interrupted)
    } else if mode == .tail {
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
  ///   - growingFrom: The session to which this one adds lines, while it is being written.
  ///   - cache: Its cache of states, unless it grows from another session.
  init(
    _ indexed: IndexedParts, file: String, _ more: [Note] = [], isGrowing: Bool = false,
    growingFrom earlier: Session? = nil, cache: StateCache = StateCache(),
    folder: (SegmentFolder, ReadingLimits)? = nil
  ) {
    self.folder = folder
    (self.file, self.isGrowing, mode) = (file, isGrowing, .tail)
    // A state does not change when later ones are added.
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

  /// A session made of what was read from a file or its segments.
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

  /// The same session with its own cache.
  init(_ other: Session, cache: StateCache) {
    (file, mode, isGrowing, folder) = (other.file, other.mode, other.isGrowing, other.folder)
    (parts, header, hasHeader) = (other.parts, other.header, other.hasHeader)
    (lines, steps, notes) = (other.lines, other.steps, other.notes)
    (fault, salvage, self.cache) = (other.fault, other.salvage, cache)
    patchLimits = other.patchLimits
  }

  /// The number of the first state: 0, except in a later segment or an excerpt.
  public var first: Int { steps.firstState ?? header.continues?.n ?? 0 }
  /// The number of the last action, or of the first state if there is no action.
  public var last: Int { steps.lastAction }

  /// How the session ended.
  public var ending: Ending {
    if steps.end != nil { return .closed }
    // An action that is written after the reducer ran cannot have crashed there.
    guard header.hook != .callback, !isGrowing, !notes.contains(where: \.losesEnd), fault == nil,
      let open = steps.openActions
    else { return .cutOff }
    return .died(actions: open)
  }

  /// Whether state `n` is known from this file.
  public func hasState(_ n: Int) -> Bool { steps.states[n] != nil }

  /// Whether action `n` has a line; an action lost in a gap has none.
  public func hasAction(_ n: Int) -> Bool { steps.actions[n] != nil }

  /// Whether action n began while an earlier one was in its reducer; a replay cannot compare it.
  public func overlaps(_ n: Int) -> Bool {
    guard let action = steps.actions[n] else { return false }
    return (steps.states[n - 1] ?? Int.max) > action && n - 1 > first
  }

  /// The line of action `n`.
  public func action(_ n: Int) throws(InspectorError) -> ActionLine {
    guard let entry = steps.actions[n], case .action(let line) = try line(entry) else {
      let error = missing(n)
      guard case .stateUnknown(let n, let reason) = error else { throw error }
      throw .actionUnknown(n: n, reason: reason)
    }
    return line
  }

  /// The inputs read during action `n`, in order.
  public func inputs(_ n: Int) throws(InspectorError) -> [InputLine] {
    var inputs: [InputLine] = []
    for entry in steps.inputs[n] ?? [] {
      if case .input(let line) = try line(entry) { inputs.append(line) }
    }
    return inputs
  }

  /// The line of state `n`; if that is damaged, one made from the keyframe that repeats it.
  public func stateLine(_ n: Int) throws(InspectorError) -> StateLine {
    if let known = cache.lines.value(of: n) { return known }
    guard let entry = steps.states[n] else { throw missing(n) }
    var found: StateLine
    switch try line(entry) {
    case .state(let line): found = line
    case .keyframe(let line):
      found = StateLine(n: n, content: .whole(line.state))
      found.cut = line.cut
    default: throw missing(n)
    }
    cache.lines.keep(found, of: n)
    return found
  }

  /// The outside changes of state `n`, before action n + 1.
  public func outsides(_ n: Int) throws(InspectorError) -> [OutsideLine] {
    var changes: [OutsideLine] = []
    for entry in steps.outsides[n] ?? [] {
      if case .outside(let line) = try line(entry) { changes.append(line) }
    }
    return changes
  }

  /// The marks and the only dispatched actions after action `n` and before the next.
  public func events(_ n: Int) throws(InspectorError) -> [SessionLine] {
    try events(n...n)
  }

  /// The same, after each of these actions.
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

  /// The number of bytes in its files, after inflation.
  package var size: Int { parts.reduce(0) { $0 + $1.bytes.count } }

  /// The line of a gap, or one that says why a segment is missing.
  func line(of gap: StepIndex.Gap) throws(InspectorError) -> GapLine {
    if let reason = gap.reason {
      let t = (try? action(steps.actions.last(atOrBefore: gap.from) ?? first).t) ?? 0
      return GapLine(n: gap.to, t: t, lost: gap.room, reason: reason)
    }
    guard case .gap(let line) = try line(gap.entry) else { throw missing(gap.to) }
    return line
  }

  /// Why step or state n does not exist.
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

extension Session.Note {
  /// That a session was chosen.
  init(_ choice: SegmentFolder.Choice) {
    self = .newest(
      name: choice.name, count: choice.count, by: choice.by, isOfOneStore: choice.isOfOneStore)
  }
}
