import SessionFormat

/// Which steps of a long session are reduced each from its own recorded state, if the chain of all has
/// come to every recorded state.
///
/// A step that begins with the state that the chain has, and that equals the recorded one, can only come
/// to something else from the recorded one if the coding of the state loses something. That is looked
/// for in steps that are evenly spread, and in the first and the last of each type of action: to decode
/// each state of a long session takes many times as long as its replay.
struct StepSample: Equatable {
  /// The bytes of states that are given to a host at most; what fits is looked at as a whole.
  static let mostBytes = 1 << 29
  /// The types of actions of which the first and the last are taken.
  private static let mostTypes = 1000

  /// Each so-manieth step is taken.
  let stride: Int
  private let ends: Set<Int>
  /// How many steps there are to be taken from.
  let total: Int

  /// Nil if all steps fit.
  ///
  /// Complexity: O(steps), of each the front of its line.
  init?(_ session: Session, mostBytes: Int = mostBytes) throws(InspectorError) {
    var (bytes, size, total) = (0, 0, 0)
    var ends: [String: (first: Int, last: Int)] = [:]
    let timeline = Timeline(session)
    for n in session.recorded(from: session.first + 1, through: session.last) {
      size = Self.size(ofState: n - 1, session) ?? size
      bytes += size
      total += 1
      guard session.hasAction(n) else { continue }
      let type = try timeline.front(n).type
      if let known = ends[type] {
        ends[type] = (known.first, n)
      } else if ends.count < Self.mostTypes {
        ends[type] = (n, n)
      }
    }
    guard bytes > mostBytes else { return nil }
    stride = bytes / mostBytes + 1
    self.total = total
    self.ends = Set(ends.values.flatMap { [$0.first, $0.last] })
  }

  /// About how many bytes a state takes, if it is written whole or repeated.
  private static func size(ofState n: Int, _ session: Session) -> Int? {
    guard let entry = session.steps.keyframes[n] ?? session.steps.states[n],
      n == session.first || session.steps.keyframes[n] != nil
        || session.steps.wholeState(atOrBefore: n) == n
    else { return nil }
    return session.lines[entry].count
  }

  /// Whether a step is taken.
  func contains(_ n: Int) -> Bool { n % stride == 0 || ends.contains(n) }
}
