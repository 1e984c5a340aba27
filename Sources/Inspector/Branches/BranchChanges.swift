import SessionFormat

/// In what one list of actions differs from another, told by action.
struct BranchChanges: Sendable {
  enum Change: Equatable, Sendable {
    /// Actions of the first that the second does not have, by their numbers in the first.
    case skipped(ClosedRange<Int>)
    /// An action of the second alone, in place of one of the first.
    case edited(from: Int, to: Int)
    /// An action of the second alone.
    case inserted(Int)
    /// Actions of both that stand elsewhere in the second, from their numbers in the first.
    case moved(ClosedRange<Int>, to: Int)

    /// The number in the second, or in the first where it has none.
    fileprivate var place: Int {
      switch self {
      case .skipped(let range): range.lowerBound
      case .edited(_, let place), .inserted(let place), .moved(_, let place): place
      }
    }
  }

  /// Actions in a row of both.
  struct Run: Equatable, Sendable {
    let left: Int
    let right: Int
    var count: Int
    /// Whether it is another action in the same place.
    var isEdited = false
  }

  /// The changes, in the order of the second.
  private(set) var changes: [Change] = []
  /// What is in both and in the same order.
  private(set) var common: [Run] = []

  /// Complexity: O(actions that are not in the same place from the start), and O(runs²).
  init(from left: BranchPlan, to right: BranchPlan) {
    let shared = left.shared(with: right)
    let (before, after) = (PlaceRuns(left), PlaceRuns(right))
    let (leftLast, rightLast) = (left.last, right.last)
    var places: [BranchPlan.Owner: Int] = [:]
    for place in stride(from: shared + 1, through: leftLast, by: 1) {
      if let element = before[place] { places[element.slot] = place }
    }
    var runs: [Run] = []
    if shared > left.first {
      runs.append(Run(left: left.first + 1, right: left.first + 1, count: shared - left.first))
    }
    for place in stride(from: shared + 1, through: rightLast, by: 1) {
      guard let element = after[place] else { continue }
      guard let other = places.removeValue(forKey: element.slot) else {
        changes.append(.inserted(place))
        continue
      }
      let isEdited = before[other] != element
      if !isEdited, let last = runs.last, !last.isEdited, last.left + last.count == other,
        last.right + last.count == place
      {
        runs[runs.count - 1].count += 1
      } else {
        runs.append(Run(left: other, right: place, count: 1, isEdited: isEdited))
      }
    }
    skipped(places.values.sorted())
    sort(runs)
    changes.sort { $0.place < $1.place }
  }

  private mutating func skipped(_ places: [Int]) {
    var start: Int?
    for (index, place) in places.enumerated() {
      start = start ?? place
      guard index + 1 == places.count || places[index + 1] != place + 1 else { continue }
      changes.append(.skipped((start ?? place)...place))
      start = nil
    }
  }

  /// Tells what moved: all but the longest sequence whose order is the same.
  private mutating func sort(_ runs: [Run]) {
    var (weights, links): ([Int], [Int?]) = ([], [])
    for (index, run) in runs.enumerated() {
      var (best, link): (Int, Int?) = (0, nil)
      for earlier in 0..<index where runs[earlier].left < run.left && weights[earlier] > best {
        (best, link) = (weights[earlier], earlier)
      }
      weights.append(best + run.count)
      links.append(link)
    }
    var at = weights.indices.max { weights[$0] < weights[$1] }
    var kept: Set<Int> = []
    while let index = at {
      kept.insert(index)
      at = links[index]
    }
    for (index, run) in runs.enumerated() {
      if kept.contains(index) {
        common.append(run)
      } else {
        changes.append(.moved(run.left...run.left + run.count - 1, to: run.right))
      }
      if run.isEdited { changes.append(.edited(from: run.left, to: run.right)) }
    }
  }
}

extension PlaceRuns.Element {
  /// What it stands for: a recorded action also if it was edited.
  fileprivate var slot: BranchPlan.Owner {
    if case .own(let own) = self, let n = own.replaces { return .recorded(n) }
    return owner
  }
}
