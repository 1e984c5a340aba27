import SessionFormat
import Testing

@testable import Inspector

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
}
