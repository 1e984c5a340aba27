package import SessionFormat

/// The numbers at a place, from step to step.
package struct NumberHistory: Sendable {
  /// A number that the place has from a step on.
  package struct Point: Sendable {
    package let n: Int
    package let number: JSONNumber
    let value: Double
  }

  package let path: JSONPointer
  /// The changes, in ascending order; nil where there is no number any more.
  private var changes: [(n: Int, point: Point?)] = []
  private let steps: ClosedRange<Int>

  /// The numbers at a place of a timeline.
  ///
  /// Complexity: as for all changes of a ``CauseScan``.
  package init(
    _ timeline: Timeline, _ path: JSONPointer, interrupted: @escaping () -> Bool = { false }
  ) throws(InspectorError) {
    self.path = path
    steps = timeline.first...timeline.last
    let scan = CauseScan(timeline, path: path, interrupted: interrupted)
    for cause in try scan.foundInAll().changes {
      let n = cause.n ?? timeline.first
      let point = cause.new?.number.flatMap { number in
        number.double.map { Point(n: n, number: number, value: $0) }
      }
      changes.append((n, point))
    }
  }

  /// All numbers, in order.
  package var points: [Point] { changes.compactMap(\.point) }
  /// The first of the least numbers; nil if there is none.
  package var least: Point? { points.min { $0.value < $1.value } }
  /// The first of the greatest numbers.
  package var greatest: Point? { points.max { $0.value < $1.value } }
  /// The number at the end; nil if there is none.
  package var last: Point? { changes.last?.point }

  /// The levels, from 0 to `height - 1`, of the numbers at the ends of `columns` equal stretches of
  /// the timeline, or of its steps if there are fewer; nil where there is no number.
  package func levels(columns: Int, height: Int) -> [Int?] {
    guard let least, let greatest else { return [] }
    let count = min(columns, steps.count)
    var next = 0
    var point: Point?
    return (0..<count).map { column in
      let end = steps.lowerBound + ((column + 1) * steps.count + count - 1) / count - 1
      while next < changes.count, changes[next].n <= end {
        point = changes[next].point
        next += 1
      }
      guard let point else { return nil }
      // Halves, as the difference of two large numbers may be infinite.
      let all = greatest.value / 2 - least.value / 2
      let share = all > 0 ? (point.value / 2 - least.value / 2) / all : 0
      return min(height - 1, Int(share * Double(height)))
    }
  }
}
