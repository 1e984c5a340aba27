import SessionFormat

/// The source of a walk's steps, and of what a host is sent for each.
protocol StepSource {
  /// The recording.
  var session: Session { get }
  /// The next step in order; nil at the end.
  mutating func next() -> Int?
  /// Whether a step may be sent to the host before it has answered those before.
  func isPlain(_ n: Int) throws(InspectorError) -> Bool
  /// Sends a step to the host; returns the number of bytes.
  mutating func post(_ n: Int, to host: HostClient) throws(InspectorError) -> Int
}

/// The next steps of a walk, some of them in flight to the host.
///
/// The window of steps in flight doubles while answers come. It falls to one if the host refuses an
/// action, as the steps sent after it were reduced from another state.
///
/// A host that did not trap may have been ended from outside, which does not recur. Its last
/// answers may be lost with it, so any step in flight may be the cause. So another host is given
/// the same steps, one at a time.
struct StepQueue<Source: StepSource> {
  var source: Source
  private let host: HostClient
  /// The most bytes that are sent at once, beyond the first `leastSteps` steps.
  private let mostBytes: Int
  private let leastSteps: Int
  /// Steps that can be sent one after the other; those before `head` were answered.
  private var planned: [Int] = []
  private var head = 0
  /// How many of them are in flight.
  private(set) var inFlight = 0
  /// The step after them, which must not be sent ahead.
  private var lone: Int?
  private var window: Int
  private var isAtEnd = false
  /// Steps up to this one are sent one at a time, so that the one that ends the host is certain.
  private var narrowUntil: Int
  /// The last replacement of the host, until it is clear that its cause does not recur.
  private var latest: HostRestart?

  /// - Parameters:
  ///   - source: The steps.
  ///   - host: The host that they are sent to.
  ///   - window: The most steps in flight before the first answer.
  ///   - mostBytes: The most bytes that are sent at once, beyond `leastSteps` steps.
  init(
    _ source: Source, to host: HostClient, window: Int = 1, mostBytes: Int = 1 << 18,
    leastSteps: Int = 1
  ) {
    (self.source, self.host, self.window) = (source, host, window)
    (self.mostBytes, self.leastSteps) = (mostBytes, leastSteps)
    narrowUntil = source.session.first
  }

  /// The next step, and whether it can be sent together with later ones; nil at the end.
  mutating func first() throws(InspectorError) -> (n: Int, isPlanned: Bool)? {
    if head == planned.count, lone == nil { _ = try plan() }
    return head < planned.count ? (planned[head], true) : lone.map { ($0, false) }
  }

  /// Plans the next step to be sent; false if there is none, or if it must be sent alone.
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

  /// Sends steps from the first one on until the window is full, unless more than half of it is
  /// already in flight.
  ///
  /// Doubles the window before, up to `most` steps, unless a host failed in that step or near it.
  mutating func fill(from n: Int, upTo most: Int) throws(InspectorError) {
    if n > narrowUntil, window <= most / 2 { window *= 2 }
    guard inFlight == 0 || inFlight <= window / 2 else { return }
    var bytes = 0
    while inFlight < window, bytes < mostBytes || inFlight < leastSteps {
      if head + inFlight == planned.count, try !plan() { return }
      bytes += try source.post(planned[head + inFlight], to: host)
      inFlight += 1
    }
  }

  /// Removes the first step, which is over.
  mutating func pass(_ n: Int) {
    if let done = latest, n >= done.through { latest = nil }
    if head == planned.count {
      lone = nil
    } else {
      head += 1
      inFlight = max(0, inFlight - 1)
    }
  }

  /// Takes back all steps in flight, to be sent again, one step at first.
  mutating func withdraw() { (inFlight, window) = (0, 1) }

  /// Takes back all planned steps, as the source begins at another step.
  mutating func restart() {
    withdraw()
    planned.removeAll(keepingCapacity: true)
    (head, lone, isAtEnd) = (0, nil, false)
  }

  // MARK: Another host

  /// Whether to give the first step to another host.
  ///
  /// - Parameters:
  ///   - failure: How the last host failed.
  ///   - n: The first step that it had not answered.
  ///   - isAttributable: Whether it certainly failed in that step.
  func asksAgain(after failure: HostFailure, in n: Int, isAttributable: Bool) -> Bool {
    switch failure {
    case .died(let death): !isAttributable || !(death.isTrap || n <= narrowUntil)
    case .silent: !isAttributable
    default: false
    }
  }

  /// Takes back all steps in flight for another host, and notes that it gets the steps from `n` on.
  mutating func withdraw(from n: Int, after failure: HostFailure) {
    let last = inFlight > 0 ? planned[head + inFlight - 1] : n
    let restart = HostRestart(n: n, through: max(n, last), failure: failure)
    host.notes.append(.replaced(restart))
    (latest, narrowUntil) = (restart, restart.through)
    withdraw()
  }

  /// Removes the note on the last replacement, as its cause recurred: no other host went on.
  mutating func noteRecurrence() {
    guard let done = latest else { return }
    latest = nil
    if let place = host.notes.lastIndex(of: .replaced(done)) { host.notes.remove(at: place) }
  }
}
