import SessionFormat

/// Reads the segments of a session as the format says, beside any reader of the project, and
/// compares them with what the app did.
struct SegmentOracle {
  /// State n of the app, from 0.
  let truth: [JSONValue]
  /// What is wrong, in words; empty where all is as it should be.
  private(set) var faults: [String] = []
  private(set) var actions: Set<Int> = []
  private(set) var states: Set<Int> = []
  private(set) var gaps: [GapLine] = []
  private(set) var inputs: [Int: Int] = [:]
  private(set) var marks: [String] = []
  private(set) var isClosed = false
  /// Files whose last line is torn.
  private(set) var torn = 0

  private let first: Int
  private var lastState: Int
  private var state: JSONValue?
  private var isAfterGap = false
  private var firstID: String?

  /// - Parameter first: The state that the first file begins with, where it is an excerpt.
  init(truth: [JSONValue], first: Int = 0) {
    self.truth = truth
    self.first = first
    lastState = first
  }

  mutating func read(_ segments: [String]) {
    for (place, text) in segments.enumerated() {
      var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let rest = lines.removeLast()
      if !rest.isEmpty { torn += 1 }
      read(lines.map(Array.init), segment: place)
    }
  }

  private mutating func read(_ lines: [[Character]], segment: Int) {
    isClosed = false
    isAfterGap = false
    state = nil
    for (place, line) in lines.enumerated() {
      guard let line = Self.parse(String(line)) else {
        fail("segment \(segment) line \(place + 1) is damaged")
        return
      }
      if isClosed { fail("segment \(segment): a line after its end") }
      if place == 0 {
        header(line, segment: segment)
      } else {
        read(line, segment: segment)
      }
    }
  }

  private mutating func header(_ line: SessionLine, segment: Int) {
    guard case .session(let header) = line else {
      return fail("segment \(segment) begins with \(line.kind)")
    }
    if let origin = header.continues {
      if let firstID, origin.id != firstID { fail("segment \(segment) continues another session") }
      if origin.n < lastState { fail("segment \(segment) goes back to \(origin.n)") }
    } else if segment > 0 {
      fail("segment \(segment) continues nothing")
    }
    if firstID == nil { firstID = header.continues?.id ?? header.id }
  }

  private mutating func read(_ line: SessionLine, segment: Int) {
    switch line {
    case .action(let action):
      if !actions.insert(action.n).inserted { fail("action \(action.n) twice") }
      if state == nil { fail("action \(action.n) before any state") }
    case .input(let input): inputs[input.n, default: 0] += 1
    case .state(let line): take(line)
    case .keyframe(let keyframe):
      if keyframe.state != state { fail("keyframe \(keyframe.n) differs") }
    case .gap(let gap):
      let missing = (lastState + 1...max(gap.n, lastState + 1)).count { !actions.contains($0) }
      let lost = gap.n > lastState ? missing : 0
      if gap.lost != lost { fail("gap \(gap.n) counts \(gap.lost) lost actions, not \(lost)") }
      gaps.append(gap)
      for n in stride(from: lastState + 1, through: gap.n, by: 1) { actions.insert(n) }
      lastState = max(lastState, gap.n)
      isAfterGap = true
    case .mark(let mark): marks.append(mark.text)
    case .end: isClosed = true
    default: break
    }
  }

  private mutating func take(_ line: StateLine) {
    let isRepeated = state == nil && line.n == lastState
    if !isRepeated && !isAfterGap && line.n != lastState + 1 {
      fail("state \(line.n) after state \(lastState)")
    }
    if line.n > first, !actions.contains(line.n) { fail("state \(line.n) without its action") }
    switch line.content {
    case .whole(let whole): state = whole
    case .patch(let patch):
      guard let before = state, !isAfterGap else {
        return fail("state \(line.n) is a change of nothing")
      }
      do { state = try patch.applied(to: before) } catch { fail("state \(line.n): \(error)") }
    }
    if line.n >= truth.count || state != truth[line.n] { fail("state \(line.n) is not the app's") }
    states.insert(line.n)
    lastState = line.n
    isAfterGap = false
  }

  private mutating func fail(_ words: String) { faults.append(words) }

  private static func parse(_ line: String) -> SessionLine? {
    do {
      return try Array(line.utf8).withUnsafeBufferPointer {
        try LineCoding.line($0, crc: .required).line
      }
    } catch { return nil }
  }
}
