import Foundation
import Inspector
import TestSupport

/// Plants faults of every kind in rows of up to 100,000 elements, and has them reduced.
struct Reductions {
  let seeds: UInt64

  private struct Cost {
    var (tests, steps, fromStart) = (0, 0, 0)
    var (theirTests, theirSteps) = (0, 0)
  }

  /// Whether every result is 1-minimal, and the same each time; prints what it cost beside ddmin.
  func run() -> Bool {
    var part = Part("reductions")
    var count = 0
    print("way, elements, needed | tests, steps | steps from the first | ddmin: tests, steps")
    for way in PlantedFault.Way.allCases {
      for size in [100, 1_000, 10_000, 100_000] {
        for needed in [1, 2, 5, 20] {
          let costs = AllProcessors.map(1..<seeds + 1) { seed in
            cost(PlantedFault(way, needed, of: size, seed: seed), size)
          }
          for case (let seed, (_, let faults)?) in zip(1..<seeds + 1, costs) {
            count += 1
            part.note(faults.map { "\(way) \(needed) of \(size), seed \(seed): \($0)" })
          }
          print(row("\(way) \(size) \(needed)", costs.compactMap { $0?.0 }))
          fflush(nil)
        }
      }
    }
    return part.finish("\(count) planted faults")
  }

  private func row(_ name: String, _ costs: [Cost]) -> String {
    guard !costs.isEmpty else { return "\(name) | it never shows" }
    func mean(_ value: (Cost) -> Int) -> Int { costs.reduce(0) { $0 + value($1) } / costs.count }
    return "\(name) | \(mean { $0.tests }), \(mean { $0.steps }) | \(mean { $0.fromStart }) | "
      + "\(mean { $0.theirTests }), \(mean { $0.theirSteps })"
  }

  /// What a reduction costs, and what is wrong with it; nil where the fault does not show at all.
  private func cost(_ fault: PlantedFault, _ size: Int) -> (Cost, [String])? {
    guard fault.shows(in: 0..<size) != nil else { return nil }
    var cost = Cost()
    var reduction = ElementReduction(count: size)
    reduction.run { kept in
      cost.fromStart += kept.count
      return fault.shows(in: kept.places)
    }
    (cost.tests, cost.steps) = (reduction.tests, reduction.steps)
    let kept = reduction.kept.places
    var faults: [String] = []
    if !reduction.isMinimal || fault.shows(in: kept) != kept.count { faults.append("no end") }
    for place in kept where fault.shows(in: kept.filter { $0 != place }) != nil {
      faults.append("\(place) is not needed")
    }
    var again = ElementReduction(count: size)
    again.run { fault.shows(in: $0.places) }
    if again.kept != reduction.kept || again.tests != reduction.tests { faults.append("chance") }
    var plain = DeltaDebugging(count: size)
    plain.run { fault.shows(in: $0) != nil }
    (cost.theirTests, cost.theirSteps) = (plain.tests, plain.steps)
    return (cost, faults)
  }
}
