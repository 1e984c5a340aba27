package import Query
package import SessionFormat

/// A rule at which `continue` and `reverse-continue` stop.
package struct Breakpoint: Sendable {
  /// What the rule stops at.
  package enum Kind: Sendable {
    /// A change of the value at a path.
    case watch(JSONPointer)
    /// An action of a type that the pattern matches.
    case type(pattern: String)
    /// An action in which the app crashed, or whose reducer threw.
    case crash
    /// The step at which a branch diverges from the recording, or the recording from its replay.
    case divergence
  }

  /// The number that the user sees.
  package let id: Int
  package let kind: Kind
  /// The condition that the step must also meet.
  package let condition: Condition?
  /// Whether it is removed after its first stop.
  package let isTemporary: Bool
  package var isEnabled = true
  /// How many of its next stops are passed over.
  package var ignored = 0

  package init(id: Int, kind: Kind, condition: Condition?, isTemporary: Bool) {
    (self.id, self.kind, self.condition) = (id, kind, condition)
    self.isTemporary = isTemporary
  }
}

/// One reason to stop at a step.
package struct Stop: Sendable {
  package let rule: Breakpoint
  /// The values at the watched path; there are none for another rule.
  package var sides = ChangedValue(old: nil, new: nil)
}
