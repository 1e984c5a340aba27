package import SessionFormat

/// The state at a step, and those next to it that cost little to read: the one before, then those that
/// follow.
///
/// What cannot be read is left out. Complexity: O(the state here) for the first, and at most 16 more
/// lines of 256 kB in all. Of a state above 2 MB none is read but that, as a change of an object with
/// very many members takes as long as they are.
package struct NearbyStates: Sequence, IteratorProtocol {
  private let timeline: Timeline
  private let n: Int
  private var asked = 0
  private var bytes = 0

  private static let count = 16
  private static let limit = 256 << 10
  private static let largest = 2 << 20

  package init(_ timeline: Timeline, _ n: Int) { (self.timeline, self.n) = (timeline, n) }

  package mutating func next() -> JSONValue? {
    while asked <= Self.count {
      defer { asked += 1 }
      // The order is n, n - 1, n + 1, n + 2 and so on.
      let place = asked < 2 ? n - asked : n + asked - 1
      guard place >= timeline.first, place <= timeline.last, timeline.hasState(place) else {
        continue
      }
      if asked > 0 {
        bytes += timeline.bytes(toState: place, from: n)
        guard bytes <= Self.limit else { return nil }
      }
      guard let state = try? timeline.state(place) else { continue }
      if state.textSize > Self.largest { asked = Self.count }
      return state
    }
    return nil
  }
}

extension Timeline {
  /// How many bytes are read to get to a state from another one that is known.
  fileprivate func bytes(toState n: Int, from known: Int) -> Int {
    n > fork ? 0 : session.bytes(toState: n, from: min(known, fork))
  }
}

extension Session {
  fileprivate func bytes(toState n: Int, from known: Int) -> Int {
    let base = steps.wholeState(atOrBefore: n)
    var bytes = steps.states[n].map { lines[$0].count } ?? 0
    if let base, base != steps.wholeState(atOrBefore: known) {
      bytes += (steps.keyframes[base] ?? steps.states[base]).map { lines[$0].count } ?? 0
    }
    return bytes
  }
}
