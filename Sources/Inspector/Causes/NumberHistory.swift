import Query
package import SessionFormat

/// The numbers at a place, from step to step; of an array how many elements it has.
package struct NumberHistory: Sendable {
  /// A number that the place has from a step on.
  package struct Point: Sendable {
    package let n: Int
    package let number: JSONNumber
    /// The number, or the nearest that a `Double` can be.
    let value: Double

    init(n: Int, _ number: JSONNumber) {
      (self.n, self.number) = (n, number)
      let most = Double.greatestFiniteMagnitude
      value = number.double ?? (number.text.hasPrefix("-") ? -most : most)
    }
  }

  /// A change of the number; after a step if it came from outside.
  private struct Change {
    let n: Int
    let isOutside: Bool
    /// Nil if there is no number any more.
    let point: Point?
  }

  package let path: JSONPointer
  /// Whether the numbers are those of the elements of an array, as the place is never a number.
  package private(set) var countsElements = false
  /// Each other kind of value that the place has, and the first step with one; null is none.
  package private(set) var undrawn: [(kind: JSONValue.Kind, n: Int)] = []
  /// The first step at which nobody knows how many elements there are, because the state is cut.
  package private(set) var firstCut: Int?
  /// In ascending order.
  private var changes: [Change] = []
  private let timeline: Timeline

  /// The numbers at a place of a timeline.
  ///
  /// Complexity: as for all changes of a ``CauseScan``.
  package init(
    _ timeline: Timeline, _ path: JSONPointer, interrupted: @escaping () -> Bool = { false }
  ) throws(InspectorError) {
    self.path = path
    self.timeline = timeline
    let scan = CauseScan(timeline, path: path, interrupted: interrupted)
    let causes = try scan.foundInAll().changes
    countsElements =
      !causes.contains { $0.new?.number != nil } && causes.contains { $0.new?.array != nil }
    for cause in causes {
      let n = cause.n ?? timeline.first
      let isOutside = if case .outside = cause.origin { true } else { false }
      let isCut = countsElements && cause.sides.new.marked.map(CutMark.ends) == true
      if isCut { firstCut = firstCut ?? n }
      let number =
        countsElements
        ? (isCut ? nil : cause.new?.array.map { JSONNumber($0.count) }) : cause.new?.number
      if countsElements, let last = changes.last?.point, last.number == number { continue }
      if let kind = cause.new?.kind, number == nil, kind != .null, !isCut,
        !undrawn.contains(where: { $0.kind == kind })
      {
        undrawn.append((kind, n))
      }
      let point = number.map { Point(n: n, $0) }
      changes.append(Change(n: n, isOutside: isOutside, point: point))
    }
  }

  /// All numbers, in order.
  package var points: [Point] { changes.compactMap(\.point) }
  /// The first of the least numbers; nil if there is none.
  package var least: Point? { points.min { $0.number < $1.number } }
  /// The first of the greatest numbers.
  package var greatest: Point? { points.max { $0.number < $1.number } }
  /// The number at the end; nil if there is none.
  package var last: Point? { changes.last?.point }

  /// The levels, from 0 to `height - 1`, of as many steps as there are columns, or of equal stretches
  /// of more; nil where there is no number, or no state is known.
  ///
  /// Of a stretch it is the number that is furthest from that of the step before, so that a short
  /// change is seen.
  package func levels(columns: Int, height: Int) -> [Int?] {
    guard let least, let greatest else { return [] }
    let count = min(columns, timeline.last - timeline.first + 1)
    var rest = changes[...]
    var before: Point?
    var start = timeline.first
    return (0..<count).map { column in
      let all = timeline.last - timeline.first + 1
      let end = timeline.first + ((column + 1) * all + count - 1) / count - 1
      defer { start = end + 1 }
      let shown = number(in: start...end, &rest, before: &before)
      guard let shown, timeline.state(atOrAfter: start).map({ $0 <= end }) == true else {
        return nil
      }
      // Halves, as the difference of two large numbers may be infinite.
      let range = greatest.value / 2 - least.value / 2
      let share = range > 0 ? (shown.value / 2 - least.value / 2) / range : 0
      return min(height - 1, Int(share * Double(height)))
    }
  }

  /// The number to show of a stretch; of one step it is that of its state.
  ///
  /// - Parameters:
  ///   - rest: The changes from there on; those of the stretch are taken.
  ///   - before: The number before the stretch; becomes that after it.
  private func number(
    in stretch: ClosedRange<Int>, _ rest: inout ArraySlice<Change>, before: inout Point?
  ) -> Point? {
    let end = stretch.upperBound
    let taken = rest.prefix { $0.n < end || ($0.n == end && !$0.isOutside) }
    rest = rest.dropFirst(taken.count)
    guard let last = taken.last else { return before }
    defer { before = last.point }
    guard stretch.count > 1 else { return last.point }
    // A change from outside takes the number of the step before away ahead of the stretch.
    let staysAtFirst = taken.first.map { $0.n >= stretch.lowerBound } ?? true
    let numbers = (staysAtFirst ? [before].compactMap(\.self) : []) + taken.compactMap(\.point)
    guard let from = before ?? numbers.first else { return nil }
    return numbers.max { ($0.value - from.value).magnitude < ($1.value - from.value).magnitude }
  }
}
