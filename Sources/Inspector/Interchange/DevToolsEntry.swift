import SessionFormat

/// An action of a file for Redux DevTools.
struct DevToolsEntry {
  let id: Int
  /// All that the file says of it; `action` is the action itself.
  let members: JSONValue
  var isSkipped = false
  /// The state after it, with its error; nil if the file has none.
  var computed: JSONValue?

  var action: JSONValue { members["action"] ?? .null }
  /// The state after it, if that is known.
  var state: JSONValue? { isMissing ? nil : computed?["state"] }
  /// The error of the reducer.
  var error: JSONValue? { isMissing ? nil : computed?["error"] }

  /// Whether the file says why there is no state.
  private var isMissing: Bool { RecordedMembers.Missing(computed) != nil }
}
