import SessionFormat

/// Values near the recorded ones, by which a coding is tried that gives the recorded ones back.
///
/// What it loses does not come back from a file: the recorded value is one that it keeps, whatever the
/// app had.
struct NearValues {
  let runs: ControlledRuns
  let session: Session
  /// A run under the current conditions.
  let run: StepRun

  /// A value that a coding does not keep.
  struct Lost {
    /// Which, and what becomes of it.
    let words: String
    /// Whether what differs from the recording comes out otherwise if the step finds another value there.
    let matters: Bool
  }

  /// The most places of a state or an action that are tried.
  private static let mostPlaces = 8

  /// The first value of the step's action, or of the state before it, in whose place another does not
  /// come back; nil if each comes back, or is refused.
  func search() throws(InspectorError) -> Lost? {
    guard runs.n > session.first, session.steps.actions[runs.n] != nil else { return nil }
    let line = try session.action(runs.n)
    func asking(_ probe: JSONValue) throws(InspectorError) -> StepRun? {
      var other = line
      other.action = probe
      return try runs.run(.asking(other))
    }
    let inAction = try firstLost(in: line.action, "the action") { probe throws(InspectorError) in
      guard case .reduced(let reduction)? = try asking(probe)?.result else { return nil }
      return reduction.action?.action
    } step: { probe throws(InspectorError) in
      try asking(probe)
    }
    guard inAction == nil, session.hasBefore(runs.n) else { return inAction }
    let n = runs.n - 1
    return try firstLost(in: try session.before(runs.n), "state \(n)") {
      probe throws(InspectorError) in
      try runs.run(.given(n, probe))?.result.state
    } step: { probe throws(InspectorError) in
      try runs.run(.asking(line, from: probe))
    }
  }

  /// - Parameters:
  ///   - name: What the value is.
  ///   - coded: A value decoded and encoded; nil if it is refused.
  ///   - step: The step with it.
  private func firstLost(
    in value: JSONValue, _ name: String, coded: (JSONValue) throws(InspectorError) -> JSONValue?,
    step: (JSONValue) throws(InspectorError) -> StepRun?
  ) throws(InspectorError) -> Lost? {
    var leaves: [(JSONPointer, JSONValue)] = []
    Self.collect(value, JSONPointer(tokens: []), &leaves)
    for (place, leaf) in leaves {
      for other in Self.near(leaf) {
        guard let probe = try? JSONPatch([.replace(place, other)]).applied(to: value),
          let kept = try coded(probe), let back = place.value(in: kept), back != other
        else { continue }
        let words =
          "\(name) with \(other) \(place.isRoot ? "in its place" : "at \(place)"), decoded and encoded again, has \(back) there: its coding "
          + "does not keep every value"
        let matters = try self.matters(Self.near(leaf), at: place, in: value, step)
        return Lost(
          words: matters ? words : words + "; whether that makes the difference was not seen",
          matters: matters)
      }
    }
    return nil
  }

  /// Whether a place that differs from the recording has another value if the step finds one of others at a
  /// place.
  private func matters(
    _ others: [JSONValue], at place: JSONPointer, in value: JSONValue,
    _ step: (JSONValue) throws(InspectorError) -> StepRun?
  ) throws(InspectorError) -> Bool {
    guard let recorded = runs.recorded?.state, let replayed = run.result.state else { return false }
    let wrong = runs.differences(recorded, replayed).map(\.path)
    for other in others {
      guard let probe = try? JSONPatch([.replace(place, other)]).applied(to: value),
        let state = try step(probe)?.result.state
      else { continue }
      if wrong.contains(where: { $0.value(in: state) != $0.value(in: replayed) }) { return true }
    }
    return false
  }

  private static func collect(
    _ value: JSONValue, _ place: JSONPointer, _ leaves: inout [(JSONPointer, JSONValue)]
  ) {
    guard leaves.count < mostPlaces else { return }
    switch value.kind {
    case .object:
      value.object?.forEach { name, value in
        collect(value, JSONPointer(tokens: place.tokens + [name]), &leaves)
      }
    case .array:
      // One element stands for all.
      if let first = value.array?.first {
        collect(first, JSONPointer(tokens: place.tokens + ["0"]), &leaves)
      }
    case .number, .string: leaves.append((place, value))
    case .null, .bool: break
    }
  }

  /// Of a number one below zero and one with another fraction, of a text one with letters and line ends
  /// that have several forms.
  static func near(_ value: JSONValue) -> [JSONValue] {
    if let text = value.string { return [.string(text + " E\u{301}\r\n ")] }
    guard let number = value.number?.double else { return [] }
    let fraction = number == number.rounded() ? 0.125 : 0.0001220703125
    return [-number - 1, number + fraction].compactMap { near in
      near == number ? nil : JSONNumber(text: plain(near)).map(JSONValue.number)
    }
  }

  /// A whole number without a fraction, as integers are written.
  private static func plain(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? "\(number)"
  }
}
