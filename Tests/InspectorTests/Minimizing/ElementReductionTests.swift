import TestSupport
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("Leaving out as many elements of a row as can be")
struct ElementReductionTests {
  @Test(
    "what is left of a planted fault shows it, and not without any one of its elements",
    arguments: PlantedFault.Way.allCases)
  func isMinimal(way: PlantedFault.Way) {
    for count in [1, 2, 3, 10, 100, 1000] {
      for needed in [1, 2, 3, 5, 8, 13, 20] where needed <= count {
        for seed in (1...3 as ClosedRange<UInt64>).thinned(3) {
          let fault = PlantedFault(way, needed, of: count, seed: seed)
          guard fault.shows(in: 0..<count) != nil else { continue }
          var reduction = ElementReduction(count: count)
          reduction.run { fault.shows(in: $0.places) }
          let kept = reduction.kept.places
          let what = "\(way) \(needed) of \(count), seed \(seed)"
          #expect(fault.shows(in: kept) == kept.count, "\(what)")
          for place in kept {
            #expect(fault.shows(in: kept.filter { $0 != place }) == nil, "\(what)")
          }
          #expect(reduction.isMinimal, "\(what)")
        }
      }
    }
  }

  @Test("every fault of a monotone kind is found exactly")
  func exact() {
    for seed in (1...20 as ClosedRange<UInt64>).thinned(8) {
      let fault = PlantedFault(.together, 7, of: 5000, seed: seed)
      var reduction = ElementReduction(count: 5000)
      reduction.run { fault.shows(in: $0.places) }
      #expect(reduction.kept.places == fault.needed)
    }
  }

  @Test("of any test whatever of five elements the result holds, and is 1-minimal; all is repeated")
  func anyTest() {
    var random = SplitMix64(seed: 7)
    for _ in 0..<600 {
      let holds = (0..<32).map { $0 == 31 || Bool.random(using: &random) }
      func answer(_ places: [Int]) -> Bool { holds[places.reduce(0) { $0 | 1 << $1 }] }
      func run() -> ElementReduction {
        var options = ElementReduction.Options()
        options.groups = { _ in [[0, 2], [1, 3, 4]] }
        options.triesPairs = true
        var reduction = ElementReduction(count: 5, options)
        reduction.run { answer($0.places) ? $0.count : nil }
        return reduction
      }
      let (reduction, again) = (run(), run())
      let kept = reduction.kept.places
      #expect(answer(kept))
      for place in kept { #expect(!answer(kept.filter { $0 != place })) }
      for first in kept {
        for second in kept where second > first && kept.count > 2 {
          #expect(!answer(kept.filter { $0 != first && $0 != second }))
        }
      }
      #expect(reduction.kept == again.kept)
      #expect((reduction.tests, reduction.steps) == (again.tests, again.steps))
    }
  }

  @Test(
    "tests and steps are few, and stay as they were",
    arguments: [
      (1_000, 5, [109, 1790]), (10_000, 5, [126, 18_575]), (10_000, 20, [553, 84_904]),
    ])
  func cost(count: Int, needed: Int, expected: [Int]) {
    let fault = PlantedFault(.together, needed, of: count, seed: 1)
    var reduction = ElementReduction(count: count)
    reduction.run { fault.shows(in: $0.places) }
    #expect([reduction.tests, reduction.steps] == expected)
  }

  @Test("where each test runs all from the beginning, the elements before the border count as well")
  func costFromTheBeginning() {
    let fault = PlantedFault(.together, 2, of: 100, seed: 1)
    var asked = 0
    var options = ElementReduction.Options()
    options.stepsBefore = { $0 }
    var reduction = ElementReduction(count: 100, options)
    reduction.run { kept in
      asked += kept.count
      return fault.shows(in: kept.places)
    }
    #expect(reduction.steps == asked)
  }

  @Test("two that can only go together go, as a group or as a pair")
  func togetherOnly() {
    func balanced(_ kept: KeptElements) -> Int? {
      let places = Set(kept.places)
      return places.contains(4) && places.contains(1) == places.contains(7) ? kept.count : nil
    }
    var plain = ElementReduction(count: 9)
    plain.run(balanced)
    #expect(plain.kept.places == [4])
    var options = ElementReduction.Options()
    options.groups = { _ in [[1, 2], [1, 7]] }
    var grouped = ElementReduction(count: 9, options)
    grouped.run(balanced)
    #expect(grouped.kept.places == [4])
    #expect(grouped.tests < plain.tests)
  }

  @Test("each two are tried of ever so many where that is asked")
  func pairs() {
    // The halves of a pair stand far apart among those that must stay.
    func balanced(_ kept: KeptElements) -> Int? {
      let places = Set(kept.places)
      let needed = (0..<100).allSatisfy { $0 % 40 == 10 || places.contains($0) }
      return needed && places.contains(10) == places.contains(50) ? kept.count : nil
    }
    var options = ElementReduction.Options()
    var plain = ElementReduction(count: 100, options)
    plain.run(balanced)
    #expect(plain.kept.count == 99)
    options.triesPairs = true
    var paired = ElementReduction(count: 100, options)
    paired.run(balanced)
    #expect(paired.kept.count == 97)
    #expect(paired.isMinimal)
  }

  @Test("what a test that throws ends was reached, and is no claim to be minimal")
  func stops() {
    struct Enough: Error {}
    let fault = PlantedFault(.together, 3, of: 1000, seed: 3)
    var whole = ElementReduction(count: 1000)
    whole.run { fault.shows(in: $0.places) }
    for most in 0..<whole.tests {
      var reduction = ElementReduction(count: 1000)
      var asked = 0
      #expect(throws: Enough.self) {
        try reduction.run { (kept) throws(Enough) in
          guard asked < most else { throw Enough() }
          asked += 1
          return fault.shows(in: kept.places)
        }
      }
      #expect(reduction.tests == most)
      #expect(!reduction.isMinimal)
      #expect(fault.shows(in: reduction.kept.places) != nil)
    }
  }

  @Test("what nothing is needed for ends with nothing")
  func nothing() {
    var reduction = ElementReduction(count: 50)
    reduction.run { $0.count }
    #expect(reduction.kept.count == 0)
    #expect(reduction.tests == 1)
    #expect(reduction.isMinimal)
  }
}

@Suite("Elements that are kept")
struct KeptElementsTests {
  @Test("what is left out and cut off is so by the places, whatever the form")
  func laws() {
    for pattern in 0..<128 {
      let places = (0..<7).filter { pattern & 1 << $0 != 0 }
      let start = (0...7).last { n in (0..<n).allSatisfy(places.contains) } ?? 0
      for prefix in 0...start {
        let kept = KeptElements(prefix: prefix, rest: places.filter { $0 >= prefix })
        #expect(kept.places == places)
        #expect(kept.prefix == start)
        #expect(kept.count == places.count)
        for position in places.indices { #expect(kept[position] == places[position]) }
        for low in 0...places.count {
          #expect(kept.first(low).places == Array(places.prefix(low)))
          for high in low...places.count {
            var fewer = places
            fewer.removeSubrange(low..<high)
            #expect(kept.without(low..<high).places == fewer)
            #expect(kept.without(Set(places[low..<high])).places == fewer)
            #expect(kept.without(low..<high) == kept.without(Set(places[low..<high])))
          }
        }
      }
    }
  }
}
