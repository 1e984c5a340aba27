import SessionFormat

extension StepJudge {
  /// Compares the inputs that a reducer drew in two runs, up to the first that differs.
  ///
  /// Complexity: O(the inputs and their values).
  mutating func compare(
    _ recorded: [InputLine], _ drawn: [InputLine], _ verdict: inout StepVerdict
  ) {
    for place in 0..<max(recorded.count, drawn.count) {
      let expected = place < recorded.count ? recorded[place] : nil
      let actual = place < drawn.count ? drawn[place] : nil
      if let expected, let actual, expected.fresh == actual.fresh {
        if actual.fresh, actual.name.hasSameBytes(as: expected.name) {
          verdict.drawsAfresh = true
          continue
        }
        if InputLine.areEqual([expected], [actual]) { continue }
      }
      // If the names differ, the recorded value belongs to another input and is not compared.
      let isOther = actual.map { $0.name != expected?.name } ?? false
      let found = Divergence.Kind.input(
        name: actual?.name ?? expected?.name ?? "", expected: isOther ? nil : expected?.value,
        actual: actual?.value)
      guard let expected, let actual, !expected.fresh, !actual.fresh,
        actual.name.hasSameBytes(as: expected.name), hidden.areEqual(expected.value, actual.value)
      else {
        verdict.kind = found
        return
      }
      verdict.hidden = verdict.hidden ?? found
    }
  }
}
