import Inspector
import SessionFormat

/// The places that changed between two states of a timeline, as far as they are known.
struct ChangedPlaces: Sendable {
  private(set) var paths: [JSONPointer]
  /// The first change as a change of case.
  private var caseChange: CaseChange?
  /// Whether the states were too large to compare in full.
  let isCut: Bool
  /// How much is left out of the states, so that their changes are unknown; nil if they are whole.
  private(set) var leftOut: LeftOut?

  /// - Parameter cuts: Returns what was not recorded of the states before and after, if they may be
  ///   cut.
  init(
    _ tree: DifferenceTree, _ enums: EnumPlaces, mayBeCut: Bool,
    _ cuts: () throws(InspectorError) -> (CutPlaces, CutPlaces)
  ) throws(InspectorError) {
    (paths, caseChange, isCut) = tree.places(enums)
    guard mayBeCut else { return }
    let (before, since) = try cuts()
    let known = KnownChanges(tree, before, since, enums)
    guard let leftOut = known.leftOut else { return }
    paths = known.changes.map(\.path)
    caseChange = known.changes.first?.caseChange
    self.leftOut = leftOut
  }

  /// Leaves out the places outside a subtree.
  mutating func restrict(to pin: JSONPointer) {
    let first = paths.first
    paths.removeAll { !$0.meets(pin) }
    if paths.first != first { caseChange = nil }
  }

  /// The first place, and the number of further ones; nil if there are none.
  var words: String? {
    guard let first = paths.first else { return nil }
    let name = first.isRoot ? "(the whole state)" : first.description
    let cases = caseChange.map { "  \($0.names)" } ?? ""
    let more = paths.count > 1 ? " and \(paths.count - 1) more" : ""
    return name + cases + more
  }

  /// The first place, the number of further ones, and what is unknown; then the marks.
  func span(marks: String = "") -> Span {
    guard let words else {
      return leftOut == nil
        ? .text("no change\(marks)", .dim) : .text("unknown: the state is cut\(marks)", .error)
    }
    let rest = leftOut == nil ? "" : ", the rest unknown: the state is cut"
    return .text(words + rest + marks, .name)
  }
}
