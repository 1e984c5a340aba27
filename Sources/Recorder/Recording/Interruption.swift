/// The reason why no lines are written at the moment, and what that has cost.
///
/// A session begins interrupted, because its first segment is still to be made.
struct Interruption {
  /// The delay after a first failure, in nanoseconds; each further failure doubles it.
  private static let firstDelay: UInt64 = 250_000_000
  private static let longestDelay: UInt64 = 8_000_000_000

  /// The reason that a gap gives.
  var reason: String
  /// Whether the session goes on in a new segment, because no line may follow a torn one.
  var needsSegment: Bool
  /// Whether the app asked for it, so that only the app ends it.
  var isPaused = false
  /// How many actions have no line.
  var lost = 0
  /// The state up to which a gap has counted what was lost; the count here is for what came after.
  private(set) var told = 0
  /// Whether an input of an action that has a line was not written.
  var lacksInputs = false

  private var delay: UInt64 = 0
  private var retryAt: UInt64 = 0

  init(reason: String, needsSegment: Bool) {
    self.reason = reason
    self.needsSegment = needsSegment
  }

  /// Whether it is time to try again.
  func isDue(_ now: () -> UInt64) -> Bool { !isPaused && (retryAt == 0 || now() >= retryAt) }

  /// Waits longer each time, so that a full disk does not slow down every action.
  mutating func putOff(at now: UInt64) {
    delay = delay == 0 ? Self.firstDelay : min(delay * 2, Self.longestDelay)
    retryAt = now &+ delay
  }

  /// Notes that a gap before state n is written, with that many lost actions.
  mutating func tell(upTo n: Int, lost part: Int) {
    told = n
    lost -= part
    lacksInputs = false
  }

  /// Whether a `gap` must come before state n.
  ///
  /// - Parameters:
  ///   - n: The state that the session goes on with.
  ///   - written: The last state that has a line.
  func needsGap(before n: Int, written: Int) -> Bool {
    let known = max(written, told)
    guard n > known else { return false }
    // The very next state is no gap, if its action is written with its inputs.
    return n > known + 1 || lost > 0 || lacksInputs
  }
}
