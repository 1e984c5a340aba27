import TestSupport
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("An array that grows, and whose copies stay as they were")
struct GrowingArrayTests {
  @Test("it is the array of what was appended, across the borders of its chunks")
  func appends() {
    var growing = GrowingArray<Int>()
    var array: [Int] = []
    var copies: [(GrowingArray<Int>, Int)] = []
    for n in 0..<40_000 {
      if n % 8191 < 3 { copies.append((growing, n)) }
      growing.append(n * 3)
      array.append(n * 3)
    }
    #expect(Array(growing) == array)
    for (copy, count) in copies { #expect(Array(copy) == Array(array.prefix(count))) }
  }

  @Test("cut at any length it is the beginning of the array")
  func truncates() {
    var growing = GrowingArray<Int>()
    for n in 0..<20_000 { growing.append(n) }
    for count in [20_000, 19_999, 16_385, 16_384, 16_383, 8192, 8191, 1, 0] {
      growing.truncate(to: count)
      #expect(Array(growing) == Array(0..<count))
      var longer = growing
      longer.append(-1)
      #expect(longer.count == count + 1)
      #expect(longer.last == -1)
    }
  }

  @Test("lines of numbers that come in any order are found, however often it is sorted")
  func stepLists() {
    var generator = SplitMix64(seed: 5)
    for _ in 0..<200 {
      var list = StepList()
      var expected: [Int: [Int]] = [:]
      for line in 0..<60 {
        let n = Int.random(in: 0..<20, using: &generator)
        list.append(n, line)
        expected[n, default: []].append(line)
        if Int.random(in: 0..<4, using: &generator) == 0 { list.sort() }
      }
      list.sort()
      for n in 0..<20 { #expect(list[n] == expected[n]) }
      #expect(list.keys == expected.keys.sorted())
    }
  }
}
