import SessionFormat
import TestSupport
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("A replay is itself a session")
struct ReplayRecordingTests {
  private func replay(
    _ builder: SessionBuilder, _ alter: (inout CounterHost.Manners) -> Void = { _ in }
  ) throws -> (session: Session, report: ReplayReport) {
    var recording = ReplayRecording(try builder.session())
    try recording.run(through: .counter(alter), interrupted: { false })
    return (try open(recording.finished()), ReplayReport(replay: recording.account, file: nil))
  }

  @Test("a replay that reproduces is equal to its recording, and sound")
  func equal() throws {
    let builder = SessionBuilder.counter([1, 2, 3])
    for answersActions in [true, false] {
      let (session, report) = try replay(builder) { $0.answersActions = answersActions }
      #expect(try SessionCheck(session).faults == [])
      #expect(session.ending == .closed)
      #expect(try SessionComparison(builder.session(), session).divergence == nil)
      #expect(report.text == "replayed  3 actions of the store counter\n")
      #expect(
        report.json.description
          == #"{"report":"replay","version":1,"store":"counter","reduced":3,"given":[],"refused":[]}"#
      )
    }
  }

  @Test(
    "a gap behind an action whose state is lost was written before that action", arguments: 0..<8)
  func gapBehindAction(kind: Int) throws {
    var builder = SessionBuilder.counter([1], closed: false)
    builder.action(2, kind & 1 == 0 ? "add" : "unheard-of", 1)
    builder.gap(2, lost: 0, "damage left out by repair")
    if kind & 2 == 0 {
      builder.whole(2, ["total": 2])
      builder.action(3, "add", 1)
      builder.patch(3, to: ["total": 3])
    }
    if kind & 4 == 0 { builder.end(kind & 2 == 0 ? 3 : 2) }
    #expect(try SessionCheck(builder.session()).faults == [])
    let (session, _) = try replay(builder)
    #expect(try SessionCheck(session).faults == [])
    #expect(session.steps.gaps.count == 1)
    #expect(session.steps.actions.count == (kind & 2 == 0 ? 3 : 2))
    if session.hasState(2) { #expect(try session.state(2) == ["total": 2]) }
  }

  @Test("gaps, overlaps and outside changes are in the replay too")
  func given() throws {
    var builder = SessionBuilder.counter([1], closed: false)
    builder.outside(1, to: ["total": 50])
    builder.action(2, "add", 1)
    builder.patch(2, to: ["total": 51])
    builder.gap(4, lost: 2)
    builder.whole(4, ["total": 20])
    builder.action(5, "jump", 1)
    builder.patch(5, to: ["total": 33])
    builder.action(6, "add", 1)
    builder.patch(6, to: ["total": 34])
    builder.end(6)
    let (session, report) = try replay(builder)
    #expect(try SessionCheck(session).faults == [])
    #expect(try SessionComparison(builder.session(), session).divergence == nil)
    #expect(
      report.text == """
        replayed  3 actions of the store counter
        given     recorded states after 4, because no replay can compute them
        refused   action 5: unknown-action: no action jump

        """)
  }

  @Test("gaps that follow one another are all in the replay, and one at its end")
  func gaps() throws {
    var builder = SessionBuilder.counter([1], closed: false)
    builder.gap(4, lost: 3, "one")
    builder.gap(9, lost: 5, "two")
    builder.whole(9, ["total": 20])
    builder.gap(12, lost: 3, "three")
    let (session, _) = try replay(builder)
    #expect(try SessionCheck(session).faults == [])
    let gaps = try session.steps.gaps.map { try session.line(of: $0) }
    #expect(gaps.map(\.n) == [4, 9, 12])
    #expect(gaps.map(\.reason) == ["one", "two", "three"])
    #expect(session.last == 12)
  }

  @Test("a crash ends the replay, which then died like its recording")
  func crash() throws {
    var builder = SessionBuilder.counter([1], closed: false)
    builder.action(2, "trap")
    let (session, report) = try replay(builder)
    #expect(session.ending == .died(actions: 2...2))
    #expect(
      report.text == """
        replayed  1 action of the store counter
          died      the host counter-host died in the reducer of action 2: signal 4 (Illegal instruction)
                    the end of its standard error:
                    | trapped
          the recording died there too

        """)
    builder.whole(2, ["total": 1])
    let elsewhere = try replay(builder).report
    #expect(
      elsewhere.text.split(separator: "\n").last == "  the recording did not die there")
    #expect(elsewhere.json["recordedCrash"] == false)
  }
}

@Suite("An action of one's own is reduced by the host, on a branch")
struct DispatchTests {
  private static let script = """
    read line; echo '{"kind":"session","format":"hindsight-session","version":1,"id":"h","started":"s","store":"shop"}'
    while read line; do
      case "$line" in *'"n":'*) n=${line#*'"n":'}; n=${n%%,*} ;; esac
      case "$line" in
        *'"kind":"reset"'* | *'"kind":"go"'*)
          echo "{\\"kind\\":\\"state\\",\\"n\\":$n,\\"state\\":{\\"x\\":$n}}" ;;
      esac
    done
    """

  @Test(
    "dispatch forks a branch, goes on at its end, and never changes the recording",
    .disabled(if: FastRun.isOn))
  func dispatch() throws {
    let host = HostCommand(program: "/bin/sh", arguments: ["-c", Self.script], name: "h")
    var sample = try SampleWorkspace(host: host)
    _ = try sample.run("goto 2")
    #expect(
      sample.told("dispatch pay") == """
        branch-1 forks after 2; the recording stays as it is
        ── 3/3 pay  on branch-1 ──────────────────────────────────────────── +0.002 s ──
           action    {"pay":{}}
           - items  [{"name":"pen","id":"A-1"}]
           - total  2
           + x  3

        """)
    #expect(
      sample.told("dispatch {\"refund\":{}}") == """
        ── 4/4 refund  on branch-1 ───────────────────────────────────────── +0.002 s ──
           action    {"refund":{}}
           ~ x  3 → 4

        """)
    let changes = BranchText.changes(of: sample.workspace.timeline)
    let more = changes.count > 1 ? ", and \(CountText.words(changes.count - 1, "more change"))" : ""
    #expect(
      sample.told("branches") == """
           recording  ends at 4
        *  branch-1   forks after 2, ends at 4  \(try #require(changes.first))\(more)

        """)
    #expect(
      sample.told("switch recording") == """
        ── 2/4 refresh ───────────────────────────────────────────────────── +0.002 s ──
           action    "refresh"
           no change

        """)
    #expect(
      sample.told("dispatch 5x {") == "error: {: column 2: the text ends in the middle of a value\n"
    )
    #expect(
      sample.told("dispatch {\"a\":1,\"b\":2}")
        == "error: dispatch: the JSON does not name the type: write it before the JSON; usage: "
        + "dispatch ACTION\n")
  }
}

private enum SampleWorkspaceTexts {
  static let last = """
    4/4 clear  +0.004 s
      outside  changed without an action before this one:
      ~ /total  0 -> 9
      action   "clear"
      - /items/0  {"name":"pen","id":"A-1"}

    """
}
