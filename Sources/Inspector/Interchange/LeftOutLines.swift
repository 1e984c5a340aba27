import SessionFormat

/// The lines of a session for which the form of an export has no place, by their kind.
enum LeftOutLines: CaseIterable {
  case inputs, outsides, marks, dispatched, gaps

  /// How many there are of each of some kinds, in words; none of a kind that the session lacks.
  ///
  /// Complexity: O(steps + events).
  ///
  /// - Parameter counts: Whether a mark or an action that reached no reducer counts.
  static func words(
    _ kinds: Set<LeftOutLines>, of session: Session, counts: (SessionLine) -> Bool = { _ in true }
  ) -> [String] {
    let steps = session.first...max(session.first, session.last)
    let events = ((try? session.events(steps)) ?? []).filter(counts)
    return allCases.filter(kinds.contains).compactMap { kind in
      let (count, noun, more) =
        switch kind {
        case .inputs: (steps.reduce(0) { $0 + (session.steps.inputs[$1]?.count ?? 0) }, "input", "")
        case .outsides:
          (
            steps.reduce(0) { $0 + (session.steps.outsides[$1]?.count ?? 0) }, "change",
            " from outside"
          )
        case .marks: (events.count { if case .mark = $0 { true } else { false } }, "mark", "")
        case .dispatched:
          (
            events.count { if case .dispatched = $0 { true } else { false } }, "action",
            " that reached no reducer"
          )
        case .gaps: (session.steps.gaps.count { _ in true }, "gap", "")
        }
      return count > 0 ? CountText.words(count, noun) + more : nil
    }
  }
}
