import Inspector
import SessionFormat

extension OpaqueTypes: JSONMembers {
  /// The most types of actions, and the most places, in the text.
  private static let named = 8

  /// `state`, `actions` and `places`.
  func add(to json: inout ReportJSON) {
    json.add("state", state)
    json.add("actions", actions)
    if !places.isEmpty { json.add("places", places) }
  }

  /// What is opaque, and the consequences.
  var words: String {
    let names = [
      state.map { $0 == "the state" ? $0 : "the state \($0)" },
      Self.listed(actions, "the action", "the actions"),
      Self.listed(places.map(\.description), "of the state", "of the state"),
    ].compactMap(\.self)
    let sequel =
      if state != nil {
        "a host reads such a state only by chance, and no replay of it is compared"
      } else if actions.isEmpty {
        "such values are not compared"
      } else {
        "steps with such an action are not replayed"
      }
    return names.joined(separator: ", and ") + ": not encoded but shown by reflection; " + sequel
  }

  private static func listed(_ names: [String], _ one: String, _ several: String) -> String? {
    guard !names.isEmpty else { return nil }
    return (names.count == 1 ? one : several) + " " + CountText.list(names, upTo: named)
  }
}
