import Foundation

/// Work that is done in many small pieces on all processors.
enum AllProcessors {
  /// Does the work for every number.
  ///
  /// - Returns: What all of it returns, in the order of the numbers.
  static func run(_ numbers: StrideTo<Int>, _ work: @Sendable (Int) -> [String]) -> [String] {
    let numbers = Array(numbers)
    let found = Found()
    DispatchQueue.concurrentPerform(iterations: numbers.count) { place in
      let words = work(numbers[place])
      if !words.isEmpty { found.add(words, at: place) }
    }
    return found.inOrder
  }

  /// What the work makes of every number, in their order.
  static func map<Result: Sendable>(
    _ numbers: Range<UInt64>, _ work: @Sendable (UInt64) -> Result
  ) -> [Result] {
    let numbers = Array(numbers)
    let lock = NSLock()
    nonisolated(unsafe) var results: [Int: Result] = [:]
    DispatchQueue.concurrentPerform(iterations: numbers.count) { place in
      let result = work(numbers[place])
      lock.withLock { results[place] = result }
    }
    return numbers.indices.compactMap { results[$0] }
  }

  private final class Found: Sendable {
    private let lock = NSLock()
    nonisolated(unsafe) private var words: [Int: [String]] = [:]

    func add(_ words: [String], at place: Int) { lock.withLock { self.words[place] = words } }

    var inOrder: [String] {
      lock.withLock { words.sorted { $0.key < $1.key }.flatMap(\.value) }
    }
  }
}
