import SessionFormat
import TestSupport
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("A branch is what a plain replay of its actions gives")
struct BranchLawTests {
  /// Draws sessions and changes of them.
  private struct Draws {
    var generator: SplitMix64

    init(_ seed: Int) { generator = SplitMix64(seed: UInt64(seed) &+ 77) }

    mutating func number(_ range: ClosedRange<Int>) -> Int {
      Int.random(in: range, using: &generator)
    }

    mutating func action() -> (type: String, value: JSONValue) {
      switch number(0...9) {
      case 0...3: ("add", .number(number(1...9)))
      case 4...5: ("times", .number(number(2...5)))
      case 6: ("push", .string("p\(number(0...9))"))
      case 7...8: ("draw", "draw")
      default: ("throw", "throw")
      }
    }

    mutating func session() throws -> Session {
      let count = number(1...14)
      var actions: [(type: String, value: JSONValue)] = []
      for _ in 0..<count { actions.append(action()) }
      return try SessionBuilder.ledger(actions).session()
    }

    mutating func change(_ timeline: Timeline) -> PastChange {
      let (first, last) = (timeline.first, timeline.plan.last)
      let new = action()
      guard last > first else { return .insert(last + 1, type: new.type, new.value) }
      switch number(0...9) {
      case 0...2: return .skip([number(first + 1...last), number(first + 1...last)])
      case 3...4: return .insert(number(first + 1...last + 1), type: new.type, new.value)
      case 5: return .edit(number(first + 1...last), type: new.type, new.value)
      case 6: return .insert(number(first + 1...last + 1), type: "unheard", new.value)
      case 7...8: return .move(number(first + 1...last), number(first + 1...last))
      default: return .unskip(nil)
      }
    }
  }

  /// The states of a timeline, and nil if one is not known.
  private func states(_ timeline: Timeline) throws -> [JSONValue?] {
    var states: [JSONValue?] = []
    for n in timeline.first...timeline.last {
      states.append(timeline.hasState(n) ? try timeline.state(n) : nil)
    }
    return states
  }

  /// What a plain replay makes of the steps of a timeline, one at a time.
  private func replayed(_ timeline: Timeline) throws -> [JSONValue?] {
    let client = HostClient.ledger()
    try client.open(timeline.session.header)
    var states: [JSONValue?] = [try timeline.state(timeline.first)]
    _ = try client.reset(n: timeline.first, to: try timeline.state(timeline.first))
    for n in stride(from: timeline.first + 1, through: timeline.last, by: 1) {
      let step = try timeline.step(n)
      #expect(step.n == n)
      let reduction = Self.reduction(client, step)
      if let reduction {
        #expect(reduction.inputs.map(\.value) == step.inputs.map(\.value))
        #expect(reduction.line.threw == step.threw)
        states.append(reduction.state)
      } else {
        #expect(step.refusal?.reason == "unknown-action")
        states.append(states.last ?? nil)
      }
    }
    return states
  }

  /// What a host makes of a step; nil if it refuses it.
  private static func reduction(_ client: HostClient, _ step: Step) -> HostClient.Reduction? {
    try? client.reduce(step.action, inputs: step.inputs)
  }

  /// What is told of each change that was made, and all states after it.
  private func run(
    _ seed: Int, checkpoints: Bool = true, _ alter: (inout LedgerHost.Manners) -> Void = { _ in }
  ) throws -> [[JSONValue?]] {
    var draws = Draws(seed)
    let session = try draws.session()
    var workspace = Workspace(
      session, host: .ledger(LedgerHost.Account(), alter), checkpoints: checkpoints)
    let recorded = try states(workspace.timelines[0])
    var seen: [[JSONValue?]] = []
    for _ in 0..<6 {
      let change = draws.change(workspace.timeline)
      // An action that is refused when it is put in changes nothing.
      let text = errorText { () throws(InspectorError) in try workspace.change(change) }
      #expect(text == nil || text?.contains("unknown-action") == true, "\(text ?? "")")
      let now = try states(workspace.timeline)
      #expect(try now == replayed(workspace.timeline), "seed \(seed)")
      #expect(workspace.timeline.last == workspace.timeline.plan.last)
      #expect((workspace.timeline.first...workspace.timeline.last).contains(workspace.n))
      seen.append(now)
    }
    #expect(try states(workspace.timelines[0]) == recorded, "the recording stays")
    return seen
  }

  @Test(
    "random changes give the states of a plain replay, however the host keeps states",
    arguments: (0..<60).thinned(8))
  func replay(seed: Int) throws {
    let usual = try run(seed)
    #expect(try run(seed, checkpoints: false) == usual)
    #expect(try run(seed) { $0.holds = false } == usual)
    #expect(try run(seed) { $0.answersWholeOnly = true } == usual)
    #expect(try run(seed) { $0.hasChecksums = false } == usual)
    #expect(try run(seed) { $0.knowsBrief = false } == usual)
  }

  @Test(
    "changes that are taken back give the recording, without a step of their own",
    arguments: 0..<60)
  func inverse(seed: Int) throws {
    var draws = Draws(seed)
    let session = try draws.session()
    let recording = Timeline(session)
    func check(_ workspace: Workspace) throws {
      let branch = workspace.timeline
      #expect(branch.isBranch)
      #expect((branch.fork, branch.last) == (session.last, session.last), "seed \(seed)")
      #expect(try states(branch) == states(recording))
      #expect(
        try (1...session.last).map { try branch.step($0) }
          == (1...session.last).map {
            try recording.step($0)
          })
    }
    let n = draws.number(1...session.last)
    let m = draws.number(1...session.last)
    var workspace = Workspace(session, host: .ledger())
    _ = try workspace.change(.skip([n, m]))
    _ = try workspace.change(.unskip(nil))
    try check(workspace)
    workspace = Workspace(session, host: .ledger())
    _ = try workspace.change(.skip([n]))
    _ = try workspace.change(.unskip([n]))
    try check(workspace)
    workspace = Workspace(session, host: .ledger())
    _ = try workspace.change(.insert(n, type: "add", 3))
    _ = try workspace.change(.skip([n]))
    try check(workspace)
    if n != m {
      workspace = Workspace(session, host: .ledger())
      _ = try workspace.change(.move(n, m))
      _ = try workspace.change(.move(m, n))
      try check(workspace)
    }
    let action = try session.action(n)
    workspace = Workspace(session, host: .ledger())
    _ = try workspace.change(.edit(n, type: "times", 77))
    _ = try workspace.change(.edit(n, type: action.type, action.action))
    try check(workspace)
    workspace = Workspace(session, host: .ledger())
    #expect(try workspace.change(.edit(n, type: action.type, action.action)).isIdle)
    #expect(workspace.timelines.count == 1)
  }

  @Test("a saved branch is sound, has the branch's steps, and reproduces", arguments: 0..<60)
  func saved(seed: Int) throws {
    var draws = Draws(seed)
    let session = try draws.session()
    var workspace = Workspace(session, host: .ledger())
    for _ in 0..<4 {
      var change = draws.change(workspace.timeline)
      if case .insert(let n, "unheard", let value) = change {
        change = .insert(n, type: "push", value)
      }
      _ = try workspace.change(change)
    }
    let branch = workspace.timeline
    guard branch.isBranch else { return }
    let copy = try open(try BranchSession.bytes(of: branch))
    #expect(try SessionCheck(copy).faults == [])
    #expect(copy.header.derived?.id == session.header.id)
    #expect(copy.header.derived?.changes == BranchText.changes(of: branch))
    #expect((copy.first, copy.last) == (branch.first, branch.last))
    #expect(try states(Timeline(copy)) == states(branch))
    for n in stride(from: branch.first + 1, through: branch.last, by: 1) {
      let (step, own) = (try Timeline(copy).step(n), try branch.step(n))
      #expect(step.action == own.action)
      #expect(InputLine.areEqual(step.inputs, own.inputs))
      #expect(step.threw == own.threw)
    }
    let verdict = try Verification(copy, host: .ledger()).verdict()
    #expect(verdict.reproduces && verdict.equal == copy.last, "\(verdict)")
  }
}

extension BranchSession {
  /// A branch as the bytes of a session.
  static func bytes(
    of branch: Timeline, marks: [(n: Int, text: String)] = []
  ) throws(InspectorError) -> [UInt8] {
    var writer = SessionWriter(to: nil)
    var session = BranchSession(branch, marks: marks)
    try session.write(into: &writer) { false }
    try writer.finish()
    return writer.kept
  }
}
