import SessionFormat

/// Where the steps of a walk come from, and what a host is sent of each.
protocol StepSource {
  /// The next step, behind those before; nil at the end.
  mutating func next() -> Int?
  /// Whether a step may be sent to the host before it has answered those before.
  func isPlain(_ n: Int) throws(InspectorError) -> Bool
  /// Puts a step on its way to the host; how many bytes that takes.
  mutating func post(_ n: Int, to host: HostClient) throws(InspectorError) -> Int
}

/// The steps of a walk that come next, of which some are on their way to the host.
///
/// How many may be on their way doubles while answers come, and falls to one if the host refuses an
/// action: what was sent behind it was reduced from another state.
struct StepQueue<Source: StepSource> {
  var source: Source
  /// The most bytes that are put together at once, beyond the first so many steps.
  private let mostBytes: Int
  private let leastSteps: Int
  /// Steps that can be sent one behind the other; those before `head` were answered.
  private var planned: [Int] = []
  private var head = 0
  /// How many of them are on their way.
  private(set) var inFlight = 0
  /// The step behind them, which is not to be sent ahead.
  private var lone: Int?
  private var window: Int
  private var isAtEnd = false

  /// - Parameters:
  ///   - source: The steps.
  ///   - window: How many may be on their way before the first answer.
  ///   - mostBytes: How many bytes are put together at once, beyond `leastSteps` steps.
  init(_ source: Source, window: Int = 1, mostBytes: Int = 1 << 18, leastSteps: Int = 1) {
    (self.source, self.window) = (source, window)
    (self.mostBytes, self.leastSteps) = (mostBytes, leastSteps)
  }

  /// The last step on its way.
  var lastInFlight: Int? { inFlight > 0 ? planned[head + inFlight - 1] : nil }

  /// The step that comes next, and whether it can be sent with those behind it; nil at the end.
  mutating func first() throws(InspectorError) -> (n: Int, isPlanned: Bool)? {
    if head == planned.count, lone == nil { _ = try plan() }
    return head < planned.count ? (planned[head], true) : lone.map { ($0, false) }
  }

  /// Adds the next step to those that can be sent; false if there is none, or it is to go alone.
  private mutating func plan() throws(InspectorError) -> Bool {
    guard lone == nil, !isAtEnd else { return false }
    guard let n = source.next() else {
      isAtEnd = true
      return false
    }
    guard try source.isPlain(n) else {
      lone = n
      return false
    }
    if head > 1024, head * 2 > planned.count {
      planned.removeFirst(head)
      head = 0
    }
    planned.append(n)
    return true
  }

  /// Puts steps on their way, as many as may be, unless more than half of those are.
  mutating func fill(_ host: HostClient) throws(InspectorError) {
    guard inFlight == 0 || inFlight <= window / 2 else { return }
    var bytes = 0
    while inFlight < window, bytes < mostBytes || inFlight < leastSteps {
      if head + inFlight == planned.count, try !plan() { return }
      bytes += try source.post(planned[head + inFlight], to: host)
      inFlight += 1
    }
  }

  /// Lets more be on their way at once, up to so many.
  mutating func widen(upTo most: Int) { if window <= most / 2 { window *= 2 } }

  /// Passes over the first step, which is over.
  mutating func pass() {
    if head == planned.count {
      lone = nil
    } else {
      head += 1
      inFlight = max(0, inFlight - 1)
    }
  }

  /// Takes back all that is on its way, which is sent anew, one step at first.
  mutating func withdraw() { (inFlight, window) = (0, 1) }

  /// Takes back all that was looked at, as the source begins at another step.
  mutating func restart() {
    withdraw()
    planned.removeAll(keepingCapacity: true)
    (head, lone, isAtEnd) = (0, nil, false)
  }
}
