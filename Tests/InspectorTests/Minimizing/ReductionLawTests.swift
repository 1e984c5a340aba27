import TestSupport
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("A row that is made shorter never ends longer than plain ddmin makes it")
struct ReductionLawTests {
  /// What is wrong with what becomes of a row; nil if nothing is.
  private func fault(
    of count: Int, _ shows: ([Int]) -> Int?,
    _ options: ElementReduction.Options = ElementReduction.Options()
  ) -> String? {
    var reduction = ElementReduction(count: count, options)
    reduction.run { shows($0.places) }
    let kept = reduction.kept.places
    if count > 0, kept.isEmpty { return shows([]) == nil ? "nothing is left" : nil }
    guard shows(kept) == kept.count else { return "\(kept) does not show it" }
    if let spare = kept.first(where: { place in shows(kept.filter { $0 != place }) != nil }) {
      return "\(spare) of \(kept) is not needed"
    }
    guard reduction.isMinimal, reduction.isCompared else { return "\(kept) is no end" }
    var plain = DeltaDebugging(count: count)
    plain.run { shows($0) != nil }
    return kept.count > plain.kept.count ? "\(kept) is longer than \(plain.kept)" : nil
  }

  /// A test that is given by its answers for all selections of a row, each the sum of 2 to its places.
  private func answer(_ holds: @escaping (Int) -> Bool) -> ([Int]) -> Int? {
    { places in holds(places.reduce(0) { $0 | 1 << $1 }) ? places.count : nil }
  }

  @Test("whatever the test of up to four elements", arguments: [false, true])
  func everyTest(runsAll: Bool) {
    var options = ElementReduction.Options()
    options.runsAll = runsAll
    for count in 1...4 {
      let whole = 1 << count - 1
      for pattern in 0..<1 << whole {
        let fault = fault(
          of: count, answer { $0 == whole || pattern & 1 << $0 != 0 }, options)
        #expect(fault == nil, "\(count) elements, pattern \(pattern)")
      }
    }
  }

  @Test("whatever the test of five elements that more elements never make fail, and many of six")
  func everyMonotoneTest() {
    // The answers for n + 1 elements are those without and those with the last one.
    var tests: [UInt64] = [0, 1]
    for count in 0..<5 {
      tests = tests.flatMap { less in
        tests.filter { less & ~$0 == 0 }.map { less | $0 << UInt64(1 << count) }
      }
    }
    #expect(tests.count == 7581)
    for test in tests where test >> 31 & 1 == 1 {
      #expect(fault(of: 5, answer { test >> UInt64($0) & 1 == 1 }) == nil, "\(test)")
    }
    var random = SplitMix64(seed: 22)
    var count = 0
    while count < 2000 {
      let (less, more) = (tests.randomElement(using: &random), tests.randomElement(using: &random))
      guard let less, let more, less & ~more == 0, more != 0 else { continue }
      count += 1
      let test = less | more << 32
      #expect(fault(of: 6, answer { test >> UInt64($0) & 1 == 1 }) == nil, "\(test)")
    }
  }

  @Test("whatever the test of five to twelve elements, as chance has it")
  func anyTest() {
    for seed: UInt64 in 1...1500 {
      var random = SplitMix64(seed: seed)
      let count = 5 + Int(seed % 8)
      let share = Int.random(in: 2...40, using: &random)
      let holds = (0..<1 << count).map { _ in Int.random(in: 0..<share, using: &random) == 0 }
      let whole = 1 << count - 1
      var options = ElementReduction.Options()
      options.runsAll = seed % 3 == 0
      #expect(fault(of: count, answer { $0 == whole || holds[$0] }, options) == nil, "\(seed)")
    }
  }

  /// What is wrong with what becomes of the first elements of a row that show something, if what
  /// each selection shows is given; nil if nothing is.
  private func fault(behindFirstOf count: Int, _ holds: @escaping (Int) -> Bool) -> String? {
    let shows = { (places: [Int]) -> Int? in
      var selection = 0
      for (position, place) in places.enumerated() {
        selection |= 1 << place
        if holds(selection) { return position + 1 }
      }
      return nil
    }
    guard let first = shows(Array(0..<count)) else { return nil }
    var options = ElementReduction.Options()
    options.rowCount = count
    var reduction = ElementReduction(count: first, options)
    reduction.run { $0.prefix >= first ? first : shows($0.places) }
    var plain = DeltaDebugging(count: count)
    plain.run { shows($0) != nil }
    let kept = reduction.kept.places
    guard shows(kept) == kept.count, reduction.isMinimal else { return "\(kept) is no end" }
    if !reduction.isCompared { return "\(kept) is not compared" }
    return kept.count > plain.kept.count ? "\(kept) is longer than \(plain.kept)" : nil
  }

  @Test("of a row in which later elements would show it sooner, whatever they show")
  func elementsBehindTheFirst() {
    for count in 1...4 {
      for pattern in 0..<1 << (1 << count - 1) {
        let fault = fault(behindFirstOf: count) { pattern & 1 << ($0 - 1) != 0 }
        #expect(fault == nil, "\(count) elements, pattern \(pattern)")
      }
    }
    for seed: UInt64 in 1...1500 {
      var random = SplitMix64(seed: seed)
      let count = 5 + Int(seed % 8)
      let share = Int.random(in: 2...400, using: &random)
      let holds = (0..<1 << count).map { _ in Int.random(in: 0..<share, using: &random) == 0 }
      #expect(fault(behindFirstOf: count) { holds[$0] } == nil, "\(seed)")
    }
  }

  @Test(
    "where the number of elements counts, and what they come to", arguments: RowFault.Kind.allCases)
  func kinds(kind: RowFault.Kind) {
    var shown = 0
    for count in [10, 40, 70, 100, 300, 1000].thinned(3, usual: 1) {
      for (seed, spacing) in [4, 5, 9, 25, 80].enumerated() {
        for isAtEnd in [false, true] {
          let row = RowFault(
            kind, of: count, spacing: spacing, isAtEnd: isAtEnd, seed: UInt64(count + seed))
          guard row.shows(in: Array(0..<count)) != nil else { continue }
          shown += 1
          let what =
            "\(kind) of \(count), spacing \(spacing), \(isAtEnd ? "at the end" : "anywhere")"
          #expect(fault(of: count) { row.shows(in: $0) } == nil, "\(what)")
        }
      }
    }
    #expect(shown > (FastRun.isOn ? 1 : 5))
  }

  @Test(
    "three elements and an odd number of others left 400 of 20,000, and 127 of 5,000",
    arguments: [(5000, 20), (20_000, 25)].thinned(2))
  func odd(count: Int, spacing: Int) {
    let row = RowFault(.odd, of: count, spacing: spacing, isAtEnd: true, seed: 3)
    let other = RowFault(.odd, of: count, spacing: spacing, isAtEnd: true, seed: 4)
    for row in [row, other] where row.shows(in: Array(0..<count)) != nil {
      var reduction = ElementReduction(count: count)
      reduction.run { row.shows(in: $0.places) }
      #expect(reduction.kept.count == 4)
      var plain = DeltaDebugging(count: count)
      plain.run { row.shows(in: $0) != nil }
      #expect(reduction.tests < plain.tests)
      #expect(reduction.steps < plain.steps)
    }
    #expect([row, other].contains { $0.shows(in: Array(0..<count)) != nil })
  }

  @Test("elements that can only go by threes or by sevens go where none but they matter")
  func groups() {
    // No more of them than are kept: no other element shows that fewer would do.
    func shows(_ places: [Int]) -> Int? {
      let toggles = places.count { $0 % 10 == 3 && $0 < 110 }
      return toggles % 7 == 4 ? places.count : nil
    }
    #expect(fault(of: 200, shows) == nil)
  }

  @Test("the way of ddmin is gone step by step, and ends where it may run no more")
  func plainWay() {
    for kind in RowFault.Kind.allCases {
      let row = RowFault(kind, of: 90, spacing: 6, isAtEnd: true, seed: 8)
      guard row.shows(in: Array(0..<90)) != nil else { continue }
      var (asked, answered): ([[Int]], [[Int]]) = ([], [])
      var plain = DeltaDebugging(count: 90)
      plain.run {
        asked.append($0)
        return row.shows(in: $0) != nil
      }
      var own = PlainReduction(KeptElements(prefix: 90))
      let isThrough = own.run { kept in
        answered.append(kept.places)
        return row.shows(in: kept.places) != nil
      }
      #expect(isThrough)
      #expect(asked == answered)
      #expect(own.kept == plain.kept)
      var cut = PlainReduction(KeptElements(prefix: 90))
      var left = 5
      #expect(
        !cut.run { kept -> Bool? in
          left -= 1
          return left < 0 ? nil : row.shows(in: kept.places) != nil
        })
    }
    var options = ElementReduction.Options()
    options.plainSteps = 10
    let row = RowFault(.odd, of: 60, spacing: 3, isAtEnd: true, seed: 5)
    var reduction = ElementReduction(count: 60, options)
    reduction.run { row.shows(in: $0.places) ?? ($0.count == 60 ? 60 : nil) }
    #expect(reduction.isMinimal)
    #expect(!reduction.isCompared)
  }
}
