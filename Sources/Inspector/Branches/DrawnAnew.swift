import SessionFormat

extension Timeline {
  /// The places, in its list, of the inputs that the action of a branch's step drew without a
  /// recorded value; none of a recorded step.
  package func drawnAnew(_ step: Step) throws(InspectorError) -> Set<Int> {
    guard step.n > fork, !step.inputs.isEmpty else { return [] }
    let origin: Int? =
      switch PlaceRuns(plan)[step.n] {
      case .recorded(let n): n
      case .own(let own): own.replaces
      case nil: nil
      }
    var recorded = try origin.map { n throws(InspectorError) in try session.inputs(n) } ?? []
    var anew: Set<Int> = []
    for (place, input) in step.inputs.enumerated() {
      let match = recorded.firstIndex {
        $0.name.hasSameBytes(as: input.name) && $0.value == input.value
      }
      if let match { recorded.remove(at: match) } else { anew.insert(place) }
    }
    return anew
  }
}
