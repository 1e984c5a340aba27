import SessionFormat
import Testing

@testable import Inspector

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

  @Test("a host was blamed for a state that lies in a gap of the recording")
  func gap() throws {
    var builder = SessionBuilder { $0.store = "ledger" }
    builder.whole(0, ["log": [], "total": 1])
    builder.gap(2, lost: 2)
    builder.whole(2, ["log": [], "total": 5])
    builder.action(3, "add", 1)
    builder.patch(3, to: ["log": [], "total": 6])
    var sample = try sample(builder.session())
    let words = "error: state 1 is not known: it lies in a gap of the recording (paused)\n"
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
