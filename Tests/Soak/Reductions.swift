import Foundation
import Inspector
import TestSupport

/// Plants faults of every kind in rows of up to 100,000 elements, and has them reduced.
struct Reductions {
  let seeds: UInt64

  /// A fault in a row of elements.
  private struct Row: Sendable {
    let count: Int
    /// After how many of the kept elements, given by their places, it shows; nil if it does not.
    let shows: @Sendable ([Int]) -> Int?
  }

  /// What a reduction leaves, and what that takes.
  private struct Cost {
    var (left, tests, steps) = (0, 0, 0)

    init() {}

    init(_ reduction: ElementReduction) {
      (left, tests, steps) = (reduction.kept.count, reduction.tests, reduction.steps)
    }

    init(_ plain: DeltaDebugging) {
      (left, tests, steps) = (plain.kept.count, plain.tests, plain.steps)
    }

    static func mean(_ costs: [Cost]) -> String {
      func mean(_ value: (Cost) -> Int) -> String {
        "\(costs.reduce(0) { $0 + value($1) } / max(1, costs.count))"
      }
      return "\(mean(\.left)), \(mean(\.tests)), \(mean(\.steps))"
    }
  }

  /// From recorded states, all from the first element, and as `ddmin` does it.
  private typealias Costs = (ours: Cost, fromStart: Cost, plain: Cost)

  /// Whether every result is 1-minimal, never larger than that of `ddmin`, and the same each time;
  /// prints what it cost beside `ddmin`.
  func run() -> Bool {
    var part = Part("reductions")
    var count = 0
    print("way, elements, needed | left, tests, steps | all from the first | ddmin")
    for way in PlantedFault.Way.allCases {
      for size in [100, 1_000, 10_000, 100_000] {
        for needed in [1, 2, 5, 20] {
          count += compare("\(way) \(size) \(needed)", &part) { seed in
            let fault = PlantedFault(way, needed, of: size, seed: seed)
            return Row(count: size) { fault.shows(in: $0) }
          }
        }
      }
    }
    for way in ReducerFault.Way.allCases {
      for size in [1_000, 10_000] {
        let needed = way == .hits ? 3 : 8
        let fault = ReducerFault(way, needed: needed)
        count += compare("\(way) \(size) \(needed), of actions", &part) { seed in
          let row = fault.row(of: size, seed: seed)
          return Row(count: size) { kept in fault.shows(in: kept.lazy.map { row[$0] }) }
        }
      }
    }
    return part.finish("\(count) planted faults")
  }

  /// Reduces a row for each seed, notes what is wrong, and prints the means; how many rows there were.
  private func compare(
    _ name: String, _ part: inout Part, _ row: @escaping @Sendable (UInt64) -> Row
  ) -> Int {
    let all = AllProcessors.map(1..<seeds + 1) { seed in costs(of: row(seed)) }
    var shown: [Costs] = []
    for case (let seed, (let costs, let faults)?) in zip(1..<seeds + 1, all) {
      shown.append(costs)
      part.note(faults.map { "\(name), seed \(seed): \($0)" })
    }
    if shown.isEmpty {
      print("\(name) | it never shows")
    } else {
      let means = [shown.map(\.ours), shown.map(\.fromStart), shown.map(\.plain)].map(Cost.mean)
      print("\(name) | \(means.joined(separator: " | "))")
    }
    fflush(nil)
    return shown.count
  }

  /// What reductions cost, and what is wrong with them; nil if the fault does not show at all.
  private func costs(of row: Row) -> (Costs, [String])? {
    guard row.shows(Array(0..<row.count)) != nil else { return nil }
    func reduced(_ options: ElementReduction.Options) -> ElementReduction {
      var reduction = ElementReduction(count: row.count, options)
      reduction.run { row.shows($0.places) }
      return reduction
    }
    var fromStart = ElementReduction.Options()
    (fromStart.runsAll, fromStart.stepsBefore) = (true, { $0 })
    let (ours, again, slow) = (
      reduced(ElementReduction.Options()), reduced(ElementReduction.Options()), reduced(fromStart)
    )
    var plain = DeltaDebugging(count: row.count)
    plain.run { row.shows($0) != nil }
    var faults = faults(of: ours, row) + self.faults(of: slow, row).map { "from the first: \($0)" }
    if again.kept != ours.kept || again.tests != ours.tests { faults.append("chance") }
    for reduction in [ours, slow] where reduction.kept.count > plain.kept.count {
      faults.append("\(reduction.kept.count) are left, and \(plain.kept.count) by ddmin")
    }
    return ((Cost(ours), Cost(slow), Cost(plain)), faults)
  }

  private func faults(of reduction: ElementReduction, _ row: Row) -> [String] {
    let kept = reduction.kept.places
    var faults: [String] = []
    if !reduction.isMinimal || !reduction.isCompared || row.shows(kept) != kept.count {
      faults.append("no end")
    }
    for place in kept where row.shows(kept.filter { $0 != place }) != nil {
      faults.append("\(place) is not needed")
    }
    return faults
  }
}
