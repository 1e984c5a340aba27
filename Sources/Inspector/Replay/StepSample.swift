import SessionFormat

/// The steps of a long session that are each reduced from their own recorded state, if the chain
/// has reached every recorded state.
///
/// If the chain's state equals the recorded one, a step from the recorded state can only differ if
/// the coding of the state loses something. Decoding every state of a long session takes many times
/// as long as its replay. So steps at even distances are checked, and the first and last of each
/// type of action.
struct StepSample: Equatable {
  /// The most bytes of states that are given to a host; a session that fits is checked as a whole.
  static let mostBytes = 1 << 27
  /// The most action types whose first and last step are taken.
  private static let mostTypes = 1000

  /// The distance of the steps that are taken.
  let stride: Int
  private let ends: Set<Int>
  /// The number of steps to choose from.
  let total: Int

  /// Nil if all steps fit.
  ///
  /// Complexity: O(steps), reading the start of each line.
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

  /// The approximate bytes of a state, if it is written whole or repeated.
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
