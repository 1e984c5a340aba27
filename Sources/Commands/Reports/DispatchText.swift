import Inspector
import SessionFormat

/// Texts about dispatches: actions that no reducer got, and those that others were made within.
enum DispatchText {
  /// The text of such an action in the place of a step's changes.
  static let notReduced = "dispatched, not reduced"

  /// `dispatch`, `t`, `type`, `action`, `from`, `within`, `at`, `opaque`, `leftOut`.
  static func json(_ line: DispatchedLine) -> JSONValue {
    var json = ReportJSON()
    json.add("dispatch", line.dispatch)
    json.add("t", line.t)
    json.add("type", line.type)
    json.add("action", line.action)
    json.add("from", line.from)
    json.add("within", line.within)
    json.add("at", line.at)
    if line.opaque { json.add("opaque", true) }
    json.add("leftOut", CutPlaces(of: line).amount?.count)
    return json.value
  }

  /// `dispatch`, `type`, `n`.
  static func json(_ dispatch: SurroundingDispatch) -> JSONValue {
    var json = ReportJSON()
    json.add("dispatch", dispatch.number)
    json.add("type", dispatch.type)
    json.add("n", dispatch.n)
    return json.value
  }

  /// `Thunk`, `2 add`.
  static func name(_ dispatch: SurroundingDispatch) -> String {
    let name = [dispatch.n.map(String.init), dispatch.type].compactMap(\.self)
    return name.isEmpty ? "dispatch \(dispatch.number)" : name.joined(separator: " ")
  }

  /// The cells of a row in a table of steps.
  static func cells(_ line: DispatchedLine) -> [Span] {
    [
      .literal(" "), .literal(""), .time(line.t, .dim), .literal(""), .literal(""),
      .text(line.type), .text(notReduced, .dim),
    ]
  }
}
