/// The state of the app that is recorded while things go wrong: small changes, lines of all
/// lengths.
public struct Ledger: Codable, Equatable, Sendable {
  /// The number of postings.
  public var count = 0
  /// A sum over the drawn values, so that no two states are equal.
  public var sum: UInt64 = 0
  /// The source of the last posting.
  public var last = Posting(thread: 0, index: 0)
  /// The notes of the last postings.
  public var notes: [String] = []

  /// A ledger without a posting.
  public init() {}

  /// The value that a posting draws from outside: random, but the same in every run.
  public static func dice(_ posting: Posting) -> UInt64 {
    var generator = SplitMix64(seed: UInt64(posting.thread) << 32 | UInt64(posting.index))
    return generator.next() >> 12
  }

  /// The reducer.
  public mutating func post(_ posting: Posting, dice: UInt64) {
    count += 1
    sum = (sum &* 31 &+ dice) >> 1
    last = posting
    notes.append(String(repeating: "n", count: Int(dice % 200)))
    if notes.count > 4 { notes.removeFirst() }
  }

  /// The ledger after postings 1 to n of thread 0.
  public static func after(_ n: Int) -> Ledger {
    (1..<n + 1).reduce(into: Ledger()) { ledger, index in
      let posting = Posting(thread: 0, index: index)
      ledger.post(posting, dice: dice(posting))
    }
  }

  /// The result that an app shows: equal only if all states were equal.
  public var digest: String { "\(count) \(String(sum, radix: 16))" }
}

/// The action of a ``Ledger``.
public struct Posting: Codable, Hashable, Sendable {
  /// The thread that posts.
  public var thread: Int
  /// The number of the posting in its thread, from 1.
  public var index: Int

  /// A posting.
  public init(thread: Int, index: Int) {
    self.thread = thread
    self.index = index
  }
}
