import Recorder
import SessionFormat

/// Which values of old sessions are brought into another form.
public enum MigratedType: Hashable, Sendable {
  /// Every state.
  case state
  /// Actions of that type, as a session names it: `search.queryChanged`.
  case action(String)
  /// Every action.
  case actions
}

/// What a reducer host does to values of sessions that were recorded with other types.
struct Migrations {
  struct Step {
    let type: MigratedType
    let version: String?
    let newName: String?
    let change: @Sendable (inout OldValue) throws -> Void

    /// What it is called where it is counted.
    var label: String {
      let subject =
        switch type {
        case .state: "state"
        case .action(let name): "action \(name)"
        case .actions: "actions"
        }
      return version.map { "\(subject) from \($0)" } ?? subject
    }
  }

  struct Default {
    let type: MigratedType
    let path: String
    let value: JSONValue

    var label: String { "default \(path)" }
  }

  /// In the order of their declaration, which is that of the app's history.
  var steps: [Step] = []
  var defaults: [Default] = []

  var isEmpty: Bool { steps.isEmpty && defaults.isEmpty }
}
