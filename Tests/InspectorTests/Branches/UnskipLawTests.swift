import SessionFormat
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("What is skipped keeps its place")
struct UnskipLawTests {
  /// A plan as the page tells it: one list, in which some are skipped.
  private struct Model: Equatable {
    /// An action: a recorded one by its number, a new one by a number of 100 or more.
    var all: [Int]
    var skipped: Set<Int> = []
    var shown: [Int] { all.filter { !skipped.contains($0) } }

    mutating func apply(_ change: Change) {
      switch change {
      case .skip(let place):
        let action = shown[place - 1]
        if action < 100 { skipped.insert(action) } else { all.removeAll { $0 == action } }
      case .insert(let place, let action):
        if place <= shown.count, let at = all.firstIndex(of: shown[place - 1]) {
          all.insert(action, at: at)
        } else {
          let last = shown.last.flatMap { all.firstIndex(of: $0) }
          all.insert(action, at: last.map { $0 + 1 } ?? 0)
        }
      case .move(let place, let target):
        guard place != target else { return }
        let (action, neighbour) = (shown[place - 1], shown[target - 1])
        all.removeAll { $0 == action }
        guard let at = all.firstIndex(of: neighbour) else { return }
        all.insert(action, at: target > place ? at + 1 : at)
      }
    }
  }

  private enum Change {
    case skip(Int)
    case insert(Int, Int)
    case move(Int, Int)
  }

  private static func apply(_ change: Change, to plan: inout BranchPlan) {
    switch change {
    case .skip(let place): plan.skip(place)
    case .insert(let place, let action):
      _ = plan.insert(place, type: "new", action: .number(action), t: 0)
    case .move(let place, let target): plan.move(place, to: target)
    }
  }

  /// The actions of a plan, as the model names them.
  private static func shown(_ plan: BranchPlan) -> [Int] {
    plan.runs.flatMap { run -> [Int] in
      switch run.item {
      case .recorded(let numbers): Array(numbers)
      case .own(let own): [own.action.number.flatMap { Int($0.text) } ?? -1]
      }
    }
  }

  private static func changes(_ count: Int, _ step: Int) -> [Change] {
    let places = Array(1..<count + 1)
    return places.map(Change.skip) + (places + [count + 1]).map { .insert($0, 100 + step) }
      + places.flatMap { place in places.map { Change.move(place, $0) } }
  }

  /// Runs every row of so many changes on a recording of so many actions.
  private static func each(
    _ actions: Int, _ depth: Int, _ body: (BranchPlan, Model, [Change]) -> Void
  ) {
    func go(_ plan: BranchPlan, _ model: Model, _ done: [Change]) {
      body(plan, model, done)
      guard done.count < depth else { return }
      for change in changes(model.shown.count, done.count) {
        var (plan, model) = (plan, model)
        apply(change, to: &plan)
        model.apply(change)
        go(plan, model, done + [change])
      }
    }
    go(BranchPlan(first: 0, last: actions), Model(all: Array(1..<actions + 1)), [])
  }

  @Test("an action that was moved forward past a skipped one left that on the wrong side")
  func moved() {
    var plan = BranchPlan(first: 0, last: 4)
    plan.skip(3)
    plan.move(1, to: 2)
    #expect(Self.shown(plan) == [2, 1, 4])
    #expect(plan.unskip([3]) == 1)
    #expect(Self.shown(plan) == [2, 1, 3, 4])
  }

  @Test("after every short row of changes all come back where the page says")
  func model() {
    var count = 0
    for (actions, depth) in [(3, 4), (5, 3)] {
      Self.each(actions, depth) { plan, model, done in
        count += 1
        var plan = plan
        if Self.shown(plan) != model.shown { Issue.record("\(done): \(Self.shown(plan))") }
        _ = plan.unskip(nil)
        if Self.shown(plan) != model.all { Issue.record("\(done), unskip: \(Self.shown(plan))") }
      }
    }
    #expect(count > 10_000)
  }

  @Test("unskip right after skip takes it back, and nothing else, on every small plan")
  func inverse() {
    for (actions, depth) in [(3, 3), (5, 2)] {
      Self.each(actions, depth) { plan, model, done in
        for (place, action) in model.shown.enumerated() where action < 100 {
          var changed = plan
          changed.skip(place + 1)
          #expect(changed.unskip([action]) == 1)
          if Self.shown(changed) != Self.shown(plan) { Issue.record("\(done), \(place + 1)") }
          // What was skipped before is skipped still.
          var (one, other) = (changed, plan)
          _ = (one.unskip(nil), other.unskip(nil))
          if Self.shown(one) != Self.shown(other) { Issue.record("\(done), all of \(place + 1)") }
        }
      }
    }
  }
}
