public import Foundation
public import SessionFormat

/// A recorded session, opened for reading.
///
/// Opening reads the header, the fronts of all lines and the last line (the mode `tail` of the
/// format); other lines are read when they are asked for, and damage in them is an error then. A
/// last line that was cut off is left out and told in ``notes``. The file is never written.
///
/// Thread-safe. Opening is O(size of the file); a state costs its nearest whole state and the
/// patches since, or one patch where the one before it was asked for last.
public final class Session: Sendable {
  /// What opening met that is no error.
  public enum Note: Equatable, Sendable {
    /// A byte order mark was passed over.
    case byteOrderMark
    /// The last line was cut off and is left out.
    case torn(SessionError)
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
  /// The first line.
  public let header: SessionHeader
  /// What opening met that is no error.
  public let notes: [Note]

  let bytes: Data
  let lines: LineIndex
  let steps: StepIndex
  let hasCRC: Bool
  /// Damage in the last line, which has a line end and so was not merely cut off.
  let fault: SessionError?
  let cache = StateCache()
  let causes = CauseCache()

  /// Opens a session file, or standard input for `-`.
  ///
  /// - Throws: An ``InspectorError`` where the file cannot be read or is no session.
  public convenience init(path: String) throws(InspectorError) {
    let bytes: Data
    do { bytes = try Platform.contents(of: path) } catch {
      throw .cannotRead(file: path, errno: error.errno)
    }
    try self.init(bytes: bytes, file: path)
  }

  /// Opens a session from its bytes.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the file.
  ///   - file: What to call it in messages.
  /// - Throws: An ``InspectorError`` where the bytes are no session.
  public init(bytes: Data, file: String) throws(InspectorError) {
    self.bytes = bytes
    self.file = file
    let opened = try Opening(bytes: bytes, file: file).run()
    header = opened.header
    hasCRC = opened.hasCRC
    lines = opened.lines
    steps = opened.steps
    notes = opened.notes
    let reader = LineReader(bytes: bytes, file: file, hasCRC: opened.hasCRC)
    if let broken = steps.fault {
      let entry = opened.lines[broken.entry]
      if let cause = broken.cause {
        fault = SessionError(location: reader.location(entry, 0), cause: cause)
      } else {
        fault = reader.error(entry)
      }
    } else {
      fault = opened.lines.last { $0.kind != .blank }.flatMap(reader.error)
    }
  }

  /// The number of the first state, 0 but in a later segment or an excerpt.
  public var first: Int { steps.firstState ?? header.continues?.n ?? 0 }
  /// The number of the last action (of the first state, where there is no action).
  public var last: Int { steps.lastAction }

  /// How the session came to its end.
  public var ending: Ending {
    if steps.end != nil { return .closed }
    let isTorn = notes.contains { if case .torn = $0 { true } else { false } }
    guard !isTorn, fault == nil, let open = steps.openActions else { return .cutOff }
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

  /// The line of state `n`.
  public func stateLine(_ n: Int) throws(InspectorError) -> StateLine {
    guard let entry = steps.states[n], case .state(let line) = try line(entry)
    else { throw missing(n) }
    return line
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
    var events: [SessionLine] = []
    for entry in steps.events[n] ?? [] { events.append(try line(entry)) }
    return events
  }

  /// State `n` as its action left it.
  ///
  /// - Throws: ``InspectorError/stateUnknown(n:reason:)`` where the file does not tell it, or the
  ///   damage that was met on the way.
  public func state(_ n: Int) throws(InspectorError) -> JSONValue {
    guard hasState(n) else { throw missing(n) }
    guard let base = steps.wholeState(atOrBefore: n) else { throw missing(n) }
    var (at, state) = cache.nearest(to: n, from: base) ?? (base, JSONValue.null)
    if at == base { state = try whole(base) }
    while at < n {
      let before = try leaving(at, state)
      cache.keep(at, state)
      at += 1
      state = try apply(try stateLine(at).content, n: at, to: before, entry: steps.states[at])
    }
    cache.keep(n, state)
    return state
  }

  /// The state that action `n` began with: state n - 1 after any change from outside.
  public func before(_ n: Int) throws(InspectorError) -> JSONValue {
    try leaving(n - 1, try state(n - 1))
  }

  /// The changes from outside after action `n`, each with the whole state that it led to.
  func leavings(
    _ n: Int
  ) throws(InspectorError) -> [(line: OutsideLine, state: JSONValue)] {
    guard steps.outsides[n] != nil else { return [] }
    return try leavings(n, from: try state(n))
  }

  private func leavings(
    _ n: Int, from state: JSONValue
  ) throws(InspectorError) -> [(line: OutsideLine, state: JSONValue)] {
    guard let entries = steps.outsides[n] else { return [] }
    var changes: [(line: OutsideLine, state: JSONValue)] = []
    var state = state
    for (entry, line) in zip(entries, try outsides(n)) {
      state = try apply(line.content, n: n, to: state, entry: entry)
      changes.append((line, state))
    }
    return changes
  }

  /// State `n`, whole, with the changes from outside after it.
  private func leaving(_ n: Int, _ state: JSONValue) throws(InspectorError) -> JSONValue {
    try leavings(n, from: state).last?.state ?? state
  }

  private func whole(_ n: Int) throws(InspectorError) -> JSONValue {
    if let entry = steps.keyframes[n], case .keyframe(let line) = try line(entry) {
      return line.state
    }
    guard case .whole(let state) = try stateLine(n).content else { throw missing(n) }
    return state
  }

  func apply(
    _ content: StateContent, n: Int, to before: JSONValue, entry: Int?
  ) throws(InspectorError) -> JSONValue {
    do { return try content.state(after: before) } catch {
      let place = entry.map { lines[$0] } ?? lines[0]
      throw .session(
        SessionError(location: reader.location(place, 0), cause: .patch(n: n, error)))
    }
  }

  /// The line at an index, checked.
  func line(_ entry: Int) throws(InspectorError) -> SessionLine {
    do throws(SessionError) { return try reader.line(lines[entry]) } catch {
      throw .session(error)
    }
  }

  var reader: LineReader { LineReader(bytes: bytes, file: file, hasCRC: hasCRC) }

  /// Why there is no step or state n.
  private func missing(_ n: Int) -> InspectorError {
    if n > last, let fault { return .session(fault) }
    guard (first...last).contains(n) else { return .noSuchStep(n: n, first: first, last: last) }
    if let fault, steps.states[n] == nil, steps.gap(over: n) == nil { return .session(fault) }
    if let gap = steps.gap(over: n) ?? steps.gaps.last(where: { $0.to == n }),
      case .gap(let line)? = try? line(gap.entry)
    {
      return .stateUnknown(n: n, reason: .gap(line.reason))
    }
    if case .died(let actions) = ending, actions.contains(n) {
      return .stateUnknown(n: n, reason: .died)
    }
    return .stateUnknown(n: n, reason: .cutOff)
  }
}

/// Remembers the two states that were reached last, so that going forward costs one patch a step,
/// also where each step asks for the state before it too.
final class StateCache: Sendable {
  private let lock = NSLock()
  nonisolated(unsafe) private var kept: [(n: Int, state: JSONValue)] = []

  nonisolated(unsafe) private var opaque: (n: Int, places: [JSONPointer])?

  /// The opaque places of state `n`, where they were asked for last.
  func opaquePlaces(of n: Int) -> [JSONPointer]? {
    lock.withLock { opaque?.n == n ? opaque?.places : nil }
  }

  func keepOpaquePlaces(_ places: [JSONPointer], of n: Int) {
    lock.withLock { opaque = (n, places) }
  }

  /// The remembered state that is nearest to `n`, of those from `base` to `n`.
  func nearest(to n: Int, from base: Int) -> (Int, JSONValue)? {
    lock.withLock {
      kept.filter { base <= $0.n && $0.n <= n }.max { $0.n < $1.n }.map { ($0.n, $0.state) }
    }
  }

  func keep(_ n: Int, _ state: JSONValue) {
    lock.withLock {
      kept.removeAll { $0.n == n }
      kept.append((n, state))
      if kept.count > 2 { kept.removeFirst() }
    }
  }
}
