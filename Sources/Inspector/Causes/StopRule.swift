package import Query
package import SessionFormat

/// Where `continue` and `reverse-continue` stop.
package struct StopRule: Sendable {
  /// What it stops at.
  package enum Kind: Sendable {
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
  package let id: Int
  package let kind: Kind
  /// What must hold of the step beside it.
  package let condition: Condition?
  /// Whether it is gone once it has stopped.
  package let isTemporary: Bool
  /// Whether it stops anything now.
  package var isEnabled = true

  package init(id: Int, kind: Kind, condition: Condition?, isTemporary: Bool) {
    (self.id, self.kind, self.condition) = (id, kind, condition)
    self.isTemporary = isTemporary
  }
}

/// One reason to stop at a step.
package struct Stop: Sendable {
  package let rule: StopRule
  /// What was at the watched path; nil also if nothing was.
  package var old: JSONValue?
  /// What is there since; nil also if nothing is.
  package var new: JSONValue?
  /// Whether what was there is not known, as the state was cut.
  package var isOldUnknown = false
  /// Whether what is there since is not known, as the state is cut.
  package var isNewUnknown = false
  /// What was there, with marks for what is left out of it.
  package var oldMarked: JSONValue?
  /// What is there since, with marks for what is left out of it.
  package var newMarked: JSONValue?
}
