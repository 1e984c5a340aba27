import Foundation
package import SessionFormat

/// A file of Redux DevTools, or a list of actions, as a session.
///
/// Each action that was executed is a step, one that was skipped a `dispatched` line, the error of a
/// reducer is what the step threw, and the cursor a mark. All that a session has no member for is kept in
/// members `devtools`, so that ``DevToolsExport`` writes an equal file.
package struct DevToolsImport {
  private let file: LiftedState
  /// The name of the store, by which its host is found.
  package let store: String
  /// The file's name, for errors.
  private let name: String
  /// Whether the state before the first action is known.
  private let hasFirst: Bool
  /// The session's lines, whose states are whole.
  private var lines: [SessionLine] = []
  /// The number of steps.
  package private(set) var steps = 0
  /// How many actions were skipped.
  package private(set) var skipped = 0
  /// How many states of steps the file does not have.
  package private(set) var unknown = 0
  /// Why the host computed no more states.
  package private(set) var failure: String?
  /// How many values are marks of a serializer for what JSON cannot say, kept as they are.
  package private(set) var serialized = 0

  /// The member in which lines keep what a session has no place for.
  static let member = "devtools"
  /// The text of the mark at the action whose state the app showed.
  static let cursor = "the cursor of Redux DevTools"
  /// The states and actions in what lines keep; those of a correction are not told.
  static func roots(in kept: JSONValue) -> [(path: JSONPointer, isState: Bool)] {
    let idle = kept[LiftedState.idle]?.object?.map { [LiftedState.idle, $0.name, "action"] } ?? []
    let ways = states.map { ($0, true) } + (idle + [["start", "action"]]).map { ($0, false) }
    return ways.map { (path: JSONPointer(tokens: $0.0), isState: $0.1) }
      .filter { $0.path.value(in: kept) != nil }
  }

  private static let states = [
    ["computed", "state"], ["start", "computed", "state"], ["committedState"],
    [LiftedState.preloaded], [LiftedState.outer, LiftedState.preloaded],
  ]
  private static let noStates = "the file has no state there"

  /// Reads a file, also a gzipped one, or standard input for `-`; see ``init(_:from:store:id:start:)``.
  package init(
    path: String, limits: ReadingLimits, store: String?, id: String, start: JSONValue? = nil
  ) throws(InspectorError) {
    let bytes: Data
    do { bytes = try Platform.contents(of: path, limits) } catch {
      throw .cannotRead(file: path, errno: error.errno)
    }
    try self.init(
      try Self.inflated(bytes, path, limits), from: path, store: store, id: id, start: start)
  }

  private static func inflated(
    _ bytes: Data, _ file: String, _ limits: ReadingLimits
  ) throws(InspectorError) -> [UInt8] {
    guard Inflation.isGzip(bytes) else { return Array(bytes) }
    let inflation: Inflation
    do { inflation = try Inflation(bytes, limits) } catch {
      throw .inflatesTooFar(file: file, limit: error.limit)
    }
    if let fault = inflation.fault { throw .cannotImport(file: file, reason: fault.description) }
    return Array(inflation.bytes)
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - name: The file's name, for errors.
  ///   - store: The name of the store; if nil, the one that the file has, else the file's name.
  ///   - id: The id of the session.
  ///   - start: The first state, if the file has none; else that is null.
  /// - Throws: ``InspectorError/cannotImport(file:reason:)``.
  package init(
    _ bytes: [UInt8], from name: String, store: String?, id: String, start: JSONValue? = nil
  ) throws(InspectorError) {
    if bytes.isEmpty { throw .cannotImport(file: name, reason: "it is empty") }
    do throws(LiftedState.Fault) { file = try LiftedState(bytes) } catch {
      switch error {
      case .syntax(let error): throw .cannotImport(file: name, reason: "it is not JSON: \(error)")
      case .shape(let reason): throw .cannotImport(file: name, reason: reason)
      }
    }
    self.name = name
    let computed = file.entries.first?.computed
    let own = RecordedMembers.Missing(computed) == nil ? computed?["state"] ?? file.base : nil
    hasFirst = (own ?? start) != nil
    self.store = store ?? RecordedMembers.store(file.rest) ?? Self.store(named: name)
    serialized = Self.serializedValues(in: bytes)
    let zero = file.entries.lazy.compactMap(Self.timestamp).first ?? 0
    var header = SessionHeader(
      id: id, started: Self.date(milliseconds: zero), store: self.store)
    // A reducer's recording has an action also if the app died in it.
    let isDead = file.entries.last.map { RecordedMembers.Missing($0.computed) == .died } ?? false
    header.hook = isDead ? .reducer : .callback
    header.snapshots = "full"
    header.extra = [Member(name: Self.member, value: .object(kept))]
    lines.append(.session(header))
    addSteps(since: zero)
    let session = try Session(bytes: Data(whole), file: "the imported session")
    let written = try DevToolsExport(session) { false }.opened
    if let correction = DevToolsCorrection(from: written, to: file.document) {
      header.extra = [
        Member(
          name: Self.member,
          value: .object(kept + [(DevToolsCorrection.member, correction.json)]))
      ]
      lines[0] = .session(header)
    }
    if let start, own == nil { setFirst(start) }
  }

  /// Sets the state before the first action.
  private mutating func setFirst(_ state: JSONValue) {
    for (place, line) in lines.enumerated() {
      guard case .state(let first) = line, first.n == 0 else { continue }
      lines[place] = .state(StateLine(n: 0, content: .whole(state)))
    }
  }

  /// The session as a file; states are changes to the states before them.
  package func bytes() throws(InspectorError) -> [UInt8] {
    let session = try Session(bytes: Data(whole), file: "the imported session")
    var writer = SessionWriter(to: nil)
    var rewrite = SessionRewrite(session, as: .delta)
    try rewrite.run(into: &writer) { false }
    try writer.finish()
    return writer.kept
  }

  /// Takes the states that the file does not have from a replay of its actions.
  ///
  /// - Throws: A failure of the host, and ``InspectorError/interrupted``.
  package mutating func recompute(
    through host: HostClient, interrupted: @escaping () -> Bool
  ) throws(InspectorError) {
    let session = try Session(bytes: Data(whole), file: "the imported session")
    let replay = try replayed(session, through: host, interrupted)
    let made = try Session(bytes: Data(replay.writer.kept), file: "its replay")
    failure =
      replay.account.death.map { "\(HostFailure.died($0))" }
      ?? replay.account.refused.first.map { n, error in
        "the host refused action \(n): \(error.reason): \(error.message)"
      }
    let known = Set(
      lines.compactMap { if case .state(let state) = $0 { state.n } else { nil } })
    var filled: [SessionLine] = []
    unknown = 0
    for line in lines {
      switch line {
      case .state(let line) where line.n == 0 && line.content == .whole(.null) && made.hasState(0):
        filled.append(.state(StateLine(n: 0, content: .whole(try made.state(0)))))
      case .gap: break
      default: filled.append(line)
      }
      guard case .action(let action) = line, !known.contains(action.n) else { continue }
      if made.hasAction(action.n) {
        // What the host drew is now what made the state, and so the recorded input.
        filled += try made.inputs(action.n).map { input in
          var input = input
          input.fresh = false
          return .input(input)
        }
      }
      guard made.hasState(action.n) else {
        unknown += 1
        continue
      }
      var state = StateLine(n: action.n, content: .whole(try made.state(action.n)))
      state.threw = try made.stateLine(action.n).threw
      state.recomputed = true
      filled.append(.state(state))
    }
    if unknown > 0 {
      let gap = SessionLine.gap(GapLine(n: steps, t: 0, lost: 0, reason: Self.noStates))
      let isEnded = if case .end? = filled.last { true } else { false }
      filled.insert(gap, at: filled.count - (isEnded ? 1 : 0))
    }
    lines = filled
  }

  private func replayed(
    _ session: Session, through host: HostClient, _ interrupted: @escaping () -> Bool
  ) throws(InspectorError) -> ReplayRecording {
    do throws(InspectorError) {
      var replay = try ReplayRecording.made(of: session, through: host, interrupted: interrupted)
      try replay.finish()
      return replay
    } catch {
      guard !hasFirst, case .host(.refused(_, let refusal)) = error, refusal.n == 0 else {
        throw error
      }
      throw .cannotImport(
        file: name, reason: "\(error); the file has no first state: give it with --state JSON")
    }
  }

  private var whole: [UInt8] { lines.flatMap { LineCoding.bytes(of: $0.document) } }

  /// What of the file is no step: kept in the header.
  private var kept: [(name: String, value: JSONValue)] {
    // A member of the file with a name of ours is in the correction.
    var kept = file.rest.filter {
      !["shape", "start", DevToolsCorrection.member].contains($0.name)
    }
    kept.insert(("shape", .string(file.shape.rawValue)), at: 0)
    if let start = file.entries.first {
      let isMissing = RecordedMembers.Missing(start.computed) != nil
      var members = Self.without(start, state: !isMissing, isStart: true)
      if start.computed == nil || isMissing {
        members = members.object?.setting("noState", to: .bool(true)) ?? members
      }
      kept.append(("start", members))
    }
    return kept
  }

  private mutating func addSteps(since zero: Double) {
    var (n, t, isKnown, isDead) = (0, 0, true, false)
    for (place, entry) in file.entries.enumerated() {
      if let time = Self.timestamp(entry) {
        t = max(t, Int(min(9e18, max(0, (time - zero) * 1e6))))
      }
      let missing = entry.isSkipped ? nil : RecordedMembers.Missing(entry.computed)
      let own = Self.without(entry, state: !entry.isSkipped && missing == nil, isStart: false)
      let extra = [Member(name: Self.member, value: own)]
      let recorded = place > 0 ? RecordedMembers.unwrapped(entry.action) : nil
      let action = recorded?.action ?? entry.action
      let type = recorded?.type ?? Self.type(of: entry.action)
      isDead = missing == .died && place == file.entries.count - 1
      if place == 0 {
        let state = entry.computed?["state"] ?? file.base ?? .null
        lines.append(.state(StateLine(n: 0, content: .whole(state))))
      } else if entry.isSkipped {
        skipped += 1
        var line = DispatchedLine(n: n, t: t, type: type, action: action)
        line.extra = extra
        lines.append(.dispatched(line))
      } else {
        n += 1
        var line = ActionLine(n: n, t: t, type: type, action: action)
        line.extra = extra
        lines.append(.action(line))
        let isNext = missing == nil && addState(n, t, entry, isKnown)
        if !isNext, !isDead { unknown += 1 }
        isKnown = isNext
      }
      if place == file.cursor, place < file.entries.count - 1 {
        lines.append(.mark(MarkLine(n: n, t: t, text: Self.cursor)))
      }
    }
    if !isKnown, !isDead {
      lines.append(.gap(GapLine(n: n, t: t, lost: 0, reason: Self.noStates)))
    }
    // Without an end the session says that the app died in its last action.
    if !isDead { lines.append(.end(EndLine(n: n, t: t))) }
    steps = n
  }

  /// Adds the state after a step, if the file has it.
  private mutating func addState(
    _ n: Int, _ t: Int, _ entry: LiftedState.Entry, _ isKnown: Bool
  ) -> Bool {
    guard let state = entry.computed?["state"] else { return false }
    if !isKnown { lines.append(.gap(GapLine(n: n, t: t, lost: 0, reason: Self.noStates))) }
    var line = StateLine(n: n, content: .whole(state))
    line.threw = entry.computed?["error"]?.string
    lines.append(.state(line))
    return true
  }

  /// What a line does not say of an entry by members of its own.
  private static func without(
    _ entry: LiftedState.Entry, state: Bool, isStart: Bool
  ) -> JSONValue {
    var members: [(name: String, value: JSONValue)] = [("id", .number(entry.id))]
    let others = entry.members.object.map { $0.filter { $0.name != "action" } } ?? []
    if !others.isEmpty { members.append(("entry", .object(others))) }
    // The start has no line of an action.
    if isStart {
      members.append(("action", entry.action))
    } else if RecordedMembers.unwrapped(entry.action) != nil {
      members.append(("wrapped", .bool(true)))
    }
    if let computed = entry.computed {
      let left = computed.object.map { all in
        all.filter { !state || ($0.name != "state" && !($0.name == "error" && !isStart)) }
      }
      if let left, !left.isEmpty { members.append(("computed", .object(left))) }
      if computed["state"] == nil { members.append(("noState", .bool(true))) }
    }
    return .object(members)
  }

  private static func store(named file: String) -> String {
    let name = (file as NSString).lastPathComponent.prefix { $0 != "." }
    return name.isEmpty || name == "-" ? "imported" : String(name)
  }

  /// The name of an action: its `type`, else that of the only member, as of an encoded enum.
  private static func type(of action: JSONValue) -> String {
    if let type = action["type"]?.string ?? action.string { return type }
    guard let members = action.object, members.count == 1, let only = members.first else {
      return "action"
    }
    return only.name
  }

  /// When the action was dispatched, in milliseconds since 1970.
  private static func timestamp(_ entry: LiftedState.Entry) -> Double? {
    entry.members["timestamp"]?.number.flatMap { Double($0.text) }.flatMap { time in
      (0...8.64e15).contains(time) ? time : nil
    }
  }

  /// RFC 3339 in UTC, with milliseconds.
  private static func date(milliseconds: Double) -> String {
    Date(timeIntervalSince1970: (milliseconds / 1000).rounded(.down))
      .formatted(.iso8601.year().month().day().time(includingFractionalSeconds: false))
      .replacing("Z", with: "") + String(format: ".%03dZ", Int(milliseconds) % 1000)
  }

  /// Occurrences of the members by which jsan and the Immutable.js serializer stand for other values.
  private static func serializedValues(in bytes: [UInt8]) -> Int {
    let text = String(decoding: bytes, as: UTF8.self)
    return [#"$jsan"#, "__serializedType__"].reduce(0) { count, word in
      count + text.ranges(of: word).count
    }
  }
}
