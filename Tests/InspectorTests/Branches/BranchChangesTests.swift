import SessionFormat
import TestSupport
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("What changed between two lists of actions is found by stretches of them")
struct BranchChangesTests {
  private static func plan(_ last: Int, _ random: inout SplitMix64) -> BranchPlan {
    var plan = BranchPlan(first: 0, last: last)
    for _ in 0..<Int.random(in: 0...4, using: &random) where plan.last > 0 {
      let place = Int.random(in: 1...plan.last, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: plan.skip(place)
      case 1: plan.move(place, to: Int.random(in: 1...plan.last, using: &random))
      case 2: _ = plan.insert(place, type: "own", action: .number(place), t: 0)
      case 3:
        _ = plan.edit(place, type: "edited", action: .number(place), t: 0) { _ in false }
      default: _ = plan.unskip(nil)
      }
    }
    return plan
  }

  /// The same, place by place.
  private static func slots(_ plan: BranchPlan) -> [(slot: String, element: PlaceRuns.Element)] {
    let runs = PlaceRuns(plan)
    return (0..<plan.last).compactMap { place in
      guard let element = runs[place + 1] else { return nil }
      if case .own(let own) = element {
        return (own.replaces.map { "recorded \($0)" } ?? "own \(own.id)", element)
      }
      return ("\(element.owner)".replacing(/[()]/) { $0.output == "(" ? " " : "" }, element)
    }
  }

  @Test("each action of both is in one run or moved, and all others are skipped or inserted")
  func law() {
    for seed in 0..<3_000 {
      var random = SplitMix64(seed: UInt64(seed))
      let last = Int.random(in: 0...9, using: &random)
      let left = Self.plan(last, &random)
      var right = seed % 2 == 0 ? left : Self.plan(last, &random)
      if seed % 2 == 0, right.last > 0 {
        right.move(1, to: right.last)
        if right.last > 2 { right.skip(2) }
      }
      let changes = BranchChanges(from: left, to: right)
      let (before, after) = (Self.slots(left), Self.slots(right))
      var (paired, gone, new): ([Int: Int], [Int], [Int]) = ([:], [], [])
      var edited: [Int: Int] = [:]
      for run in changes.common {
        for offset in 0..<run.count { paired[run.left + offset] = run.right + offset }
      }
      for change in changes.changes {
        switch change {
        case .skipped(let range): gone += range
        case .inserted(let range): new += range
        case .edited(let from, let to): edited[from] = to
        case .moved(let range, let to):
          for (offset, place) in range.enumerated() { paired[place] = to + offset }
        }
      }
      var (pairs, edits): ([Int: Int], [Int: Int]) = ([:], [:])
      for (place, one) in before.enumerated() {
        guard let other = after.firstIndex(where: { $0.slot == one.slot }) else { continue }
        pairs[place + 1] = other + 1
        if after[other].element != one.element { edits[place + 1] = other + 1 }
      }
      #expect(paired == pairs, "seed \(seed)")
      #expect(edited == edits, "seed \(seed)")
      #expect(gone == before.indices.map { $0 + 1 }.filter { pairs[$0] == nil }, "seed \(seed)")
      let taken = Set(pairs.values)
      #expect(new == after.indices.map { $0 + 1 }.filter { !taken.contains($0) }, "seed \(seed)")
    }
  }

  @Test("a comparison with a branch that leaves a gap out took memory for each action of the gap")
  func gapOfTheSecond() {
    let right = BranchPlan(first: 0, last: 8_000_000_000)
    var left = right
    left.pieces = [1...1, 8_001...8_001].map { BranchPlan.Piece(item: .recorded($0)) }
    let changes = BranchChanges(from: left, to: right)
    #expect(
      changes.changes == [.inserted(2...8_000), .inserted(8_002...8_000_000_000)])
  }

  @Test("a branch took memory for each action that a gap had lost")
  func gap() {
    let left = BranchPlan(first: 0, last: 8_000_000_000)
    var right = left
    right.skip(1)
    right.move(3_000_000_000, to: 5)
    let changes = BranchChanges(from: left, to: right)
    #expect(changes.changes == [.skipped(1...1), .moved(3_000_000_001...3_000_000_001, to: 5)])
    #expect(changes.common.map(\.count).reduce(0, +) == 7_999_999_998)
  }
}
