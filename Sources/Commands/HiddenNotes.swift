import Inspector
import Query
import SessionFormat

/// What is shown or compared of values that the recorder hid: stand-ins, which look like values.
extension Workspace {
  /// Which of the places that a command was asked about hold stand-ins, one note each.
  ///
  /// Complexity: O(size of the state) if the session hides something, else O(1).
  func hiddenNotes(_ invocation: Invocation) throws(InspectorError) -> [String] {
    var hidden = HiddenPlaces(session.header)
    guard !hidden.isEmpty else { return [] }
    var notes: [String] = []
    for (kind, text) in invocation.operands {
      switch kind {
      case .path, .query:
        if let path = try standIn(selectedBy: text, &hidden) {
          notes.append("note: \(path) is hidden: what is shown of it is a stand-in")
        }
      case .condition, .guarded:
        if let place = try standIn(readBy: text, &hidden) {
          notes.append("note: \(place) is hidden: the condition reads its stand-in")
        }
      default: break
      }
    }
    return notes
  }

  /// The first place with a stand-in in what a path or query selects from the state here.
  private func standIn(
    selectedBy text: String, _ hidden: inout HiddenPlaces
  ) throws(InspectorError) -> String? {
    guard timeline.hasState(n), let selection = try? ValuePath.selection(text) else { return nil }
    let state = try timeline.state(n)
    let paths: [JSONPointer] =
      switch selection {
      case .place(let path): [path]
      case .query(let query): query.firstNodes(Self.mostNodes, in: state).map(\.pointer)
      }
    for path in paths {
      guard let found = hidden.firstStandIn(at: path, in: state) else { continue }
      return found == .root ? "the state" : PlaceText.shorthand(found.tokens)
    }
    return nil
  }

  /// So many nodes of a query are looked at, of which one is enough for a note.
  private static let mostNodes = 1000

  /// The first hidden place that a condition reads.
  private func standIn(
    readBy text: String, _ hidden: inout HiddenPlaces
  ) throws(InspectorError) -> String? {
    guard let places = (try? Condition(text))?.reads.places else { return nil }
    for place in places {
      let path = JSONPointer(tokens: Array(place.tokens.dropFirst()))
      let document: JSONValue
      switch place.tokens.first {
      case "state", "before":
        document = timeline.hasState(n) ? try timeline.state(n) : .null
      case "action":
        document = timeline.hasAction(n) ? try timeline.step(n).action.action : .null
      default: continue
      }
      if hidden.covers(path, in: document) { return PlaceText.inCondition(place) }
    }
    return nil
  }
}
