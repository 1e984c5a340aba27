import SessionFormat

/// How the types that a session was recorded with and those of a host differ, and whether the host
/// changes old values.
struct SessionTypes {
  /// What differs; empty where nothing does, or where one of both does not tell its types.
  let differences: [TypeDifference]
  /// What the host says that it does to values of the session.
  let migrates: [String]
  private let migratesStates: Bool

  /// The most steps of a host that are listed.
  private static let mostSteps = 100

  init(_ recorded: SessionHeader, _ host: SessionHeader?) {
    var differences: [TypeDifference] = []
    if recorded.fingerprint != host?.fingerprint,
      let old = TypeFingerprint(recorded.fingerprint), let new = TypeFingerprint(host?.fingerprint)
    {
      differences = TypeComparison.differences(from: old, to: new)
    }
    self.differences = differences
    let told = host?.extra.first { $0.name == "migrates" }?.value.array
    migrates = (told ?? []).prefix(Self.mostSteps).compactMap(\.string)
    migratesStates = migrates.contains { $0 == "state" || $0.hasPrefix("state ") }
  }

  /// Whether recorded states and actions may be read as others than they are written.
  var areOther: Bool { !differences.isEmpty || !migrates.isEmpty }

  /// Whether it is known why a recorded state is read with another value at a place.
  func explains(state place: JSONPointer) -> Bool {
    migratesStates || isFilled(place) || explains(place) { $0 == .state }
  }

  /// Whether it is known why a recorded action is read with another value at a place.
  func explains(action type: String, _ place: JSONPointer) -> Bool {
    isFilled(place) || explains(place) { $0 == .action(nil) || $0 == .action(type) }
  }

  private func explains(
    _ place: JSONPointer, _ isMeant: (TypeDifference.Root) -> Bool
  ) -> Bool {
    differences.contains { isMeant($0.root) && $0.covers(place) }
  }

  private func isFilled(_ place: JSONPointer) -> Bool {
    migrates.contains { label in
      guard label.hasPrefix("default "),
        let path = try? JSONPointer(String(label.dropFirst("default ".count)))
      else { return false }
      return place.tokens.count >= path.tokens.count
        && zip(path.tokens, place.tokens).allSatisfy { $0 == "*" || $0.hasSameBytes(as: $1) }
    }
  }

  /// The differences with the grade that they have for a session: a case that is gone is no risk any
  /// more where its actions, its first or its last state have it.
  func graded(for session: Session) throws(InspectorError) -> [TypeDifference] {
    guard differences.contains(where: { $0.change == .caseRemoved }) else { return differences }
    var states: [JSONValue] = []
    for n in Set([session.first, session.last]) where session.hasState(n) {
      states.append(try session.state(n))
    }
    var graded = differences
    for place in graded.indices where graded[place].change == .caseRemoved {
      let isUsed: Bool
      switch graded[place].root {
      case .state: isUsed = states.contains { graded[place].isUsed(in: $0) }
      case .action(let name): isUsed = try Self.uses(session, graded[place], name)
      }
      if isUsed { graded[place].grade = .impossible }
    }
    return graded
  }

  private static func uses(
    _ session: Session, _ difference: TypeDifference, _ name: String?
  ) throws(InspectorError) -> Bool {
    for n in session.recorded(from: session.first + 1, through: session.last)
    where session.steps.actions[n] != nil {
      let action = try session.action(n)
      if name.map({ $0.hasSameBytes(as: action.type) }) ?? true, !action.opaque,
        difference.isUsed(in: action.action)
      {
        return true
      }
    }
    return false
  }
}
