import Dispatch
import Foundation

/// Work that is done on several cores at once.
enum Parallel {
  /// How many cores there are; asked once, as it is read from files.
  static let cores = ProcessInfo.processInfo.activeProcessorCount

  /// What a body makes of each number below a count, in order.
  ///
  /// Returns when all is done. The body may be called on any thread.
  static func map<Result: Sendable>(_ count: Int, _ body: @Sendable (Int) -> Result) -> [Result] {
    guard count > 1 else { return (0..<count).map(body) }
    let results = Results<Result>(count)
    DispatchQueue.concurrentPerform(iterations: count) { results.put(body($0), at: $0) }
    return results.all
  }
}

/// What several threads found, each at its place.
private final class Results<Result: Sendable>: Sendable {
  private let lock = NSLock()
  nonisolated(unsafe) private var found: [Result?]

  init(_ count: Int) { found = Array(repeating: nil, count: count) }

  var all: [Result] { lock.withLock { found.compactMap { $0 } } }

  func put(_ result: Result, at place: Int) { lock.withLock { found[place] = result } }
}
