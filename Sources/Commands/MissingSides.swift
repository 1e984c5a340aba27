import Inspector
import Query
import SessionFormat

/// Comparisons that hold because neither side is there, as RFC 9535 has it.
extension Workspace {
  /// What a reader must know of the conditions of a command: in how many of the steps that match both
  /// sides of a comparison are missing.
  func missingOnBothSides(_ invocation: Invocation) throws(InspectorError) -> [String] {
    var notes: [String] = []
    let limit = try invocation.value("--limit", .count)
    for (kind, text) in invocation.operands where kind == .condition || kind == .guarded {
      let last = try limit.flatMap { limit throws(InspectorError) in
        try lastStep(of: text, upTo: limit)
      }
      for places in (try? Condition(text))?.comparedPlaces ?? [] {
        guard let both = try? Condition("(\(text)) && \(places.bothMissing)") else { continue }
        let search = StepSearch(timeline, where: both, interrupted: context.interrupted)
        var found = StepSearch.Found()
        try search.match(limit: nil, &found)
        let shown = found.steps.count { $0 <= last ?? .max }
        if shown > 0 { notes.append(Self.note(places, in: shown)) }
      }
    }
    return notes
  }

  /// The last of the first steps that match; nil if no step does.
  private func lastStep(of text: String, upTo limit: Int) throws(InspectorError) -> Int? {
    guard let condition = try? Condition(text) else { return nil }
    var found = StepSearch.Found()
    try StepSearch(timeline, where: condition, interrupted: context.interrupted)
      .match(limit: limit, &found)
    return found.steps.prefix(limit).last
  }

  private static func note(_ places: Condition.ComparedPlaces, in count: Int) -> String {
    let (left, right) = (PlaceText.inCondition(places.left), PlaceText.inCondition(places.right))
    return "note: in \(CountText.words(count, "step")) that match, neither \(left) nor \(right) is "
      + "there: two missing places are equal (RFC 9535); add && \(left) to leave these out"
  }
}
