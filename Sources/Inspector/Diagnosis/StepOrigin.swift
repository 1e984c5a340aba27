/// An earlier step that asked for something and may have left it in a variable.
struct StepOrigin {
  /// The step.
  let n: Int
  /// What it asked for, in words.
  let words: String
  /// What it asked for.
  let calls: [WitnessedCalls.Call]

  /// Reads what a step asked; nil if it asked for nothing, or used none of the variables.
  init?(
    _ n: Int, _ witnessed: WitnessedCalls, of kept: KeptVariables, among variables: OwnVariables
  ) {
    let used = KeptVariables(witnessed, of: variables).names.filter(kept.names.contains)
    let calls = witnessed.calls.filter { !KeptVariables.isAccess($0) }
    let labels = calls.map(SystemRequests.label).filter { $0 != "library" }
    guard let name = used.first, let first = labels.first else { return nil }
    (self.n, self.calls) = (n, calls)
    let more = Set(labels).count > 1 ? " and more" : ""
    words =
      "step \(n) uses `\(name)`, too, and asks for \(SystemRequests.words(first))\(more) (witnessed)"
  }
}
