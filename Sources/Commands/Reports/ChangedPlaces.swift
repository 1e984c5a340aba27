import Inspector
import SessionFormat

/// The places that changed between two states of a timeline, as far as they are known.
struct ChangedPlaces: Sendable {
  private var changes: [ValueChange]
  /// The states before and after them; nil if they are known only in part.
  private var states: ChangedSides?
  private let enums: EnumPlaces
  /// Whether the states were too large to compare in full.
  let isCut: Bool
  /// How much is left out of the states, so that their changes are unknown; nil if they are whole.
  private(set) var leftOut: LeftOut?
  /// Whether there are changes outside the subtree that is shown.
  private var isElsewhere = false

  var paths: [JSONPointer] { changes.map(\.path) }

  /// - Parameter cuts: Returns what was not recorded of the states before and after, if they may be
  ///   cut.
  init(
    _ tree: DifferenceTree, _ enums: EnumPlaces, mayBeCut: Bool,
    _ cuts: () throws(InspectorError) -> (CutPlaces, CutPlaces)
  ) throws(InspectorError) {
    self.enums = enums
    (changes, isCut) = (tree.changes(enums), !tree.cuts.isEmpty)
    states = ChangedSides(tree)
    guard mayBeCut else { return }
    let (before, since) = try cuts()
    let known = KnownChanges(tree, before, since, enums)
    guard let leftOut = known.leftOut else { return }
    (changes, states) = (known.changes, nil)
    self.leftOut = leftOut
  }

  /// Leaves out the places outside a subtree.
  mutating func restrict(to pin: JSONPointer) {
    let pinned = PinnedChanges(changes, pin, in: states, enums)
    (changes, isElsewhere) = (pinned.shown, pinned.elsewhere > 0)
    // Of a pinned element its value is wanted, not how many elements the array has.
    if states?.hasArray(above: pin) == true { states = nil }
  }

  /// The first change, and the number of further ones; nil if there are none.
  var words: [Span]? { ChangeSummary(changes, in: states)?.spans() }

  /// The first change, the number of further ones, and what is unknown; then the marks.
  func spans(marks: String = "") -> [Span] {
    guard let summary = ChangeSummary(changes, in: states) else {
      return [
        leftOut == nil
          ? .text("no change\(isElsewhere ? " there" : "")\(marks)", .dim)
          : .text("unknown: the state is cut\(marks)", .error)
      ]
    }
    let rest: [Span] =
      leftOut == nil ? [] : [.literal(", the rest unknown: the state is cut", .error)]
    return summary.spans(rest + (marks.isEmpty ? [] : [.text(marks, .name)]))
  }
}
