import SessionFormat

/// The states of a timeline, for a walk backwards.
///
/// A state is made from one before it. So the way back is divided into stretches, each passed
/// forward once. A stretch doubles in length while requests stay near each other.
struct ReverseStates {
  private let timeline: Timeline
  /// The states as the next action found them, by number.
  private var states: [Int: JSONValue] = [:]
  private var last: Int?
  private var length = 1

  /// The longest stretch, in steps and in bytes of its states' lines.
  private static let longest = 64
  private static let largest = 1 << 20

  init(_ timeline: Timeline) { self.timeline = timeline }

  /// The known state `n`, with the outside changes after it.
  mutating func beforeNext(_ n: Int) throws(InspectorError) -> JSONValue {
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
    for step in start...n { states[step] = try timeline.beforeNext(step) }
    return states[n] ?? .null
  }
}
