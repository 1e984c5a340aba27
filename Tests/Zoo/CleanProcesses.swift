import Foundation

extension Zoo {
  private final class Sum: @unchecked Sendable {
    private let lock = NSLock()
    private var total = 0
    func add(_ number: Int) { lock.withLock { total += number } }
    var value: Int { lock.withLock { total } }
  }

  private struct Refused: Error {}

  private final class Memo: @unchecked Sendable {
    var squares: [Int: Int] = [:]
    static let shared = Memo()
  }

  private static let table = animals.map(\.count)

  /// Reducers that use clocks, chance, threads and globals without leaving traces in the state.
  static let cleanProcesses: [Specimen] = [
    .clean("threads-that-sum") { pen, amount in
      let sum = Sum()
      DispatchQueue.concurrentPerform(iterations: 32) { sum.add($0 * amount) }
      pen.count = sum.value
    },
    .clean("reads-standard-input") { pen, amount in
      // The host's actions were read, and nobody answered.
      pen.text = "\(amount) \(readLine() ?? "nothing")"
    },
    .clean("measured-time") { pen, amount in
      let start = ContinuousClock.now
      pen.count += amount
      if ContinuousClock.now < start { pen.count = -1 }
    },
    .clean("unused-chance") { pen, amount in
      _ = UUID()
      pen.count += Int.random(in: 0...9) < 10 ? amount : 0
    },
    .clean("seeded-chance") { pen, amount in
      var generator = Seeded(state: UInt64(amount))
      pen.names = animals.shuffled(using: &generator)
    },
    .clean("pure-memo") { pen, amount in
      let square = Memo.shared.squares[amount] ?? amount * amount
      Memo.shared.squares[amount] = square
      pen.count = square
    },
    .clean("constant-table") { pen, amount in pen.count = table[amount % table.count] },
    .clean("fixed-date") { pen, amount in
      let format = DateFormatter()
      format.locale = Locale(identifier: "en_US_POSIX")
      format.timeZone = TimeZone(identifier: "Asia/Tokyo")
      format.dateFormat = "yyyy-MM-dd HH:mm"
      pen.text = format.string(from: Date(timeIntervalSince1970: Double(amount) * 1e6))
    },
    .clean("throws") { pen, amount in
      pen.count += 1
      if amount == 4 { throw Refused() }
    },
    .clean("prints") { pen, amount in
      print("{\"kind\":\"state\",\"n\":\(amount)}")
      pen.count += amount
    },
    // The same machine gives the same answers.
    .clean("host-name") { pen, _ in pen.text = "at \(ProcessInfo.processInfo.hostName)" },
    .clean("processors") { pen, _ in
      pen.text = "\(ProcessInfo.processInfo.activeProcessorCount) cores"
    },
  ]

  private struct Seeded: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }
}
