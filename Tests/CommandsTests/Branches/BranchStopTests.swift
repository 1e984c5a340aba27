import SessionFormat
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("What is told of where a branch ends, and why")
struct BranchStopTests {
  private func sample(
    _ session: Session, _ alter: (inout LedgerHost.Manners) -> Void = { _ in }
  ) throws -> SampleWorkspace {
    var sample = try SampleWorkspace()
    let host = HostClient.ledger(LedgerHost.Account(), alter)
    sample.workspace = Workspace(session, host: host)
    return sample
  }

  private func dying() throws -> SampleWorkspace {
    let session = try SessionBuilder.ledger([("add", 1), ("add", 2)]).session()
    return try sample(session) { $0.lastWords = "\u{1b}[31mtrapped" }
  }

  @Test("of a host that died on a branch the end of its standard error was not told")
  func standardError() throws {
    var sample = try dying()
    #expect(
      sample.told("insert 3 trap") == #"""
        branch-1 forks after 2; the recording stays as it is
          inserted 3 trap
          0 actions reduced again
          stopped  it ends with 3: the host ledger-host died in the reducer of action 3: signal 4 (Illegal instruction)
                   the end of its standard error:
                   | \u{1B}[31mtrapped
        ── 3/3 trap  on branch-1 ─────────────────────────────────────────── +0.002 s ──
           action    {"trap":{}}
           state     no state 3: the app crashed in the reducer of that action

        """#)
    #expect(
      sample.told("reload") == #"""
        recording  3 states as before
        branch-1   0 states as before
          branch-1  it ends with 3: the host ledger-host died in the reducer of action 3: signal 4 (Illegal instruction)
                    the end of its standard error:
                    | \u{1B}[31mtrapped
        (no)

        """#)
    var other = try dying()
    _ = other.told("finish")
    #expect(
      other.told("dispatch trap") == #"""
        branch-1 forks after 2; the recording stays as it is
          stopped  it ends with 3: the host ledger-host died in the reducer of action 3: signal 4 (Illegal instruction)
                   the end of its standard error:
                   | \u{1B}[31mtrapped
        ── 3/3 trap  on branch-1 ─────────────────────────────────────────── +0.002 s ──
           action    {"trap":{}}
           state     no state 3: the app crashed in the reducer of that action

        """#)
  }

  private static let stopped =
    #""stopped":{"n":3,"reason":"it ends with 3: the host ledger-host died in the reducer of "#
    + #"action 3: signal 4 (Illegal instruction)","death":{"host":"ledger-host","action":3,"#
    + #""signal":4,"stderr":["\u001b[31mtrapped"]}}"#
  private static let step =
    #"{"report":"step","version":1,"n":3,"last":3,"branch":"branch-1","t":2000000,"type":"trap","#
    + #""action":{"trap":{}},"inputs":[],"#
    + #""unknown":"no state 3: the app crashed in the reducer of that action""#

  @Test("nor did the machine form tell it")
  func machineForm() throws {
    var sample = try dying()
    #expect(
      try sample.json("insert 3 trap")
        == #"{"report":"change","version":1,"branch":"branch-1","forked":true,"fork":2,"last":3,"#
        + #""reduced":0,"edits":[{"change":"inserted","n":3,"type":"trap"}],"#
        + Self.stopped + #","step":"# + Self.step + "}}")
    #expect(
      try sample.json("reload")
        == #"{"report":"reload","version":1,"host":"host","timelines":["#
        + #"{"name":"recording","compared":3,"differing":0},"#
        + #"{"name":"branch-1","compared":0,"differing":0,"stopped":"it ends with 3: the host "#
        + #"ledger-host died in the reducer of action 3: signal 4 (Illegal instruction)","#
        + #""death":{"host":"ledger-host","action":3,"signal":4,"#
        + #""stderr":["\u001b[31mtrapped"]}}]}"#)
    var other = try dying()
    _ = other.told("finish")
    #expect(try other.json("dispatch trap") == Self.step + "," + Self.stopped + "}")
  }

  @Test("a host was blamed for a state that lies in a gap of the recording")
  func gap() throws {
    var builder = SessionBuilder { $0.store = "ledger" }
    builder.whole(0, ["log": [], "total": 1])
    builder.gap(2, lost: 2)
    builder.whole(2, ["log": [], "total": 5])
    builder.action(3, "add", 1)
    builder.patch(3, to: ["log": [], "total": 6])
    var sample = try sample(builder.session())
    let words = "error: no state 1: it lies in a gap of the recording (paused)\n"
    #expect(sample.told("insert 2 add 5") == words)
    _ = sample.told("goto 1")
    #expect(sample.told("dispatch add 5") == words)
  }

  @Test("an action that is refused without its number was taken for a refusal of brief answers")
  func refusedAtOnce() throws {
    var builder = try SessionBuilder.ledger([("add", 1)], closed: false)
    builder.action(2, "unheard", 0)
    builder.patch(2, to: ["log": [], "total": 2])
    builder.action(3, "add", 3)
    builder.patch(3, to: ["log": [], "total": 5])
    var workspace = try sample(builder.session()) { $0.namesRefused = false }.workspace
    _ = try workspace.change(.skip([1]))
    #expect(workspace.timeline.stop?.words == nil)
    #expect((workspace.timeline.last, workspace.timeline.refused) == (2, [1]))
    #expect(try workspace.timeline.state(2)["total"] == 4)
  }
}
