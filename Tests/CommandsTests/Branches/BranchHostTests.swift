import SessionFormat
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("Branches of hosts that fail, and what hosts keep for them")
struct BranchHostTests {
  private func session(_ count: Int = 6) throws -> Session {
    try SessionBuilder.ledger((1...count).map { ("add", .number($0)) }).session()
  }

  private func total(_ timeline: Timeline, _ n: Int) throws -> Int? {
    try timeline.state(n)["total"]?.int
  }

  @Test("an action that ends the host is the last step of its branch, which goes on without it")
  func death() throws {
    let account = LedgerHost.Account()
    var workspace = Workspace(try session(), host: .ledger(account))
    _ = try workspace.change(.insert(3, type: "trap", "trap"))
    #expect((workspace.timeline.fork, workspace.timeline.last, workspace.n) == (2, 3, 3))
    #expect(workspace.timeline.hasState(3) == false)
    #expect(
      workspace.timeline.stop?.words
        == "it ends with 3: the host ledger-host died in the reducer of "
        + "action 3: signal 4 (Illegal instruction)")
    let saved = try open(try BranchSession.bytes(of: workspace.timeline))
    #expect(saved.ending == .died(actions: 3...3))
    let verdict = try Verification(saved, host: .ledger()).verdict()
    #expect(verdict.reproducedCrash?.action == 3)
    _ = try workspace.change(.skip([3]))
    #expect((workspace.timeline.fork, workspace.timeline.last) == (6, 6))
    _ = try workspace.change(.insert(5, type: "add", 100))
    #expect(try total(workspace.timeline, 7) == 122)
    #expect(account.hosts == 2)
  }

  @Test(
    "the action that a branch died in lost its inputs where its host leaves them out",
    arguments: [true, false], [true, false])
  func inputsOfDeath(answersActions: Bool, tellsInputs: Bool) throws {
    var builder = SessionBuilder.counter([1, 2], closed: false)
    builder.action(3, "gamble")
    builder.input(3, "random", 60)
    let client = HostClient.counter {
      ($0.answersActions, $0.hasChecksums) = (answersActions, answersActions && tellsInputs)
      if !tellsInputs { $0.untoldInputs = [1, 2, 3] }
    }
    var workspace = Workspace(try builder.session(), host: client)
    _ = try workspace.change(.skip([1]))
    let saved = try open(try BranchSession.bytes(of: workspace.timeline))
    #expect(saved.ending == .died(actions: 2...2))
    #expect(try saved.inputs(2) == [InputLine(n: 2, name: "random", value: 60)])
    #expect(try Verification(saved, host: client).verdict().reproducedCrash?.action == 2)
  }

  @Test("what an action drew that a branch died in was saved as drawn without a recorded value")
  func freshInputOfDeath() throws {
    var workspace = Workspace(try SessionBuilder.counter([45, 2]).session(), host: .counter())
    _ = try workspace.change(.insert(2, type: "gamble", 0))
    let saved = try open(try BranchSession.bytes(of: workspace.timeline))
    #expect(saved.ending == .died(actions: 2...2))
    #expect(try saved.inputs(2) == [InputLine(n: 2, name: "random", value: 7)])
  }

  @Test("an action behind the end of a branch that died can still be skipped and edited")
  func behindDeath() throws {
    var workspace = Workspace(try session(), host: .ledger())
    _ = try workspace.change(.insert(3, type: "trap", "trap"))
    _ = try workspace.change(.skip([7]))
    #expect(workspace.timeline.last == 3)
    _ = try workspace.change(.edit(3, type: "add", 50))
    #expect((workspace.timeline.last, try total(workspace.timeline, 6)) == (6, 66))
  }

  @Test("a host that hangs or babbles in a new action changes nothing, and another is started")
  func failures() throws {
    for (type, words) in [
      ("hang", "the host ledger-host gave no answer for 1 s; --patience SECONDS waits longer"),
      (
        "babble",
        "the host ledger-host wrote something that is not an answer: a value is missing: la la"
      ),
      ("odd", "the host ledger-host refused 3: unknown-action: no action odd"),
    ] {
      var workspace = Workspace(try session(), host: .ledger())
      let text = errorText { () throws(InspectorError) in
        try workspace.change(.insert(3, type: type, "x"))
      }
      #expect(text == words)
      #expect((workspace.timelines.count, workspace.n, workspace.branchCount) == (1, 0, 0))
      _ = try workspace.change(.insert(3, type: "add", 10))
      #expect(try total(workspace.timeline, 7) == 32)
    }
  }

  @Test(
    "a recorded action that hangs the host later is where the branch stops, until it is skipped")
  func hangLater() throws {
    let builder = try SessionBuilder.ledger([("add", 1), ("add", 2)])
    var lines = Array(builder.lines.dropLast())
    lines.append(SessionLine.action(ActionLine(n: 3, t: 3, type: "hang", action: "x")).document)
    lines.append(
      SessionLine.state(StateLine(n: 3, content: .patch(JSONPatch(from: 1, to: 1)))).document)
    lines.append(SessionLine.action(ActionLine(n: 4, t: 4, type: "add", action: 5)).document)
    lines.append(
      SessionLine.state(StateLine(n: 4, content: .patch(JSONPatch(from: 1, to: 1)))).document)
    let bytes = lines.flatMap { LineCoding.bytes(of: $0) }
    var workspace = Workspace(try open(bytes), host: .ledger())
    _ = try workspace.change(.skip([1]))
    #expect(workspace.timeline.last == 1)
    #expect(
      workspace.timeline.stop?.words
        == "it stops before 2: the host ledger-host gave no answer for "
        + "1 s; --patience SECONDS waits longer")
    _ = try workspace.change(.skip([2]))
    #expect(workspace.timeline.stop == nil)
    #expect((workspace.timeline.last, try total(workspace.timeline, 2)) == (2, 8))
  }

  @Test(
    "a host that is killed anywhere is replaced, and the states are the same", arguments: 1...40)
  func killed(at answer: Int) throws {
    let actions: [(type: String, value: JSONValue)] = (1...30).map { ("add", .number($0)) }
    let session = try SessionBuilder.ledger(actions).session()
    var sound = Workspace(session, host: .ledger())
    _ = try sound.change(.skip([2]))
    let account = LedgerHost.Account()
    let client = HostClient { () throws(HostFailure) in
      // Only the first of them is killed.
      var manners = LedgerHost.Manners()
      if account.hosts == 0 { manners.killedAt = answer }
      return LedgerHost(manners, account)
    }
    var workspace = Workspace(session, host: client)
    do throws(InspectorError) { _ = try workspace.change(.skip([2])) } catch {
      // Before it had a state nothing was made.
      #expect(answer <= 3, "\(error)")
      _ = try workspace.change(.skip([2]))
    }
    if let stop = workspace.timeline.stop {
      // Killed in an action that was alone on its way, as if by that.
      guard case .died = stop.reason else {
        Issue.record("\(stop.words)")
        return
      }
      _ = try workspace.reload()
    }
    #expect(workspace.timeline.last == 29)
    for n in 0...29 { #expect(try workspace.timeline.state(n) == sound.timeline.state(n)) }
  }

  @Test("an action that is refused later stays as a step, which changes nothing")
  func refusedLater() throws {
    var builder = try SessionBuilder.ledger([("add", 1), ("add", 2)], closed: false)
    builder.action(3, "unheard", 0)
    builder.patch(3, to: ["log": [], "total": 4])
    builder.action(4, "add", 5)
    builder.patch(4, to: ["log": [], "total": 9])
    var workspace = Workspace(try builder.session(), host: .ledger())
    _ = try workspace.change(.skip([1]))
    let branch = workspace.timeline
    #expect((branch.last, branch.refused) == (3, [2]))
    #expect(try branch.step(2).refusal?.message == "no action unheard")
    #expect(try (1...3).map { try total(branch, $0) } == [3, 3, 8])
    let saved = try open(try BranchSession.bytes(of: branch))
    #expect((saved.last, try saved.events(1).count) == (2, 1))
    #expect(try Verification(saved, host: .ledger()).verdict().reproduces)
  }

  @Test("what was drawn on a branch is drawn again when that is reduced again")
  func drawn() throws {
    nonisolated(unsafe) var last = 100
    let client = HostClient.ledger(LedgerHost.Account()) {
      $0.fresh = {
        last += 1
        return last
      }
    }
    var workspace = Workspace(try session(), host: client)
    _ = try workspace.change(.insert(3, type: "draw", "draw"))
    #expect(try workspace.timeline.step(3).inputs == [InputLine(n: 3, name: "random", value: 101)])
    _ = try workspace.change(.skip([1]))
    #expect(try workspace.timeline.step(2).inputs == [InputLine(n: 2, name: "random", value: 101)])
    _ = try workspace.change(.unskip(nil))
    #expect(try workspace.timeline.step(3).inputs == [InputLine(n: 3, name: "random", value: 101)])
    #expect(last == 101)
  }

  @Test("a change near the end reduces what comes after it alone, from what the host keeps")
  func nearTheEnd() throws {
    let account = LedgerHost.Account()
    let actions: [(type: String, value: JSONValue)] = (1...4000).map { ("add", .number($0 % 7)) }
    let session = try SessionBuilder.ledger(actions).session()
    var workspace = Workspace(session, host: .ledger(account))
    #expect(try workspace.change(.skip([10])).reduced == 3990)
    #expect((account.resets, account.held) == (1, 4))
    let reduced = account.reduced
    #expect(try workspace.change(.skip([3990])).reduced == 9)
    #expect(account.reduced - reduced == 9)
    _ = try workspace.change(.unskip([3991]))
    #expect((account.resets, account.back) == (2, 1))
    #expect(workspace.checkpoints.count == 5)
  }

  @Test("a host that does not know how to keep a state is asked once, and gets the states instead")
  func deaf() throws {
    for complains in [false, true] {
      let account = LedgerHost.Account()
      var workspace = Workspace(
        try session(),
        host: .ledger(account) {
          $0.isDeaf = !complains
          $0.complains = complains
        })
      _ = try workspace.change(.skip([4]))
      #expect(try total(workspace.timeline, 5) == 18)
      _ = try workspace.change(.skip([2]))
      #expect(try total(workspace.timeline, 4) == 16)
      #expect(account.hosts == (complains ? 1 : 2))
      #expect(workspace.checkpoints.count == 0)
    }
  }

  @Test("a host that refuses to keep states in the middle of a branch costs it nothing but these")
  func refusesLater() throws {
    var actions: [(type: String, value: JSONValue)] = []
    for n in 1...5000 {
      if n % 10 == 0 {
        actions.append(("push", .string("p\(n % 3)")))
      } else {
        actions.append(("times", .number(n % 5 + 2)))
      }
    }
    let session = try SessionBuilder.ledger(actions).session()
    var sound = Workspace(session, host: .ledger(), checkpoints: false)
    #expect(try sound.change(.skip([10])).reduced == 4990)
    for (most, hasChecksums) in [(0, true), (1, false), (2, true), (5, false)] {
      let host = HostClient.ledger { ($0.mostHeld, $0.hasChecksums) = (most, hasChecksums) }
      var workspace = Workspace(session, host: host)
      #expect(try workspace.change(.skip([10])).reduced == 4990)
      for n in [0, 9, 10, 1033, 1034, 1035, 2500, 4998, 4999] {
        #expect(try workspace.timeline.state(n) == sound.timeline.state(n))
      }
      #expect(workspace.checkpoints.count == (most < 5 ? 0 : 5))
      // The next change gets the right state, by whatever way.
      _ = try workspace.change(.skip([4990]))
      #expect(workspace.timeline.last == 4998)
    }
  }

  @Test("actions that are longer than what is sent at once are on their way two by two")
  func longActions() throws {
    let long = String(repeating: "x", count: 40_000)
    var actions: [(type: String, value: JSONValue)] = (1...1100).map { ("add", .number($0 % 7)) }
    for n in 1001..<1100 { actions[n] = ("push", .string(long)) }
    let session = try SessionBuilder.ledger(actions).session()
    let account = LedgerHost.Account()
    var workspace = Workspace(session, host: .ledger(account))
    #expect(try workspace.change(.skip([1])).reduced == 1099)
    // Each state that the host keeps is known.
    #expect(account.held == workspace.checkpoints.count)
    #expect(account.held == 2)
  }

  @Test("a host that refuses the word for brief answers is not asked again")
  func refusesBrief() throws {
    let account = LedgerHost.Account()
    var workspace = Workspace(
      try session(20), host: .ledger(account) { $0.refusesBrief = true })
    _ = try workspace.change(.insert(8, type: "add", 100))
    _ = try workspace.change(.skip([3]))
    #expect(workspace.timeline.stop == nil)
    #expect(workspace.timeline.refused == [])
    #expect(try total(workspace.timeline, 20) == 308)
    #expect(account.hosts == 1)
  }

  @Test("an action that is refused without its number is none of a state that could not be kept")
  func refusesWithoutNumber() throws {
    var builder = try SessionBuilder.ledger([("add", 1)], closed: false)
    var total = 2
    for n in 2...4000 {
      // One before, one behind and two around each place at which states are kept.
      let isOdd = n % 7 == 0 || [500, 1000, 1034, 1035].contains(n)
      builder.action(n, isOdd ? "odd" : "add", 1)
      if !isOdd { total += 1 }
      builder.patch(n, to: ["log": [], "total": .number(total)])
    }
    let session = try builder.session()
    var sound = Workspace(session, host: .ledger(), checkpoints: false)
    _ = try sound.change(.skip([3]))
    for most in [2, 5] {
      let host = HostClient.ledger { ($0.mostHeld, $0.namesRefused) = (most, false) }
      var workspace = Workspace(session, host: host)
      _ = try workspace.change(.skip([3]))
      #expect(workspace.timeline.stop == nil)
      #expect(workspace.timeline.refused == sound.timeline.refused)
      for n in 0...workspace.timeline.last {
        #expect(try workspace.timeline.state(n) == sound.timeline.state(n))
      }
      #expect(workspace.checkpoints.count == (most < 5 ? 0 : 4))
    }
  }

  @Test("what a verification left on its way is passed over before a change")
  func afterVerify() throws {
    var builder = try SessionBuilder.ledger([("add", 1), ("add", 2)], closed: false)
    for n in 3...40 {
      builder.action(n, "add", 1)
      // Recorded as if by another reducer.
      builder.patch(n, to: ["log": [], "total": .number(100 + n)])
    }
    let session = try builder.session()
    let client = HostClient.ledger()
    var workspace = Workspace(session, host: client)
    #expect(try Verification(session, host: client).verdict().divergence?.n == 3)
    _ = try workspace.change(.skip([1]))
    #expect(try total(workspace.timeline, 39) == 41)
  }

  @Test("no more than 16 states are kept by a host")
  func bounded() throws {
    let account = LedgerHost.Account()
    var workspace = Workspace(try session(40), host: .ledger(account))
    for n in stride(from: 39, through: 10, by: -1) { _ = try workspace.change(.skip([n])) }
    #expect(workspace.checkpoints.count <= 16)
    #expect(account.held == 30)
  }

  @Test("a host in this process is not asked to die as the recording did")
  func spared() throws {
    var builder = try SessionBuilder.ledger([("add", 1), ("add", 2)])
    builder = SessionBuilder.dying(builder)
    var workspace = Workspace(
      try builder.session(), host: .ledger(LedgerHost.Account()) { $0.runsInOwnProcess = false })
    _ = try workspace.change(.skip([1]))
    #expect(
      workspace.timeline.stop?.words
        == "it stops before 2: the recording died there, and the host is in this process")
    var other = Workspace(try builder.session(), host: .ledger())
    _ = try other.change(.skip([1]))
    #expect((other.timeline.last, other.timeline.hasState(2)) == (2, false))
  }

  @Test("another reducer is told by the first step that differs, and branches follow it")
  func reload() throws {
    let account = LedgerHost.Account()
    let client = HostClient { () throws(HostFailure) in
      var manners = LedgerHost.Manners()
      if account.hosts > 0 { manners.error = 1 }
      return LedgerHost(manners, account)
    }
    var workspace = Workspace(try session(), host: client)
    _ = try workspace.change(.skip([2]))
    let reload = try workspace.reload()
    #expect(reload.changes.map(\.differing) == [6, 4])
    #expect(reload.changes.map(\.compared) == [7, 4])
    #expect(reload.changes.map { $0.first?.n } == [1, 2])
    #expect(try total(workspace.timeline, 5) == 24)
    #expect(try total(workspace.timelines[0], 6) == 22)
  }
}

extension SessionBuilder {
  /// A session whose end is replaced by an action that was never left.
  static func dying(_ builder: SessionBuilder) -> SessionBuilder {
    var dying = SessionBuilder { $0.store = "ledger" }
    for line in builder.lines.dropFirst().dropLast() { dying.add(line) }
    dying.action(builder.states.count, "trap", "trap")
    return dying
  }
}
