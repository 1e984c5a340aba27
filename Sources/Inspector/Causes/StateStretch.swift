import SessionFormat

/// The states of a timeline for one who goes back along it.
///
/// A state is made from one before it, so the way back is walked in stretches, each passed forward
/// once; a stretch is as long as the last steps that were asked for lay near each other.
struct StateStretch {
  private let timeline: Timeline
  /// States as the action after them found them, by number.
  private var states: [Int: JSONValue] = [:]
  private var last: Int?
  private var length = 1

  /// The longest stretch, in steps and in bytes of the lines that its states are made of.
  private static let longest = 64
  private static let largest = 1 << 20

  init(_ timeline: Timeline) { self.timeline = timeline }

  /// State `n`, which is known, with the changes from outside after it.
  mutating func leaving(_ n: Int) throws(InspectorError) -> JSONValue {
    if let state = states[n] {
      last = n
      return state
    }
    let isNear = last.map { $0 - n <= 2 * length && $0 >= n } ?? false
    length = isNear ? min(2 * length, Self.longest) : 1
    last = n
    states = [:]
    var start = n
    var bytes = 0
    while start > timeline.first, n - start + 1 < length, timeline.hasState(start - 1) {
      bytes += timeline.session.steps.states[start].map { timeline.session.lines[$0].count } ?? 0
      if bytes > Self.largest { break }
      start -= 1
    }
    for step in start...n { states[step] = try timeline.leaving(step) }
    return states[n] ?? .null
  }
}
