public import SessionFormat

/// Reads the segments of a session by the format alone, without any reader of the project, and
/// compares them with what the app did.
public struct SegmentOracle<Judge: SessionJudge> {
  /// The judge that knows the app.
  public private(set) var judge: Judge
  /// The faults, in words; empty if all is correct.
  public private(set) var faults: [String] = []
  /// The actions that have a line, or are counted by a gap.
  public private(set) var actions: Set<Int> = []
  /// The states that have a line.
  public private(set) var states: Set<Int> = []
  /// All gaps, in order.
  public private(set) var gaps: [GapLine] = []
  /// How many inputs each action has.
  public private(set) var inputs: [Int: Int] = [:]
  /// The bookmarks, in order.
  public private(set) var marks: [String] = []
  /// Whether the last segment has an end.
  public private(set) var isClosed = false
  /// How many files end with a torn line.
  public private(set) var torn = 0
  /// How many whole lines there are.
  public private(set) var lines = 0
  /// The number of the first state in the files: 0, unless older segments were removed.
  public private(set) var firstState = 0

  private var lastState = 0
  private var state: JSONValue?
  private var isAfterGap = false
  private var firstID: String?
  private var place = "segment 0"
  private var isFirst = true
  private let mayLackOlder: Bool

  /// A reader that has not read anything yet.
  ///
  /// - Parameter mayLackOlder: Whether older segments may have been removed to make room.
  public init(judge: Judge, mayLackOlder: Bool = false) {
    self.judge = judge
    self.mayLackOlder = mayLackOlder
  }

  /// Reads the next segment of the session.
  public mutating func read(_ segment: [UInt8]) {
    segment.withUnsafeBufferPointer { read($0) }
  }

  /// Reads the next segment of the session.
  public mutating func read(_ segment: UnsafeBufferPointer<UInt8>) {
    isClosed = false
    isAfterGap = false
    state = nil
    var start = 0
    var number = 0
    while let feed = segment[start...].firstIndex(of: 0x0A) {
      number += 1
      take(UnsafeBufferPointer(rebasing: segment[start..<feed]), number)
      start = feed + 1
    }
    if start < segment.count { torn += 1 }
    lines += number
    if number > 0 { isFirst = false }
    place = "the next segment"
  }

  private mutating func take(_ bytes: UnsafeBufferPointer<UInt8>, _ number: Int) {
    let line: SessionLine
    do { line = try LineCoding.line(bytes, crc: .required).line } catch {
      return fail("line \(number) is damaged: \(error)")
    }
    if isClosed { fail("line \(number) stands after an end") }
    if number == 1 { header(line) } else { read(line) }
  }

  private mutating func header(_ line: SessionLine) {
    guard case .session(let header) = line else { return fail("it begins with \(line.kind)") }
    place = "segment from \(header.continues?.n ?? 0)"
    if let origin = header.continues {
      if let firstID, origin.id != firstID { fail("it continues another session") }
      if origin.n < lastState { fail("it goes back to \(origin.n)") }
      if isFirst, mayLackOlder { (firstState, lastState) = (origin.n, origin.n) }
    } else if !isFirst {
      fail("it continues nothing")
    }
    if firstID == nil { firstID = header.continues?.id ?? header.id }
  }

  private mutating func read(_ line: SessionLine) {
    switch line {
    case .action(let action):
      if !actions.insert(action.n).inserted { fail("action \(action.n) twice") }
      if state == nil { fail("action \(action.n) before any state") }
      fail(judge.fault(inAction: action.n, action.action))
    case .input(let input): inputs[input.n, default: 0] += 1
    case .state(let line): take(line)
    case .keyframe(let keyframe):
      if keyframe.state != state { fail("keyframe \(keyframe.n) differs") }
    case .outside(let outside): apply(outside.content, of: outside.n)
    case .gap(let gap): take(gap)
    case .mark(let mark): marks.append(mark.text)
    case .end: isClosed = true
    default: break
    }
  }

  private mutating func take(_ gap: GapLine) {
    let missing = (lastState + 1...max(gap.n, lastState + 1)).count { !actions.contains($0) }
    let lost = gap.n > lastState ? missing : 0
    if gap.lost != lost, !isFirst || firstState == 0 {
      fail("gap \(gap.n) counts \(gap.lost) lost actions, not \(lost)")
    }
    gaps.append(gap)
    for n in stride(from: lastState + 1, through: gap.n, by: 1) { actions.insert(n) }
    lastState = max(lastState, gap.n)
    isAfterGap = true
  }

  private mutating func take(_ line: StateLine) {
    let isRepeated = state == nil && line.n == lastState
    if !isRepeated && !isAfterGap && line.n != lastState + 1 {
      fail("state \(line.n) after state \(lastState)")
    }
    if line.n > firstState, !actions.contains(line.n) { fail("state \(line.n) without its action") }
    if isAfterGap, !line.content.isWhole { fail("state \(line.n) is a change of nothing") }
    apply(line.content, of: line.n)
    if let state { fail(judge.fault(inState: line.n, state)) }
    states.insert(line.n)
    lastState = line.n
    isAfterGap = false
  }

  private mutating func apply(_ content: StateContent, of n: Int) {
    switch content {
    case .whole(let whole): state = whole
    case .patch(let patch):
      guard let before = state else { return fail("state \(n) is a change of nothing") }
      do { state = try patch.applied(to: before) } catch { fail("state \(n): \(error)") }
    }
  }

  private mutating func fail(_ words: String?) {
    if let words { faults.append("\(place): \(words)") }
  }
}
