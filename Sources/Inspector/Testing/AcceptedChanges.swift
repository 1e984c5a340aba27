package import SessionFormat

/// The differences between an accepted session and the recording that it replaces.
package struct AcceptedChanges: Equatable, Sendable {
  package var states = 0
  /// How many actions are encoded in another form.
  package var actions = 0
  /// At how many steps other inputs were drawn.
  package var inputs = 0
  /// How many actions throw that did not, or no longer throw.
  package var throwing = 0
  /// The first step with any of these differences.
  package var first: Int?
  /// The places at which the last states of both differ, at most ``mostPaths``.
  package var paths: [JSONPointer] = []
  /// The number of these places.
  package var pathCount = 0

  /// The most places that are listed.
  static let mostPaths = 5

  /// Notes the differences at a step.
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

/// The outcome of a request to accept a session.
package enum Acceptance: Sendable {
  /// It was replaced by its replay.
  case accepted(AcceptedChanges)
  /// It stays as it is, for the given reason.
  case refused(String)
}
