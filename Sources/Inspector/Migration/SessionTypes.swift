package import SessionFormat

/// The differences between the types of a recording and those of a host, and whether the host
/// changes old values.
package struct SessionTypes {
  /// What differs; empty if nothing does, or if the recording or the host does not list its types.
  let differences: [TypeDifference]
  /// What the host says that it does to values of the session.
  let migrates: [String]
  private let migratesStates: Bool

  /// The most steps of a host that are listed.
  private static let mostSteps = 100
  /// The most removed cases that are searched for in a session.
  private static let mostSought = 100

  package init(_ recorded: SessionHeader, _ host: SessionHeader?) {
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

  /// Whether the host may read recorded states and actions as values other than the written ones.
  var areOther: Bool {
    !migrates.isEmpty || differences.contains { $0.change != .caseAdded }
  }

  /// The same for states only.
  var readStatesOtherwise: Bool {
    migratesStates || migrates.contains { $0.hasPrefix("default ") }
      || differences.contains { $0.root == .state && $0.change != .caseAdded }
  }

  /// Whether the reason is known why a recorded state is read with another value at a place.
  func explains(state place: JSONPointer) -> Bool {
    migratesStates || isFilled(place) || explains(place) { $0 == .state }
  }

  /// Whether the reason is known why a recorded action is read with another value at a place.
  func explains(action type: String, _ place: JSONPointer) -> Bool {
    isFilled(place) || explains(place) { $0 == .action(nil) || $0 == .action(type) }
  }

  /// Whether the reason is known of every difference between a recorded action and the host's reading.
  func explain(_ recorded: ActionLine, as answered: ActionLine) -> Bool {
    Difference.list(from: recorded.action, to: answered.action)
      .allSatisfy { explains(action: recorded.type, $0.path) }
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

  /// The differences, graded for a session: a removed case is impossible, no longer risky, if an
  /// action or the first or last state of the session uses it.
  func graded(for session: Session) throws(InspectorError) -> [TypeDifference] {
    var graded = differences
    var sought = graded.indices.filter { graded[$0].change == .caseRemoved }
      .prefix(Self.mostSought)[...]
    func use(_ isUsed: (TypeDifference) -> Bool) {
      for place in sought where isUsed(graded[place]) { graded[place].grade = .impossible }
      sought = sought.filter { graded[$0].grade != .impossible }[...]
    }
    guard !sought.isEmpty else { return graded }
    for n in Set([session.first, session.last]) where session.hasState(n) {
      let state = try session.state(n)
      use { $0.root == .state && $0.isUsed(in: state) }
    }
    guard sought.contains(where: { graded[$0].root != .state }) else { return graded }
    for n in session.recorded(from: session.first + 1, through: session.last)
    where session.steps.actions[n] != nil && !sought.isEmpty {
      let line = try session.action(n)
      guard !line.opaque else { continue }
      use { difference in
        (difference.root == .action(nil) || difference.root == .action(line.type))
          && difference.isUsed(in: line.action)
      }
    }
    return graded
  }
}
