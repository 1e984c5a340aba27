import Foundation

/// Several threads that share pieces of work; each piece mostly waits for a process.
package struct WorkerPool {
  /// The number of pieces.
  let count: Int
  /// How many pieces run at once.
  let jobs: Int

  package init(count: Int, jobs: Int) { (self.count, self.jobs) = (count, jobs) }

  /// A stack as large as that of the main thread: states may be deeply nested.
  private static let stackSize = 8 << 20

  /// The body's result for each number below the count; nil if it was interrupted before.
  ///
  /// With one job everything runs on this thread.
  ///
  /// - Parameters:
  ///   - interrupted: Called only on this thread; true ends the work.
  ///   - progress: Gets the number of finished pieces, on this thread.
  ///   - body: Gets a piece, and a function that says whether to stop.
  package func run<Result: Sendable>(
    interrupted: @escaping @Sendable () -> Bool, progress: (Int) -> Void,
    body: @escaping @Sendable (Int, @escaping @Sendable () -> Bool) -> Result?
  ) -> [Result?] {
    guard jobs > 1, count > 1 else {
      return (0..<count).map { piece in
        progress(piece)
        return interrupted() ? nil : body(piece, interrupted)
      }
    }
    let board = Board<Result>(count)
    for _ in 0..<min(jobs, count) {
      let thread = Thread {
        while let piece = board.next() { board.put(body(piece) { board.isStopped }, at: piece) }
        board.leave()
      }
      thread.stackSize = Self.stackSize
      board.enter()
      thread.start()
    }
    while let done = board.wait(milliseconds: 50) {
      progress(done)
      if interrupted() { board.stop() }
    }
    return board.results
  }
}

/// The state that the threads share.
private final class Board<Result: Sendable>: Sendable {
  private let condition = NSCondition()
  private nonisolated(unsafe) var found: [Result?]
  private nonisolated(unsafe) var begun = 0
  private nonisolated(unsafe) var done = 0
  private nonisolated(unsafe) var threads = 0
  private nonisolated(unsafe) var stopped = false

  init(_ count: Int) { found = Array(repeating: nil, count: count) }

  var results: [Result?] { condition.withLock { found } }
  var isStopped: Bool { condition.withLock { stopped } }

  func enter() { condition.withLock { threads += 1 } }

  func leave() {
    condition.withLock {
      threads -= 1
      condition.signal()
    }
  }

  func stop() { condition.withLock { stopped = true } }

  /// The next piece that no thread has begun.
  func next() -> Int? {
    condition.withLock {
      guard !stopped, begun < found.count else { return nil }
      begun += 1
      return begun - 1
    }
  }

  func put(_ result: Result?, at piece: Int) {
    condition.withLock {
      found[piece] = result
      done += 1
      condition.signal()
    }
  }

  /// Waits some time, or until a piece is done; returns how many are, or nil if no thread is left.
  func wait(milliseconds: Int) -> Int? {
    condition.withLock {
      guard threads > 0 else { return nil }
      _ = condition.wait(until: Date(timeIntervalSinceNow: Double(milliseconds) / 1000))
      return done
    }
  }
}
