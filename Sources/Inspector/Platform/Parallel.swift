import Dispatch
import Foundation

/// Work that is done on several cores at once.
enum Parallel {
  /// The number of cores; asked once, because the system reads it from files.
  static let cores = ProcessInfo.processInfo.activeProcessorCount

  /// The result of a body for each number below `count`, in order.
  ///
  /// Returns when all are done. The body may be called on any thread.
  static func map<Result: Sendable>(_ count: Int, _ body: @Sendable (Int) -> Result) -> [Result] {
    guard count > 1 else { return (0..<count).map(body) }
    let results = Results<Result>(count)
    DispatchQueue.concurrentPerform(iterations: count) { results.put(body($0), at: $0) }
    return results.all
  }
}

/// The results of several threads, each at its index.
private final class Results<Result: Sendable>: Sendable {
  private let lock = NSLock()
  nonisolated(unsafe) private var found: [Result?]

  init(_ count: Int) { found = Array(repeating: nil, count: count) }

  var all: [Result] { lock.withLock { found.compactMap { $0 } } }

  func put(_ result: Result, at place: Int) { lock.withLock { found[place] = result } }
}

/// A result that another thread makes meanwhile.
package final class Aside<Result: Sendable>: Sendable {
  private let body: @Sendable () -> Result
  private let group = DispatchGroup()
  /// Written before the group is left, and read after it.
  nonisolated(unsafe) private var made: Result?

  /// Begins.
  package init(_ body: @escaping @Sendable () -> Result) {
    self.body = body
    group.enter()
    DispatchQueue.global().async { [self] in
      made = body()
      group.leave()
    }
  }

  /// Whether it is made.
  package var isDone: Bool { group.wait(timeout: .now()) == .success }

  /// The result; waits for it.
  package var result: Result {
    group.wait()
    return made ?? body()
  }
}
