import SessionFormat
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("After a divergence the recorded and the replayed state stand side by side")
struct ReplayedStateTests {
  private func sample(error: Int) throws -> SampleWorkspace {
    var sample = try SampleWorkspace()
    sample.workspace = Workspace(
      try SessionBuilder.counter([1, 2, 3]).session(), host: .counter { $0.error = error })
    return sample
  }

  @Test("verify named diff, which shows the recording alone")
  func differs() throws {
    var sample = try sample(error: 1)
    _ = try sample.run("goto 2")
    #expect(
      sample.told("compare replay") == """
        state 2 as recorded → as replayed  1 difference
        ~ total  3 → 5
        (no)

        """)
    #expect(
      try sample.json("compare replay") == #"{"report":"replayed-state","version":1,"n":2,"#
        + #""same":false,"changes":[{"path":"/total","old":3,"new":5}]}"#)
    // The branches go on with the same host.
    _ = try sample.run("skip 1")
    #expect(try sample.workspace.timeline.state(2) == ["total": 7])
  }

  @Test("of a replay that reproduces it says so")
  func same() throws {
    var sample = try sample(error: 0)
    _ = try sample.run("goto 3")
    #expect(
      sample.told("compare replay") == "state 3 is the same in the recording and in a replay\n")
  }

  @Test("a branch is not compared with a replay")
  func branch() throws {
    var sample = try sample(error: 0)
    _ = try sample.run("skip 1")
    #expect(
      sample.told("compare replay")
        == "error: compare: a replay is compared with the recording: switch recording goes there; "
        + "usage: compare [BRANCH]\n")
  }
}
