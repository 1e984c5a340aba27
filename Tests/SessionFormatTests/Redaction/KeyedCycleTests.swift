import TestSupport
import Testing

@testable import SessionFormat

@Suite("The keyed order of digit sequences")
struct KeyedCycleTests {
  private func sequences(_ radixes: [UInt32]) -> [[UInt32]] {
    radixes.reduce([[]]) { all, radix in
      all.flatMap { start in (0..<radix).map { start + [$0] } }
    }
  }

  private static let forms: [[UInt32]] =
    (1...40).map { [$0] } + [[1000], [2, 2], [1, 1], [1, 5], [5, 1], [3, 7], [10, 10]]
    + [[2, 3, 5], [1, 1, 4], [26, 26], [9, 10, 10], [2, 2, 2, 2, 2, 2, 2, 2, 2, 2], [24, 60]]

  @Test("going on from any sequence comes past every other before it comes back", arguments: forms)
  func cycle(radixes: [UInt32]) {
    let all = sequences(radixes)
    for seed in 1...3 as ClosedRange<UInt64> {
      let cycle = KeyedCycle(radixes, function: SipHash(RedactionKey(seed, 7)))
      var seen: Set<[UInt32]> = []
      var digits = all[0]
      repeat {
        #expect(zip(digits, radixes).allSatisfy { $0 < $1 })
        seen.insert(digits)
        digits = cycle.successor(of: digits)
      } while !seen.contains(digits)
      #expect(digits == all[0])
      #expect(seen.count == all.count)
    }
  }

  @Test("another key gives another order, and every other digit a chance")
  func keys() {
    for radixes in [[10], [10, 10]] as [[UInt32]] {
      let count = sequences(radixes).count
      let successors = Set(
        (0..<2000 as Range<UInt64>).map { seed in
          KeyedCycle(radixes, function: SipHash(RedactionKey(seed, 0)))
            .successor(of: radixes.map { _ in 4 })
        })
      #expect(successors.count == count - 1)
    }
  }

  @Test("a long sequence changes nearly everywhere")
  func long() {
    let radixes = [UInt32](repeating: 26, count: 5000)
    let cycle = KeyedCycle(radixes, function: SipHash(RedactionKey(1, 2)))
    let digits = [UInt32](repeating: 3, count: 5000)
    let other = cycle.successor(of: digits)
    let same = zip(digits, other).filter { $0 == $1 }.count
    #expect(100...300 ~= same)
  }
}
