import SessionFormat
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("What the actions of a branch drew, of hosts that tell it in their ways")
struct BranchInputTests {
  /// Draws 4 in each of its actions.
  private func draws(_ count: Int = 4) throws -> Session {
    var builder = SessionBuilder()
    builder.whole(0, ["total": 0])
    for n in 1...count {
      builder.action(n, "draw", 2)
      builder.input(n, "random", 4)
      builder.patch(n, to: ["total": .number(4 * n)])
    }
    return try builder.session()
  }

  private func saved(_ workspace: Workspace) throws -> Session {
    try open(BranchSession.bytes(of: workspace.timeline))
  }

  @Test("what an action drew that ended the host was another value whenever it was reduced again")
  func drawnAndDied() throws {
    nonisolated(unsafe) var last = 100
    let client = HostClient.ledger {
      $0.fresh = {
        last += 1
        return last
      }
    }
    let actions: [(type: String, value: JSONValue)] = (1...6).map { ("add", .number($0)) }
    var workspace = Workspace(try SessionBuilder.ledger(actions).session(), host: client)
    _ = try workspace.change(.insert(3, type: "gamble", "gamble"))
    #expect(try workspace.timeline.step(3).inputs == [InputLine(n: 3, name: "random", value: 101)])
    _ = try workspace.change(.skip([1]))
    #expect(workspace.timeline.last == 2)
    #expect(try workspace.timeline.step(2).inputs == [InputLine(n: 2, name: "random", value: 101)])
    #expect(last == 101)
  }

  @Test(
    "a value that a host told which answers no actions gave way to what it was sent",
    arguments: [true, false])
  func toldWithoutActions(hasChecksums: Bool) throws {
    let client = HostClient.counter {
      ($0.hasChecksums, $0.answersActions, $0.answersInputs) = (hasChecksums, false, true)
    }
    var workspace = Workspace(try SessionBuilder.counter([1, 2, 3]).session(), host: client)
    _ = try workspace.change(.insert(2, type: "draw", "draw"))
    #expect(try workspace.timeline.step(2).inputs == [InputLine(n: 2, name: "random", value: 7)])
    #expect(try saved(workspace).inputs(2).map(\.value) == [7])
    _ = try workspace.change(.skip([1]))
    #expect(try workspace.timeline.step(1).inputs == [InputLine(n: 1, name: "random", value: 7)])
  }

  @Test("an input that a host did not draw was kept where it told none before")
  func untoldFirst() throws {
    let client = HostClient.counter { ($0.hasChecksums, $0.untoldInputs) = (false, [2, 3]) }
    var workspace = Workspace(try draws(), host: client)
    _ = try workspace.change(.insert(1, type: "add", 1))
    let inputs = try (1...5).map { try saved(workspace).inputs($0).map(\.value) }
    #expect(inputs == [[], [], [], [4], [4]])
  }

  @Test("an input that was not drawn was kept where one was told in a later change alone")
  func toldLater() throws {
    let client = HostClient.counter {
      ($0.hasChecksums, $0.untoldInputs) = (false, [1, 2, 3, 4, 5])
    }
    var workspace = Workspace(try draws(), host: client)
    _ = try workspace.change(.insert(2, type: "add", 1))
    var inputs = try (1...5).map { try saved(workspace).inputs($0).map(\.value) }
    #expect(inputs == [[4], [], [4], [4], [4]])
    _ = try workspace.change(.insert(6, type: "draw", 2))
    // The first is the recording's.
    inputs = try (1...6).map { try saved(workspace).inputs($0).map(\.value) }
    #expect(inputs == [[4], [], [], [], [], [7]])
  }

  @Test("an edited action drew anew what was recorded for the one that it replaces")
  func edited() throws {
    var sample = try SampleWorkspace()
    sample.workspace = Workspace(try draws(), host: .counter())
    _ = try sample.workspace.change(.edit(2, type: "gamble", 3))
    #expect(try sample.workspace.timeline.step(2).inputs.map(\.value) == [4])
    #expect(try sample.workspace.timeline.drawnAnew(sample.workspace.timeline.step(2)) == [])
    // Edited again it still has the recorded one.
    _ = try sample.workspace.change(.edit(2, type: "draw", 5))
    #expect(try sample.workspace.timeline.step(2).inputs.map(\.value) == [4])
    // A change before it reduces it again.
    _ = try sample.workspace.change(.skip([1]))
    #expect(try saved(sample.workspace).inputs(1).map(\.value) == [4])
  }

  @Test("compare did not say that differences may come from inputs that were not recorded")
  func comparedAnew() throws {
    var sample = try SampleWorkspace()
    sample.workspace = Workspace(try SessionBuilder.counter([1, 2, 3]).session(), host: .counter())
    _ = try sample.run("edit 2 draw 5")
    #expect(
      sample.told("compare") == """
        different  recording and branch-1
          edited 2 add, now 2 draw
        the states differ after 2 of 3 actions, first after 2 draw:
          ~ total  3 → 8
        in the end:
          ~ total  6 → 11
          note  1 action of branch-1 drew inputs that were not recorded, 2 draw: random; \
        differences from there on may come from them
        (no)

        """)
    #expect(
      try sample.json("compare").contains(
        #""drawnAnew":{"of":"branch-1","n":2,"type":"draw","inputs":[{"is":"random","value":7}],"count":1}"#
      ))
    // Two branches that have the same draws do not differ by them.
    _ = try sample.run("goto 2")
    _ = try sample.run("dispatch add 9")
    #expect(try !sample.json("compare branch-1").contains("drawnAnew"))
    // Inserted actions count; recorded inputs that are fed back do not.
    sample.workspace = Workspace(try draws(), host: .counter())
    _ = try sample.run("insert 1 draw 5")
    #expect(
      try sample.json("compare").contains(
        #""drawnAnew":{"of":"branch-1","n":1,"type":"draw","inputs":[{"is":"random","value":7}],"count":1}"#
      ))
  }

  @Test("what an action draws beyond its record is drawn anew, and the step says so")
  func drawnAnew() throws {
    var sample = try SampleWorkspace()
    sample.workspace = Workspace(try SessionBuilder.counter([1, 2]).session(), host: .counter())
    _ = try sample.run("edit 2 draw 5")
    #expect(
      sample.told("goto 2") == """
        ── 2/2 draw  on branch-1 ─────────────────────────────────────────── +0.002 s ──
           action    5
           input     random 7  drawn anew
           ~ total  1 → 8

        """)
    #expect(try sample.json("goto 2").contains(#""drawnAnew":[0]"#))
  }
}
