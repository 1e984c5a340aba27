import SessionFormat

/// The source of a walk through the actions of a plan, with the states that the host keeps meanwhile.
struct BranchSource: StepSource {
  /// The least distance between the states that the host keeps.
  private static let leastSpacing = 1024

  let session: Session
  /// The plan; its drawn inputs grow as the host answers.
  var plan: BranchPlan
  let runs: PlaceRuns
  var checkpoints: HostCheckpoints
  /// The keys of kept states that are not known yet, by their places.
  var held: [Int: String] = [:]
  /// Whether a trap ends the host alone.
  var runsInOwnProcess = true
  private let fatal: ClosedRange<Int>?
  private var place = 0
  private var last = 0
  /// The distance between kept states, and the place of the last requested one.
  private var (spacing, border) = (0, 0)

  init(_ plan: BranchPlan, of session: Session, _ checkpoints: HostCheckpoints) {
    (self.plan, self.session, self.checkpoints) = (plan, session, checkpoints)
    (runs, fatal) = (PlaceRuns(plan), session.fatalActions)
  }

  /// Begins after a place.
  mutating func begin(behind start: Int) {
    (place, border, last, held) = (start, start, plan.last, [:])
    spacing = max(Self.leastSpacing, (last - start) / 8)
  }

  mutating func next() -> Int? {
    guard place < last, runs[place + 1] != nil else { return nil }
    place += 1
    return place
  }

  func isPlain(_ n: Int) -> Bool { stop(at: n) == nil }

  /// Why a branch ends with an action; nil if the host can reduce it.
  func stop(at n: Int) -> BranchStop? {
    guard case .recorded(let origin)? = runs[n] else { return nil }
    if !session.hasAction(origin) { return BranchStop(n: n, reason: .lost) }
    guard !runsInOwnProcess, fatal?.contains(origin) == true else { return nil }
    return BranchStop(n: n, reason: .spared)
  }

  mutating func post(_ n: Int, to host: HostClient) throws(InspectorError) -> Int {
    guard let element = runs[n] else { return 0 }
    // Ask for a save only between two in-flight actions: the later one flushes the answer, and the
    // earlier one, not answered yet, marks when to look for the state.
    var key: String?
    if host.posted.count > 0, n - 1 - border >= spacing {
      border = n - 1
      key = checkpoints.newKey(border, of: plan, in: session)
    }
    // The verification checks how a recorded action encodes.
    let bytes = try host.posted.add(n, behind: key, isBrief: element.isRecorded) {
      out throws(InspectorError) in try addLines(of: element, n, to: &out)
    }
    if let key { held[border] = key }
    return bytes
  }

  /// Adds an action and its inputs in the form that the host gets.
  func addLines(
    of element: PlaceRuns.Element, _ place: Int, to lines: inout [UInt8]
  ) throws(InspectorError) {
    switch element {
    case .recorded(let origin): try session.addLines(ofAction: origin, as: place, to: &lines)
    case .own(let own):
      lines += LineCoding.bytes(of: SessionLine.action(line(own, place)).document, crc: false)
    }
    if plan.drawn.isEmpty { return }
    for input in inputs(drawnBy: element, place) {
      lines += LineCoding.bytes(of: SessionLine.input(input).document, crc: false)
    }
  }

  func line(_ own: OwnAction, _ n: Int) -> ActionLine {
    var line = ActionLine(n: n, t: own.t, type: own.type, action: own.action)
    if own.replaces != n { line.was = own.replaces }
    line.isNew = true
    return line
  }

  func inputs(drawnBy element: PlaceRuns.Element, _ n: Int) -> [InputLine] {
    (plan.drawn[element.owner] ?? []).map { input in
      var input = input
      input.n = n
      return input
    }
  }
}
