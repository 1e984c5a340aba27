package import SessionFormat

/// What a session that was accepted tells otherwise than the recording that it replaces.
package struct AcceptedChanges: Equatable, Sendable {
  /// How many states of steps differ.
  package var states = 0
  /// How many actions are encoded otherwise.
  package var actions = 0
  /// At how many steps other inputs were drawn.
  package var inputs = 0
  /// How many actions throw that did not, or the other way round.
  package var throwing = 0
  /// The first step that differs in any of these.
  package var first: Int?
  /// Places at which the last states of both differ, at most ``mostPaths``.
  package var paths: [JSONPointer] = []
  /// How many there are.
  package var pathCount = 0

  /// The most places that are listed.
  static let mostPaths = 5

  /// Notes what is different at a step.
  mutating func note(
    _ n: Int, state: Bool = false, action: Bool = false, inputs: Bool = false, threw: Bool = false
  ) {
    guard state || action || inputs || threw else { return }
    if state { states += 1 }
    if action { actions += 1 }
    if inputs { self.inputs += 1 }
    if threw { throwing += 1 }
    first = first ?? n
  }

  /// What is different, in words.
  package var description: String {
    var parts: [String] = []
    let hasOthers = actions + inputs + throwing > 0
    if states > 0 || !hasOthers { parts.append(CountText.words(states, "state")) }
    if actions > 0 { parts.append(CountText.words(actions, "action")) }
    if inputs > 0 { parts.append("the inputs of " + CountText.words(inputs, "action")) }
    if throwing > 0 { parts.append("what " + CountText.words(throwing, "action") + " threw") }
    let last = parts.removeLast()
    let list = parts.isEmpty ? last : parts.joined(separator: ", ") + " and " + last
    return list + " changed" + (first.map { ", from step \($0) on" } ?? "")
  }
}

/// What became of a session that was to be accepted.
package enum Acceptance: Sendable {
  /// It was replaced by its replay.
  case accepted(AcceptedChanges)
  /// It stays as it is, for that reason.
  case refused(String)
}
