import Foundation
import SessionFormat
import Testing

@testable import Inspector

@Suite("What a branch is as a session of its own")
struct BranchSavingTests {
  private func saved(_ workspace: Workspace) throws -> Session {
    try open(BranchSession.bytes(of: workspace.timeline))
  }

  @Test("a change from outside at the end was written before a new action that began without it")
  func outsideAtTheEnd() throws {
    var builder = try SessionBuilder.ledger([("add", 1)], closed: false)
    builder.outside(1, to: ["log": [], "total": 100])
    builder.end(1)
    var workspace = Workspace(try builder.session(), host: .ledger())
    _ = try workspace.change(.insert(2, type: "add", 5))
    let longer = try saved(workspace)
    #expect(try longer.before(2) == ["log": [], "total": 2])
    #expect(try longer.state(2) == ["log": [], "total": 7])
    #expect(try Verification(longer, host: .ledger()).verdict().reproduces)
    // Without a change it is the recording's again.
    _ = try workspace.change(.skip([2]))
    #expect(try saved(workspace).steps.outsides[1] != nil)
  }
}
