import Foundation
package import SessionFormat

/// A session as a file that Redux DevTools imports.
package struct DevToolsExport {
  /// The forms that its reader takes.
  package enum Shape: String, CaseIterable, Sendable {
    /// The lifted state, with times, states and skipped actions.
    case lifted
    /// What the extension itself writes: actions and the first state, as texts.
    case envelope
    /// The actions alone.
    case actions
  }

  private let session: Session
  /// What the session was imported with; nil if it was recorded.
  private let kept: JSONValue?
  /// The shape of the file that was imported.
  private let original: LiftedState.Shape?
  /// The shape that is written.
  private let shape: Shape
  /// Whether the imported file is written as it was, also where its reader would have it otherwise.
  private let isAsWas: Bool
  /// What the file has no place for, in words.
  package private(set) var losses: [String] = []
  /// What to do in order to lose less, in words.
  package private(set) var advice: [String] = []
  /// The file.
  package private(set) var document: JSONValue = .null
  /// The same, with the JSON in the texts of an envelope as values.
  private(set) var opened: JSONValue = .null
  private var entries: [DevToolsEntry] = []
  /// The largest id so far, those of actions not staged among them.
  private var lastID: Int

  /// Makes the file.
  ///
  /// Complexity: O(states); all of them are in memory.
  ///
  /// - Parameter shape: If nil, an imported file is written as it was, and of a recording the lifted state.
  /// - Throws: Damage that is met, and ``InspectorError/interrupted``.
  package init(
    _ session: Session, as shape: Shape? = nil, interrupted: () -> Bool
  ) throws(InspectorError) {
    self.session = session
    let own = session.header.extra.first { $0.name == DevToolsImport.member }?.value
    original = own?["shape"]?.string.flatMap(LiftedState.Shape.init)
    kept = original == nil ? nil : own
    isAsWas = shape == nil && original != nil
    self.shape = shape ?? original?.written ?? .lifted
    let idle = kept?[LiftedState.idle]?.object?.compactMap { Int($0.name) } ?? []
    lastID = max(idle.max() ?? -1, Self.before(kept?["nextActionId"]?.int ?? 0))
    if let fault = session.fault { throw .session(fault) }
    try addEntries(interrupted)
    opened =
      switch self.shape {
      case .lifted where isAsWas && original == .liftedEnvelope:
        .object([("payload", lifted)] + members(of: LiftedState.outer))
      case .lifted: lifted
      case .envelope: envelope
      case .actions: .array(entries.dropFirst().map(\.action))
      }
    noteLosses()
    if isAsWas { correct() }
    let isEnvelope = self.shape == .envelope || isAsWas && original == .liftedEnvelope
    document = isEnvelope ? closed(opened) : opened
  }

  /// Makes the file equal to the one that was imported, if the session is still what came of that.
  private mutating func correct() {
    guard let correction = kept?[DevToolsCorrection.member].flatMap(DevToolsCorrection.init) else {
      return
    }
    if let corrected = correction.applied(to: opened) {
      opened = corrected
    } else {
      losses.append("what only the imported file had, as the session was changed since")
    }
  }

  /// An envelope with its values as texts.
  private func closed(_ file: JSONValue) -> JSONValue {
    guard let members = file.object else { return file }
    var texts: Set = ["payload", LiftedState.preloaded]
    // One that the reader passes over was no text.
    let rest = isAsWas ? kept?[LiftedState.outer] ?? kept : nil
    if rest?[LiftedState.preloaded] == file[LiftedState.preloaded] {
      texts.remove(LiftedState.preloaded)
    }
    return .object(
      members.map { name, value in
        (name, texts.contains(name) ? .string(value.description) : value)
      })
  }

  private func members(of name: String) -> [(name: String, value: JSONValue)] {
    kept?[name]?.object.map(Array.init) ?? []
  }

  private mutating func addEntries(_ interrupted: () -> Bool) throws(InspectorError) {
    let start = kept?["start"]
    let action = start?["action"] ?? ["type": "@@INIT"]
    entries.append(
      entry(start, shown(action, "@@INIT", isBare: true), t: 0, try firstState(start), error: nil))
    for index in session.lines.indices {
      if interrupted() { throw .interrupted }
      switch try session.line(index) {
      case .action(let line):
        let own = line.extra.first { $0.name == DevToolsImport.member }?.value
        let state = session.hasState(line.n) ? try session.state(line.n) : nil
        let threw = session.hasState(line.n) ? try session.stateLine(line.n).threw : nil
        let action = shown(line.action, line.type, isBare: own != nil && own?["wrapped"] == nil)
        var step = entry(own, action, t: line.t, state, error: threw)
        if step.computed == nil, shape == .lifted, !isAsWas {
          step.computed = missing(line.n).computed
        }
        entries.append(step)
      case .dispatched(let line):
        guard let own = line.extra.first(where: { $0.name == DevToolsImport.member })?.value
        else { continue }
        let action = shown(line.action, line.type, isBare: own["wrapped"] == nil)
        var skipped = entry(own, action, t: line.t, nil, error: nil)
        skipped.isSkipped = true
        entries.append(skipped)
      default: continue
      }
    }
  }

  /// The state before the first action, unless a file without one was imported, and nobody gave it.
  private func firstState(_ start: JSONValue?) throws(InspectorError) -> JSONValue? {
    guard session.hasState(session.first) else { return nil }
    let state = try session.state(session.first)
    guard start?["noState"] != nil else { return state }
    return state == .null || isAsWas && state == kept?["committedState"] ? nil : state
  }

  /// An action as its reader wants it, or as it was in the file.
  private func shown(_ action: JSONValue, _ type: String, isBare: Bool) -> JSONValue {
    if isBare, isAsWas || action["type"]?.string != nil { return action }
    return RecordedMembers.action(action, type)
  }

  private func missing(_ n: Int) -> RecordedMembers.Missing {
    if case .died(let actions) = session.ending, actions.contains(n) { return .died }
    return .unknown
  }

  /// - Parameter own: What was kept of the entry when it was imported; nil if it was recorded.
  private mutating func entry(
    _ own: JSONValue?, _ action: JSONValue, t: Int, _ state: JSONValue?, error: String?
  ) -> DevToolsEntry {
    var members: [(name: String, value: JSONValue)] = own?["entry"]?.object.map(Array.init) ?? []
    if own == nil || shape == .lifted && !isAsWas {
      if own?["entry"]?["type"]?.string == nil {
        members.removeAll { $0.name == "type" }
        members.append(("type", "PERFORM_ACTION"))
      }
      if own?["entry"]?["timestamp"]?.number == nil {
        members.removeAll { $0.name == "timestamp" }
        members.append(("timestamp", .number(milliseconds(t))))
      }
    }
    members.append(("action", action))
    var computed = own?["computed"]?.object.map(Array.init) ?? []
    if let state {
      // A host has computed what was missing.
      if RecordedMembers.Missing(.object(computed)) != nil { computed = [] }
      computed.append(("state", state))
    }
    if let error { computed.append(("error", .string(error))) }
    let has = !computed.isEmpty || isAsWas && own?["noState"] != nil
    let id = own?["id"]?.int ?? Self.behind(lastID)
    lastID = max(lastID, id)
    return DevToolsEntry(
      id: id, members: .object(members), computed: has ? .object(computed) : nil)
  }

  /// A time of the session, in milliseconds since 1970.
  private func milliseconds(_ t: Int) -> Int {
    let text = session.header.started
    let form = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    let started = (try? form.parse(text)) ?? (try? Date(text, strategy: .iso8601))
    return Int((started?.timeIntervalSince1970 ?? 0) * 1000) + t / 1_000_000
  }

  /// The lifted state.
  private var lifted: JSONValue {
    let actions = entries.map { (name: String($0.id), value: $0.members) }
    var lifted: [(name: String, value: JSONValue)] = [
      ("actionsById", .object(actions + members(of: LiftedState.idle))),
      ("stagedActionIds", .array(entries.map { .number($0.id) })),
    ]
    let first = entries.first?.state
    // A first state that was given at the import, or that of a session that was cut.
    let isGiven = kept?["start"]?["noState"] != nil && kept?["committedState"] == nil
    if isAsWas, isGiven || session.first > 0, let first {
      lifted.append(("committedState", first))
    }
    if isAsWas {
      let states = statesAsWere
      if !states.isEmpty { lifted.append(("computedStates", .array(states))) }
    } else {
      lifted += [
        ("computedStates", .array(states)), ("nextActionId", .number(nextID)),
        ("skippedActionIds", .array(skippedIDs)), ("currentStateIndex", .number(cursor)),
        ("monitorState", kept?["monitorState"] ?? .object([])),
      ]
      if kept?[RecordedMembers.name] == nil {
        lifted.append(RecordedMembers.file(store: session.header.store))
      }
      // What was committed lies before a session that was cut.
      let base = session.first > 0 ? first : kept?["committedState"] ?? first
      if let base { lifted.append(("committedState", base)) }
    }
    var written = Set(lifted.map(\.name))
    if original == .envelope { written.insert(LiftedState.preloaded) }
    return .object(lifted + others.filter { !written.contains($0.name) })
  }

  /// The members of the imported file that are no steps.
  private var others: [(name: String, value: JSONValue)] {
    let own = DevToolsLosses.structural
    return kept?.object.map { $0.filter { !own.contains($0.name) } } ?? []
  }

  private var nextID: Int { Self.behind(lastID) }

  /// The next number; the largest has none.
  private static func behind(_ id: Int) -> Int { id == .max ? id : id + 1 }
  private static func before(_ id: Int) -> Int { id == .min ? id : id - 1 }

  /// Those of the file in its order, which is that in which they were skipped.
  private var skippedIDs: [JSONValue] {
    let ids = Set(entries.filter(\.isSkipped).map(\.id))
    let known = (kept?["skippedActionIds"]?.array.map(Array.init) ?? []).compactMap(\.int)
      .filter(ids.contains)
    return (known + ids.subtracting(known).sorted()).map { .number($0) }
  }

  private var cursor: Int {
    let last = entries.count - 1
    return min(max(0, kept?["currentStateIndex"]?.int ?? last), last)
  }

  /// The states, each parallel to its action; of a skipped action it is the one before.
  private var states: [JSONValue] {
    var states: [JSONValue] = []
    for entry in entries {
      let last = entry.isSkipped ? states.last : nil
      let own = entry.computed.flatMap { $0["state"] ?? $0["error"] } == nil ? nil : entry.computed
      states.append(own ?? last ?? RecordedMembers.Missing.unknown.computed)
    }
    return states
  }

  /// The same as the file had them: none if it had none.
  private var statesAsWere: [JSONValue] {
    guard entries.dropFirst().contains(where: { $0.computed != nil }) || hasFirst else { return [] }
    var states: [JSONValue] = []
    for entry in entries {
      if let computed = entry.computed {
        states.append(computed)
      } else if entry.isSkipped, let last = states.last {
        states.append(last)
      }
    }
    return states
  }

  /// Whether the imported file had a first state among its computed ones.
  private var hasFirst: Bool {
    entries.first?.computed != nil && kept?["start"]?["noState"] == nil
  }

  /// Actions and the first state.
  private var envelope: JSONValue {
    let actions = JSONValue.array(entries.dropFirst().map(\.action))
    var members: [(name: String, value: JSONValue)] = [("payload", actions)]
    if let state = entries.first?.state { members.append((LiftedState.preloaded, state)) }
    if original == .envelope {
      var written = Set(members.map(\.name))
      if !isAsWas { written.insert(LiftedState.preloaded) }
      members += others.filter { !written.contains($0.name) }
    }
    if !isAsWas, !members.contains(where: { $0.name == RecordedMembers.name }) {
      members.append(RecordedMembers.file(store: session.header.store))
    }
    return .object(members)
  }

  private mutating func noteLosses() {
    var kinds: Set<LeftOutLines> = [.inputs, .outsides, .marks, .dispatched]
    if kept == nil { kinds.insert(.gaps) }
    losses += LeftOutLines.words(kinds, of: session) { event in
      switch event {
      case .mark(let line): kept == nil || line.text != DevToolsImport.cursor
      case .dispatched(let line): !line.extra.contains { $0.name == DevToolsImport.member }
      default: true
      }
    }
    let lost = DevToolsLosses(entries: entries, kept: kept, original: original, cursor: cursor)
    if shape != .lifted {
      losses += lost.inActions(shape)
    } else if !isAsWas {
      losses += lost.inLifted
    }
    if !isAsWas { losses += lost.odd }
    if isAsWas, lost.states(shape) > 0 { advice.append("--as lifted keeps the states") }
  }
}
