public import SessionFormat

/// Knows what an app did, and so what its session must contain.
public protocol SessionJudge {
  /// The fault of an action, in words; nil if there is none.
  mutating func fault(inAction n: Int, _ action: JSONValue) -> String?
  /// The fault of a state, in words; nil if there is none.
  mutating func fault(inState n: Int, _ state: JSONValue) -> String?
}

/// Judges by the list of all states.
public struct KnownStates: SessionJudge {
  /// State n of the app, from 0.
  private let truth: [JSONValue]

  /// Judges by state 0 and the states after it.
  public init(_ truth: [JSONValue]) { self.truth = truth }

  /// Nothing is known of actions.
  public mutating func fault(inAction n: Int, _ action: JSONValue) -> String? { nil }

  /// Checks that it is the app's state n.
  public mutating func fault(inState n: Int, _ state: JSONValue) -> String? {
    n < truth.count && state == truth[n] ? nil : "state \(n) is not the app's"
  }
}

/// Judges the session of one thread that posts to a ``Ledger``.
public struct OneLedger: SessionJudge {
  private var states: [JSONValue] = [OneLedger.encoded(Ledger())]
  private var ledger = Ledger()

  /// Judges by the result of reducing postings 1, 2 and so on.
  public init() {}

  /// Checks that it is posting n.
  public mutating func fault(inAction n: Int, _ action: JSONValue) -> String? {
    action == Self.encoded(Posting(thread: 0, index: n)) ? nil : "action \(n) is not the app's"
  }

  /// Checks that it is the ledger after posting n.
  public mutating func fault(inState n: Int, _ state: JSONValue) -> String? {
    while states.count <= n {
      let posting = Posting(thread: 0, index: states.count)
      ledger.post(posting, dice: Ledger.dice(posting))
      states.append(Self.encoded(ledger))
    }
    return state == states[n] ? nil : "state \(n) is not the app's"
  }

  private static func encoded<Value: Encodable>(_ value: Value) -> JSONValue {
    do { return try ValueEncoder().encode(value).value } catch { return .null }
  }
}

/// Judges the session of many threads that post, to one ledger in turn or each to its own.
public struct ManyLedgers: SessionJudge {
  private let isShared: Bool
  private var waiting: [Int: Posting] = [:]
  private var latest: [Int: Int] = [:]

  /// Judges the postings of threads.
  ///
  /// - Parameter isShared: Whether all post to one ledger, so that its count is the number of the
  ///   state, and the states have the reducer's order.
  public init(isShared: Bool) { self.isShared = isShared }

  /// How many postings of each thread were seen.
  public var postings: [Int: Int] { latest }

  /// Checks that it is the next posting of its thread.
  public mutating func fault(inAction n: Int, _ action: JSONValue) -> String? {
    guard let posting = Self.posting(action) else { return "action \(n) is no posting" }
    defer { latest[posting.thread] = posting.index }
    waiting[n] = posting
    return posting.index == latest[posting.thread, default: 0] + 1
      ? nil : "action \(n) is not the next of thread \(posting.thread)"
  }

  /// Checks that it is a ledger that posting n was made to.
  public mutating func fault(inState n: Int, _ state: JSONValue) -> String? {
    guard let count = state.object?["count"]?.number?.int else { return "state \(n) has no count" }
    if isShared && count != n { return "state \(n) counts \(count) postings" }
    guard n > 0, let posting = waiting.removeValue(forKey: n) else { return nil }
    let last = state.object?["last"].flatMap(Self.posting)
    return last == posting && (isShared || count == posting.index)
      ? nil : "state \(n) does not follow its action"
  }

  private static func posting(_ value: JSONValue) -> Posting? {
    guard let thread = value.object?["thread"]?.number?.int,
      let index = value.object?["index"]?.number?.int
    else { return nil }
    return Posting(thread: thread, index: index)
  }
}
