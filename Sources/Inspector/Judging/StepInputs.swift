import SessionFormat

/// The difference between the inputs that a reducer drew in two runs, if there is one.
struct InputComparison {
  /// The first input that differs; nil if none does.
  private(set) var kind: Divergence.Kind?
  /// The first input before it that differs only at hidden values.
  private(set) var hidden: Divergence.Kind?
  /// Whether both draw a value that is not recorded.
  private(set) var drawsAfresh = false

  /// Complexity: O(the inputs and their values).
  init(_ recorded: [InputLine], _ drawn: [InputLine], hidden places: inout HiddenPlaces) {
    for place in 0..<max(recorded.count, drawn.count) {
      let expected = place < recorded.count ? recorded[place] : nil
      let actual = place < drawn.count ? drawn[place] : nil
      if let expected, let actual, expected.fresh == actual.fresh {
        if actual.fresh, actual.name.hasSameBytes(as: expected.name) {
          drawsAfresh = true
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
        actual.name.hasSameBytes(as: expected.name), places.areEqual(expected.value, actual.value)
      else {
        kind = found
        return
      }
      hidden = hidden ?? found
    }
  }
}
