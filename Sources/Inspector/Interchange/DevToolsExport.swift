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
  /// What the file has no place for, in words.
  package private(set) var losses: [String] = []
  /// The file.
  package private(set) var document: JSONValue = .null
  /// The same, with the JSON in the texts of an envelope as values.
  private(set) var opened: JSONValue = .null
  private var entries: [Entry] = []

  /// An action of the file.
  private struct Entry {
    let id: Int
    let members: JSONValue
    var isSkipped = false
    /// The state after it, with its error; nil if the file had none.
    var computed: JSONValue?
    var action: JSONValue { members["action"] ?? .null }
  }

  /// Makes the file.
  ///
  /// Complexity: O(states); all of them are in memory.
  ///
  /// - Throws: Damage that is met, and ``InspectorError/interrupted``.
  package init(
    _ session: Session, as shape: Shape? = nil, interrupted: () -> Bool
  ) throws(InspectorError) {
    self.session = session
    kept = session.header.extra.first { $0.name == DevToolsImport.member }?.value
    if let fault = session.fault { throw .session(fault) }
    try addEntries(interrupted)
    noteLosses()
    let original = kept?["shape"]?.string.flatMap(LiftedState.Shape.init)
    switch (shape, original) {
    case (.lifted, _), (nil, .lifted), (nil, nil): opened = lifted
    case (nil, .liftedEnvelope):
      opened = .object([("payload", lifted)] + members(of: LiftedState.outer))
    case (.envelope, _), (nil, .envelope): opened = envelope(isOriginal: original == .envelope)
    case (.actions, _), (nil, .actions), (nil, .lines):
      opened = .array(entries.dropFirst().map(\.action))
    }
    if shape == nil { correct() }
    let isEnvelope = shape == .envelope || shape == nil && original?.isEnvelope == true
    document = isEnvelope ? Self.closed(opened) : opened
    if shape == .envelope || shape == .actions {
      losses += ["the times", "the states behind the first"]
      if entries.contains(where: \.isSkipped) { losses.append("which actions were skipped") }
    }
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
  private static func closed(_ file: JSONValue) -> JSONValue {
    guard let members = file.object else { return file }
    let texts: Set = ["payload", "preloadedState"]
    return .object(
      members.map { name, value in
        (name, texts.contains(name) ? .string(value.description) : value)
      })
  }

  private func members(of name: String) -> [(name: String, value: JSONValue)] {
    kept?[name]?.object.map(Array.init) ?? []
  }

  private mutating func addEntries(_ interrupted: () -> Bool) throws(InspectorError) {
    let first = session.hasState(session.first) ? try session.state(session.first) : nil
    let start = kept?["start"]
    let action: JSONValue = start?["action"] ?? ["type": "@@INIT"]
    entries.append(
      entry(start, action, t: 0, id: 0, state: start?["noState"] == nil ? first : nil, error: nil))
    for index in session.lines.indices {
      if interrupted() { throw .interrupted }
      switch try session.line(index) {
      case .action(let line):
        let own = line.extra.first { $0.name == DevToolsImport.member }?.value
        let state = session.hasState(line.n) ? try session.state(line.n) : nil
        let threw = session.hasState(line.n) ? try session.stateLine(line.n).threw : nil
        let isBare = own != nil && own?["wrapped"] == nil
        let action = isBare ? line.action : RecordedMembers.action(line.action, line.type)
        var step = entry(own, action, t: line.t, id: nextID, state: state, error: threw)
        if kept == nil, step.computed == nil { step.computed = missing(line.n).computed }
        entries.append(step)
      case .dispatched(let line):
        guard let own = line.extra.first(where: { $0.name == DevToolsImport.member })?.value
        else { continue }
        var skipped = entry(own, line.action, t: line.t, id: nextID, state: nil, error: nil)
        skipped.isSkipped = true
        entries.append(skipped)
      default: continue
      }
    }
  }

  private func missing(_ n: Int) -> RecordedMembers.Missing {
    if case .died(let actions) = session.ending, actions.contains(n) { return .died }
    return .unknown
  }

  private var nextID: Int { (entries.map(\.id).max() ?? 0) + 1 }

  /// - Parameter own: What was kept of the entry when it was imported; nil if it was recorded.
  private func entry(
    _ own: JSONValue?, _ action: JSONValue, t: Int, id: Int, state: JSONValue?, error: String?
  ) -> Entry {
    var members: [(name: String, value: JSONValue)] = own?["entry"]?.object.map(Array.init) ?? []
    if own == nil {
      members = [("type", "PERFORM_ACTION"), ("timestamp", .number(milliseconds(t)))]
    }
    members.append(("action", action))
    var computed = own?["computed"]?.object.map(Array.init) ?? []
    if let state { computed.append(("state", state)) }
    if let error { computed.append(("error", .string(error))) }
    let has = !computed.isEmpty || own?["noState"] != nil
    return Entry(
      id: own?["id"]?.int ?? id, members: .object(members), computed: has ? .object(computed) : nil)
  }

  /// A time of the session, in milliseconds since 1970.
  private func milliseconds(_ t: Int) -> Int {
    let text = session.header.started
    let form = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    let started = (try? form.parse(text)) ?? (try? Date(text, strategy: .iso8601))
    return Int((started?.timeIntervalSince1970 ?? 0) * 1000) + t / 1_000_000
  }

  private var lifted: JSONValue {
    var actions = entries.map { (name: String($0.id), value: $0.members) }
    actions += members(of: LiftedState.idle)
    var lifted: [(name: String, value: JSONValue)] = [
      ("actionsById", .object(actions)),
      ("stagedActionIds", .array(entries.map { .number($0.id) })),
    ]
    let states = states
    if kept == nil || !states.isEmpty { lifted.append(("computedStates", .array(states))) }
    let own: Set = [
      "shape", "start", LiftedState.idle, LiftedState.outer, DevToolsCorrection.member,
    ]
    guard let kept = kept?.object, kept["nextActionId"] != nil || kept["currentStateIndex"] != nil
    else {
      lifted += [
        ("nextActionId", .number((entries.map(\.id).max() ?? 0) + 1)),
        ("skippedActionIds", .array(entries.filter(\.isSkipped).map { .number($0.id) })),
        ("currentStateIndex", .number(entries.count - 1)), ("monitorState", .object([])),
        RecordedMembers.file(store: session.header.store),
      ]
      if let base = entries.first?.computed?["state"] { lifted.append(("committedState", base)) }
      return .object(lifted)
    }
    return .object(lifted + kept.filter { !own.contains($0.name) })
  }

  /// The states, each parallel to its action; of a skipped action it is the one before.
  private var states: [JSONValue] {
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

  private func envelope(isOriginal: Bool) -> JSONValue {
    let actions = JSONValue.array(entries.dropFirst().map(\.action))
    var members: [(name: String, value: JSONValue)] = [("payload", actions)]
    if let state = entries.first?.computed?["state"] { members.append(("preloadedState", state)) }
    let own: Set = ["shape", "start", DevToolsCorrection.member]
    if isOriginal, let kept = kept?.object {
      members += kept.filter { !own.contains($0.name) }
    } else {
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
  }
}
