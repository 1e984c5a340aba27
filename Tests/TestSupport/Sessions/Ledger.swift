/// The state of the app that is recorded while things go wrong: small changes, lines of all
/// lengths.
public struct Ledger: Codable, Equatable, Sendable {
  /// How many postings there were.
  public var count = 0
  /// A sum over what was drawn, so that no two states are equal.
  public var sum: UInt64 = 0
  /// Where the last posting came from.
  public var last = Posting(thread: 0, index: 0)
  /// The notes of the last postings.
  public var notes: [String] = []

  /// A ledger without a posting.
  public init() {}

  /// What a posting draws from outside: random, but the same in every run.
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

  /// What an app shows for its result: equal only if all states were equal.
  public var digest: String { "\(count) \(String(sum, radix: 16))" }
}

/// The action of a ``Ledger``.
public struct Posting: Codable, Hashable, Sendable {
  /// The thread that posts.
  public var thread: Int
  /// Which of its postings, from 1.
  public var index: Int

  /// A posting.
  public init(thread: Int, index: Int) {
    self.thread = thread
    self.index = index
  }
}
