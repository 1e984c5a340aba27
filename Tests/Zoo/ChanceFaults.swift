import Foundation

extension Zoo {
  private final class Finishers: @unchecked Sendable {
    private let lock = NSLock()
    private var order: [Int] = []
    func add(_ number: Int) { lock.withLock { order.append(number) } }
    var all: [Int] { lock.withLock { order } }
  }

  /// Reducers whose results vary by chance or by the order of threads.
  static let chance: [Specimen] = [
    .fault("uuid", "random", calm: 2) { pen, _ in pen.text = UUID().uuidString },
    .fault("random-number", "random", calm: 3) { pen, _ in
      pen.count = Int.random(in: 0..<1_000_000_000_000)
    },
    .fault("shuffle", "random", calm: 1) { pen, _ in pen.names = animals.shuffled() },
    .fault("random-fraction", "random", calm: 4) { pen, _ in
      pen.numbers.append(Double.random(in: 0..<1))
    },
    .fault("race", "scheduling", calm: 2) { pen, _ in
      let finishers = Finishers()
      DispatchQueue.concurrentPerform(iterations: 64) { number in
        usleep(UInt32(60 + number * 37 % 90))
        finishers.add(number)
      }
      pen.numbers = finishers.all.map(Double.init)
    },
    .fault("threads", "scheduling", calm: 3) { pen, amount in
      let finishers = Finishers()
      let group = DispatchGroup()
      for thread in 0..<4 {
        group.enter()
        Thread.detachNewThread {
          for step in 0..<12 {
            usleep(UInt32(40 + (thread * 13 + step * amount) % 50))
            finishers.add(thread)
          }
          group.leave()
        }
      }
      group.wait()
      pen.text = finishers.all.map(String.init).joined()
    },
  ]
}
