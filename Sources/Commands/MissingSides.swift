import Inspector
import Query
import SessionFormat

/// Comparisons that hold because neither side is there, as RFC 9535 has it.
extension Workspace {
  /// What a reader must know of the conditions of a command: in how many of the steps that match both
  /// sides of a comparison are missing.
  func missingOnBothSides(_ invocation: Invocation) throws(InspectorError) -> [String] {
    var notes: [String] = []
    for (kind, text) in invocation.operands where kind == .condition || kind == .guarded {
      for places in (try? Condition(text))?.comparedPlaces ?? [] {
        guard let both = try? Condition("(\(text)) && \(places.bothMissing)") else { continue }
        let search = StepSearch(timeline, where: both, interrupted: context.interrupted)
        var found = StepSearch.Found()
        try search.match(limit: nil, &found)
        guard !found.steps.isEmpty else { continue }
        notes.append(Self.note(places, in: found.steps.count))
      }
    }
    return notes
  }

  private static func note(_ places: Condition.ComparedPlaces, in count: Int) -> String {
    let (left, right) = (PlaceText.inCondition(places.left), PlaceText.inCondition(places.right))
    return "note: in \(CountText.words(count, "step")) that match, neither \(left) nor \(right) is "
      + "there: two missing places are equal (RFC 9535); add && \(left) to leave these out"
  }
}
