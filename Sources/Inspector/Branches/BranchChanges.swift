import SessionFormat

/// The differences between two lists of actions, by action.
package struct BranchChanges: Sendable {
  package enum Change: Equatable, Sendable {
    /// Actions of the first list that the second lacks, by their numbers in the first.
    case skipped(ClosedRange<Int>)
    /// An action of the second list alone, in place of one of the first.
    case edited(from: Int, to: Int)
    /// Actions of the second list alone: one of its own, or consecutive recorded ones.
    case inserted(ClosedRange<Int>)
    /// Actions of both that have another place in the second, from their numbers in the first.
    case moved(ClosedRange<Int>, to: Int)

    /// The number in the second list, or in the first if it has none in the second.
    fileprivate var place: Int {
      switch self {
      case .skipped(let range), .inserted(let range): range.lowerBound
      case .edited(_, let place), .moved(_, let place): place
      }
    }
  }

  /// Consecutive actions that both have.
  struct Run: Equatable, Sendable {
    let left: Int
    let right: Int
    var count: Int
    /// Whether it is another action at the same place.
    var isEdited = false
  }

  /// The changes, in the order of the second list.
  package private(set) var changes: [Change] = []
  /// The runs that are in both lists in the same order.
  private(set) var common: [Run] = []

  /// Complexity: O(runs²), regardless of the number of actions in them.
  package init(from left: BranchPlan, to right: BranchPlan) {
    let shared = left.shared(with: right)
    var before = SlotRuns(left, behind: shared)
    var runs: [Run] = []
    if shared > left.first {
      runs.append(Run(left: left.first + 1, right: left.first + 1, count: shared - left.first))
    }
    for run in PlaceRuns.runs(of: right, behind: shared) {
      var done = 0
      while done < run.item.count {
        let place = run.place + done
        guard let found = before.take(run, from: done) else {
          let count = before.lacking(run, from: done)
          changes.append(.inserted(place...place + count - 1))
          done += count
          continue
        }
        if !found.isEdited, let last = runs.last, !last.isEdited,
          last.left + last.count == found.left, last.right + last.count == place
        {
          runs[runs.count - 1].count += found.count
        } else {
          runs.append(
            Run(left: found.left, right: place, count: found.count, isEdited: found.isEdited))
        }
        done += found.count
      }
    }
    skipped(before.places)
    sort(runs)
    changes.sort { $0.place < $1.place }
  }

  /// - Parameter places: The places of consecutive actions of the first list, rising.
  private mutating func skipped(_ places: [ClosedRange<Int>]) {
    var (start, end): (Int?, Int) = (nil, 0)
    for range in places {
      if let first = start, end + 1 != range.lowerBound {
        changes.append(.skipped(first...end))
        start = nil
      }
      start = start ?? range.lowerBound
      end = range.upperBound
    }
    if let start { changes.append(.skipped(start...end)) }
  }

  /// Adds what moved: all runs except the longest sequence in the same order.
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

/// The actions of a plan by the recorded actions that they stand for, without those already matched.
private struct SlotRuns {
  /// The runs in the order of their places.
  private var runs: [PlaceRuns.Run]

  init(_ plan: BranchPlan, behind shared: Int) { runs = PlaceRuns.runs(of: plan, behind: shared) }

  /// The places of the actions that were not matched, rising.
  var places: [ClosedRange<Int>] { runs.map { $0.place...$0.place + $0.item.count - 1 } }

  /// Removes the longest sequence that stands for the same actions as a run does from an offset on;
  /// nil if there is none.
  mutating func take(
    _ run: PlaceRuns.Run, from offset: Int
  ) -> (left: Int, count: Int, isEdited: Bool)? {
    switch run.item {
    case .own(let own):
      guard let replaced = own.replaces else {
        let isSame = { (run: PlaceRuns.Run) in
          if case .own(let other) = run.item {
            other.id == own.id && other.replaces == nil
          } else {
            false
          }
        }
        guard let index = runs.firstIndex(where: isSame) else { return nil }
        let taken = runs.remove(at: index)
        return (taken.place, 1, taken.item != run.item)
      }
      return take(replaced...replaced, isOwn: own)
    case .recorded(let numbers):
      return take(numbers.lowerBound + offset...numbers.upperBound, isOwn: nil)
    }
  }

  /// How many consecutive actions of a run, from an offset on, have no counterpart here, if the
  /// first of them has none.
  func lacking(_ run: PlaceRuns.Run, from offset: Int) -> Int {
    guard case .recorded(let numbers) = run.item else { return 1 }
    let n = numbers.lowerBound + offset
    let next = runs.compactMap { $0.first(behind: n) }.min() ?? numbers.upperBound + 1
    return min(next, numbers.upperBound + 1) - n
  }

  private mutating func take(
    _ numbers: ClosedRange<Int>, isOwn own: OwnAction?
  ) -> (left: Int, count: Int, isEdited: Bool)? {
    let n = numbers.lowerBound
    for (index, run) in runs.enumerated() {
      switch run.item {
      case .own(let other) where other.replaces == n:
        runs.remove(at: index)
        return (run.place, 1, other != own)
      case .recorded(let range) where range.contains(n):
        let end = min(range.upperBound, numbers.upperBound)
        let left = run.place + n - range.lowerBound
        var rest: [PlaceRuns.Run] = []
        if range.lowerBound < n {
          rest.append(PlaceRuns.Run(place: run.place, item: .recorded(range.lowerBound...n - 1)))
        }
        if end < range.upperBound {
          let place = left + end - n + 1
          rest.append(PlaceRuns.Run(place: place, item: .recorded(end + 1...range.upperBound)))
        }
        runs.replaceSubrange(index...index, with: rest)
        return (left, end - n + 1, own != nil)
      default: continue
      }
    }
    return nil
  }
}

extension PlaceRuns.Run {
  /// The least recorded action after `n` that the run contains or replaces.
  fileprivate func first(behind n: Int) -> Int? {
    switch item {
    case .own(let own): own.replaces.flatMap { $0 > n ? $0 : nil }
    case .recorded(let range): range.upperBound > n ? max(range.lowerBound, n + 1) : nil
    }
  }
}

extension PlaceRuns {
  /// The runs after a place.
  fileprivate static func runs(of plan: BranchPlan, behind shared: Int) -> [Run] {
    plan.runs.compactMap { run in
      if run.place > shared { return run }
      guard case .recorded(let numbers) = run.item,
        run.place + numbers.count - 1 > shared
      else { return nil }
      let passed = shared + 1 - run.place
      return Run(
        place: shared + 1, item: .recorded(numbers.lowerBound + passed...numbers.upperBound))
    }
  }
}
