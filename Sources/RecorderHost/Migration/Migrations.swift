import Recorder
import SessionFormat

/// The values of old sessions that a migration converts.
public enum MigrationSubject: Hashable, Sendable {
  /// Every state.
  case state
  /// Actions of that type, by its name in a session: `search.queryChanged`.
  case action(String)
  /// Every action.
  case actions
}

/// A reducer host's migrations for sessions that were recorded with other types.
struct Migrations {
  struct Step {
    let type: MigrationSubject
    let version: String?
    let newName: String?
    let change: @Sendable (inout MigratingValue) throws -> Void

    /// The name of the step in lists of what was done.
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
    let type: MigrationSubject
    let path: String
    let value: JSONValue

    var label: String { "default \(path)" }
  }

  /// In the order of declaration, which is the app's history.
  var steps: [Step] = []
  var defaults: [Default] = []

  var isEmpty: Bool { steps.isEmpty && defaults.isEmpty }
}
