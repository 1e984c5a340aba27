/// An earlier step that asked for something, or went by hashes or addresses, and may have left that in a
/// variable.
struct StepOrigin {
  /// The step.
  let n: Int
  /// What it asked for, in words.
  let words: String
  /// What it asked for.
  let calls: [WitnessedCalls.Call]
  /// What the step was seen to do to the variable, the least first.
  ///
  /// A look at what a lock protects writes the lock, and changes nothing.
  enum Use: Int, Comparable {
    case reads, writes, changes

    static func < (left: Use, right: Use) -> Bool { left.rawValue < right.rawValue }
  }

  let use: Use

  /// Reads what a step asked; nil if it asked for nothing, or used none of the variables.
  init?(
    _ n: Int, _ witnessed: WitnessedCalls, of kept: KeptVariables, among variables: OwnVariables
  ) {
    let all = KeptVariables(witnessed, of: variables)
    let used = all.names.filter(kept.names.contains)
    let calls = witnessed.calls.filter { !KeptVariables.isAccess($0) }
    let labels = calls.map(SystemRequests.label).filter { $0 != "library" }
    guard let name = used.first, let first = labels.first else { return nil }
    (self.n, self.calls) = (n, calls)
    use =
      !all.changed.isDisjoint(with: used)
      ? .changes : all.written.isDisjoint(with: used) ? .reads : .writes
    let more = Set(labels).count > 1 ? " and more" : ""
    words =
      "step \(n) uses `\(name)`, too, and asks for \(SystemRequests.words(first))\(more) (witnessed)"
  }

  /// A step that uses a variable, and whose result may go by what it calls; nil if it calls nothing such.
  ///
  /// - Parameter causes: What was seen to vary.
  init?(
    _ n: Int, uses name: String, _ calls: [WitnessedCalls.Call], for causes: Set<Diagnosis.Cause>
  ) {
    let calls = calls.filter { call in
      call.isOfApp && call.inward.map { causes.contains($0.cause) } == true
    }
    guard let first = calls.first?.inward else { return nil }
    (self.n, self.calls, use) = (n, calls, .reads)
    words = "step \(n) uses `\(name)`, too, and goes by \(first.words) (witnessed)"
  }
}
