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
