import Query
import SessionFormat

/// Where `continue` and `reverse-continue` stop.
struct StopRule: Sendable {
  /// What it stops at.
  enum Kind: Sendable {
    /// A change of the value at a path.
    case watch(JSONPointer)
    /// An action of a type that the pattern matches.
    case type(pattern: String)
    /// An action in which the app died, or whose reducer threw.
    case crash
    /// The step at which a branch parts from the recording, or the recording from its replay.
    case divergence
  }

  /// The number by which people name it.
  let id: Int
  let kind: Kind
  /// What must hold of the step beside it.
  let condition: Condition?
  /// Whether it is gone once it has stopped.
  let isTemporary: Bool
  /// Whether it stops anything now.
  var isEnabled = true
}

/// One reason to stop at a step.
struct Stop: Sendable {
  let rule: StopRule
  /// What was at the watched path; nil also if nothing was.
  var old: JSONValue?
  /// What is there since; nil also if nothing is.
  var new: JSONValue?
  /// Whether what was there is not known, as the state was cut.
  var isOldUnknown = false
  /// Whether what is there since is not known, as the state is cut.
  var isNewUnknown = false
  /// What was there, with marks for what is left out of it.
  var oldMarked: JSONValue?
  /// What is there since, with marks for what is left out of it.
  var newMarked: JSONValue?
}
