import Foundation
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("Work that several threads share")
struct CrewTests {
  @Test("each piece is done once, and told at its place", arguments: [1, 2, 3, 8, 40])
  func order(jobs: Int) {
    for count in [0, 1, 2, 7, 30] {
      let counts = Counts()
      let results = WorkerPool(count: count, jobs: jobs).run(
        interrupted: { false }, progress: { _ in }
      ) {
        piece, _ in
        counts.note(piece)
        return piece * piece
      }
      #expect(results == (0..<count).map { $0 * $0 })
      #expect(counts.all == Array(0..<count))
    }
  }

  @Test("an interrupted crew begins nothing more, and tells its threads", arguments: [1, 2, 4])
  func interrupted(jobs: Int) {
    let counts = Counts()
    let results = WorkerPool(count: 100, jobs: jobs).run(
      interrupted: { !counts.all.isEmpty }, progress: { _ in }
    ) { piece, isStopped in
      counts.note(piece)
      // Nobody finishes before the wish to stop has come.
      while !isStopped() { Thread.sleep(forTimeInterval: 0.001) }
      return nil as Int?
    }
    #expect(results.count == 100)
    #expect(results.allSatisfy { $0 == nil })
    #expect((1...jobs).contains(counts.all.count))
  }
}

/// Which pieces were done.
private final class Counts: Sendable {
  private let lock = NSLock()
  private nonisolated(unsafe) var done: [Int] = []

  var all: [Int] { lock.withLock { done.sorted() } }

  func note(_ piece: Int) { lock.withLock { done.append(piece) } }
}
