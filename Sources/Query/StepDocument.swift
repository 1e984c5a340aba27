/// The document that conditions are asked of: an object for one step of a session.
struct StepDocument: Sendable {
  /// The names of its members; it has no others.
  let members: [String]
  /// The member at which a path without `$` begins.
  let bare: String

  /// The step: `n`, `t`, `type`, `action`, `state`, `before`, `patch`.
  static let step = StepDocument(
    members: ["n", "t", "type", "action", "state", "before", "patch"], bare: "state")
}
