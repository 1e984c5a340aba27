import SessionFormat

/// Values near the recorded ones, by which a coding is tried that gives the recorded ones back.
///
/// What it loses does not come back from a file: the recorded value is one that it keeps, whatever the
/// app had.
struct NearValues {
  let runs: ControlledRuns
  let session: Session

  /// The most places of a state or an action that are tried.
  private static let mostPlaces = 8

  /// The first value of the step's action, or of the state before it, in whose place another does not
  /// come back, in words; nil if each comes back, or is refused.
  func search() throws(InspectorError) -> String? {
    guard runs.n > session.first, session.steps.actions[runs.n] != nil else { return nil }
    let line = try session.action(runs.n)
    let inAction = try firstLost(in: line.action) { probe throws(InspectorError) in
      var other = line
      other.action = probe
      guard case .reduced(let reduction)? = try runs.run(.asking(other))?.result else { return nil }
      return reduction.action?.action
    }
    if let inAction { return "the action \(inAction)" }
    guard session.hasBefore(runs.n) else { return nil }
    let n = runs.n - 1
    return try firstLost(in: try session.before(runs.n)) { probe throws(InspectorError) in
      try runs.run(.given(n, probe))?.result.state
    }.map { "state \(n) \($0)" }
  }

  /// - Parameter coded: A value decoded and encoded; nil if it is refused.
  private func firstLost(
    in value: JSONValue, coded: (JSONValue) throws(InspectorError) -> JSONValue?
  ) throws(InspectorError) -> String? {
    var leaves: [(JSONPointer, JSONValue)] = []
    Self.collect(value, JSONPointer(tokens: []), &leaves)
    for (place, leaf) in leaves {
      for other in Self.near(leaf) {
        guard let probe = try? JSONPatch([.replace(place, other)]).applied(to: value),
          let kept = try coded(probe), let back = place.value(in: kept), back != other
        else { continue }
        return
          "with \(other) at \(place), decoded and encoded again, has \(back) there: its coding "
          + "does not keep every value"
      }
    }
    return nil
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
