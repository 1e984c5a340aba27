/// The plain `ddmin` of Zeller and Hildebrandt; every test runs from the beginning.
public struct DeltaDebugging {
  /// The kept elements; the test held of them.
  public private(set) var kept: [Int]
  /// How often the test was run.
  public private(set) var tests = 0
  /// How many elements were run for the tests.
  public private(set) var steps = 0

  /// A reduction of a row of `count` elements, of which the test is known to hold.
  public init(count: Int) { kept = Array(0..<count) }

  /// Leaves out as many elements as it can.
  public mutating func run(_ test: ([Int]) -> Bool) {
    var parts = 2
    while kept.count > 1 {
      let chunks = (0..<parts).map { part in
        kept[(part * kept.count / parts)..<((part + 1) * kept.count / parts)]
      }
      if let chunk = chunks.first(where: { asks(Array($0), test) }) {
        kept = Array(chunk)
        parts = 2
      } else if parts > 2,
        let chunk = chunks.first(where: { asks(complement(of: $0), test) })
      {
        kept = complement(of: chunk)
        parts = max(2, parts - 1)
      } else if parts < kept.count {
        parts = min(kept.count, 2 * parts)
      } else {
        return
      }
    }
  }

  private func complement(of chunk: ArraySlice<Int>) -> [Int] {
    Array(kept[..<chunk.startIndex] + kept[chunk.endIndex...])
  }

  private mutating func asks(_ elements: [Int], _ test: ([Int]) -> Bool) -> Bool {
    tests += 1
    steps += elements.count
    return test(elements)
  }
}
