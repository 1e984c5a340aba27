/// Lines are not written at the moment: why, and what that has cost.
///
/// A session begins as interrupted, as its first segment is still to be made.
struct Interruption {
  /// Waiting after a first failure, in nanoseconds; doubled by each that follows.
  private static let firstDelay: UInt64 = 250_000_000
  private static let longestDelay: UInt64 = 8_000_000_000

  /// What a gap says of it.
  var reason: String
  /// Whether the session goes on in a new segment, as no line may follow a torn one.
  var needsSegment: Bool
  /// Whether the app asked for it, so that only the app ends it.
  var isPaused = false
  /// How many actions have no line.
  var lost = 0
  /// The state up to which a gap has told what was lost; what is counted here came after it.
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

  /// Waits longer each time, so that a full disk does not make every action slow.
  mutating func putOff(at now: UInt64) {
    delay = delay == 0 ? Self.firstDelay : min(delay * 2, Self.longestDelay)
    retryAt = now &+ delay
  }

  /// Takes note that a gap before state n stands in a file, with so many lost actions.
  mutating func tell(upTo n: Int, lost part: Int) {
    told = n
    lost -= part
    lacksInputs = false
  }

  /// Whether a `gap` must stand before state n.
  ///
  /// - Parameters:
  ///   - n: The state that the session goes on with.
  ///   - written: The last state that has a line.
  func needsGap(before n: Int, written: Int) -> Bool {
    let known = max(written, told)
    guard n > known else { return false }
    // The very next state, after an action that stands there with its inputs, is no gap.
    return n > known + 1 || lost > 0 || lacksInputs
  }
}
