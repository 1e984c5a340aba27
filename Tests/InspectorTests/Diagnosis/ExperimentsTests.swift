import TestSupport
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("What two sides of an experiment say against chance")
struct ExperimentsTests {
  private func sides(_ blocks: [(with: (Int, Int), without: (Int, Int))]) -> TwoSides {
    var sides = TwoSides()
    for block in blocks {
      sides.begin()
      for (isWith, side) in [(true, block.with), (false, block.without)] {
        for number in 0..<side.1 { sides.note(number < side.0, with: isWith) }
      }
    }
    return sides
  }

  /// The share of all ways to deal hits to sides in which as many or more fall on the first side.
  private func share(_ blocks: [(with: (Int, Int), without: (Int, Int))]) -> Double {
    var counts: [Int: Int] = [0: 1]
    var all = 1
    for block in blocks {
      let (runs, others) = (block.with.1, block.without.1)
      let hits = block.with.0 + block.without.0
      var dealt: [Int: Int] = [:]
      for chosen in 0..<1 << (runs + others) where chosen.nonzeroBitCount == runs {
        dealt[(chosen & ((1 << hits) - 1)).nonzeroBitCount, default: 0] += 1
      }
      all *= dealt.values.reduce(0, +)
      var next: [Int: Int] = [:]
      for (left, ways) in counts {
        for (right, more) in dealt { next[left + right, default: 0] += ways * more }
      }
      counts = next
    }
    let due = blocks.map(\.with.0).reduce(0, +)
    return Double(counts.filter { $0.key >= due }.values.reduce(0, +)) / Double(all)
  }

  @Test("odds are the share of all orders in which as many hits fall on the side, or more")
  func exact() {
    for runs in 0...4 {
      for others in 0...4 {
        for hits in 0...runs {
          for more in 0...others {
            let block = (with: (hits, runs), without: (more, others))
            #expect(abs(sides([block]).odds - share([block])) < 1e-9, "\(block)")
            let second = (with: (1, 2), without: (0, 3))
            #expect(
              abs(sides([block, second]).odds - share([block, second])) < 1e-9, "\(block) twice")
          }
        }
      }
    }
  }

  @Test("the first look proves what parts altogether, and six runs of either side never would")
  func levels() {
    #expect(Odds.level * Double(Odds.mostExperiments * Odds.looks.count) <= 1.0 / 1000)
    #expect(sides([((Odds.looks[0], Odds.looks[0]), (0, Odds.looks[0]))]).odds <= Odds.level)
    #expect(sides([((6, 6), (0, 6))]).odds > 1.0 / 1000)
  }

  private static let rarities = [2, 3, 7, 20, 50]

  @Test("chance of any frequency proves nothing", arguments: rarities.thinned(3))
  func chance(oneIn: Int) throws {
    var proven = 0
    let count = 1000
    for seed in 0..<UInt64(count) {
      var chance = Lot(seed: seed &* 7919)
      var experiments = Experiments(seed: seed)
      let demand = [Experiments.Demand.both, .withCondition, .more][Int(seed % 3)]
      let isRare = seed % 2 == 0
      let run = { () throws(InspectorError) -> Bool? in
        (Int.random(in: 0..<oneIn, using: &chance) == 0) == isRare
      }
      if case .proven = try experiments.part(demand, with: run, without: run) { proven += 1 }
    }
    #expect(Double(proven) <= Double(count * Odds.looks.count) * Odds.level, "\(proven)")
  }

  /// What comes in the order of the runs, whichever side they belong to.
  private static let courses: [(name: String, hits: @Sendable (Int) -> Bool)] = [
    ("once it changes", { $0 >= 10 }), ("it turns each time", { $0 % 2 == 0 }),
    ("it turns every other time", { $0 / 2 % 2 == 0 }), ("only the first differs", { $0 == 0 }),
    ("every seventh", { $0 % 7 == 0 }), ("it comes and goes", { $0 / 10 % 2 == 0 }),
  ]

  @Test(
    "nor does what goes on with the time, or with the number of runs", arguments: 0..<courses.count)
  func course(_ place: Int) throws {
    for demand in [Experiments.Demand.both, .withCondition, .more] {
      for seed in 0..<60 as Range<UInt64> {
        var number = 0
        var experiments = Experiments(seed: seed)
        let run = { () throws(InspectorError) -> Bool? in
          number += 1
          return Self.courses[place].hits(number - 1)
        }
        let contrast = try experiments.part(demand, with: run, without: run)
        if case .proven(let proof) = contrast {
          Issue.record("\(Self.courses[place].name): \(proof.sides.words)")
        }
      }
    }
  }

  @Test("what always parts the sides is proven in twenty runs")
  func always() throws {
    for demand in [Experiments.Demand.both, .withCondition, .more] {
      var experiments = Experiments(seed: 1)
      var runs = 0
      let contrast = try experiments.part(demand) { () throws(InspectorError) in
        runs += 1
        return true
      } without: { () throws(InspectorError) in
        runs += 1
        return false
      }
      guard case .proven(let proof) = contrast else {
        Issue.record("\(contrast)")
        continue
      }
      #expect(runs == 20)
      #expect(proof.odds <= Odds.level)
      #expect(proof.sides.total.with == TwoSides.Side(runs: 10, hits: 10))
      #expect(proof.sides.total.without == TwoSides.Side(runs: 10, hits: 0))
    }
  }

  @Test(
    "what shows in half of the runs, or in each seventh, takes more; what is rarer is not proven")
  func rare() throws {
    func proven(oneIn: Int) throws -> Int {
      var proven = 0
      for seed in 0..<200 as Range<UInt64> {
        var chance = Lot(seed: seed &* 31)
        var experiments = Experiments(seed: seed)
        let contrast = try experiments.part(.withCondition) { () throws(InspectorError) in
          true
        } without: { () throws(InspectorError) in
          Int.random(in: 0..<oneIn, using: &chance) > 0
        }
        if case .proven = contrast { proven += 1 }
      }
      return proven
    }
    #expect(try proven(oneIn: 2) > 190)
    #expect(try proven(oneIn: 7) > 30)
    #expect(try proven(oneIn: 50) == 0)
  }

  @Test("where all must part, the first run that does not ends it")
  func ends() throws {
    var experiments = Experiments(seed: 1)
    var runs = 0
    let contrast = try experiments.part(.both) { () throws(InspectorError) in
      runs += 1
      return false
    } without: { () throws(InspectorError) in
      false
    }
    #expect(runs == 1)
    guard case .open = contrast else {
      Issue.record("\(contrast)")
      return
    }
  }

  @Test("no more experiments prove anything than the odds allow for")
  func budget() throws {
    var experiments = Experiments(seed: 1)
    var proven: [Bool] = []
    for _ in 0...Odds.mostExperiments {
      let contrast = try experiments.part(.both) { () throws(InspectorError) in
        true
      } without: { () throws(InspectorError) in
        false
      }
      if case .proven = contrast { proven.append(true) } else { proven.append(false) }
    }
    #expect(proven == Array(repeating: true, count: Odds.mostExperiments) + [false])
  }

  @Test("the order is drawn: all orders of a few runs come, about as often as each other")
  func orders() {
    var lot = Lot(seed: 5)
    var counts: [[Bool]: Int] = [:]
    for _ in 0..<6000 { counts[lot.order(of: 2), default: 0] += 1 }
    #expect(counts.count == 6)
    #expect(counts.values.allSatisfy { (850...1150).contains($0) })
  }
}
