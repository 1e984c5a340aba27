import SessionFormat
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("The fewest actions as a branch of the open session")
struct MinimizedBranchTests {
  /// The name of the branch of what is found, and the workspace that has it.
  private func branch(
    of sought: String, in builder: SessionBuilder
  ) throws -> (name: String?, workspace: Workspace) {
    let session = try builder.session()
    let found = try #require(try Found.by(sought, in: session, through: .counter()))
    var workspace = Workspace(session, host: .counter())
    return (try workspace.addBranch(of: found), workspace)
  }

  @Test("what was found could be looked at only in a file of its own")
  func branch() throws {
    let (name, made) = try branch(
      of: "$.state.total > 105", in: .counter([1, 2, 60, 3, 50, 4]))
    #expect(name == "branch-1")
    #expect(made.timelines.map(\.name) == ["recording", "branch-1"])
    // Nobody is taken away from where he is, and leaving loses nothing that was typed.
    #expect((made.current, made.n) == (0, 0))
    #expect(made.unsavedText == nil)
    var sample = SampleWorkspace(workspace: made)
    _ = try sample.run("switch branch-1")
    let branch = sample.workspace.timeline
    #expect(branch.last == 2)
    #expect(try branch.state(2)["total"]?.number?.double ?? 0 > 105)
    // A change of it makes it one that a file should have.
    _ = try sample.run("skip 1")
    #expect(sample.workspace.unsavedText != nil)
  }

  @Test("the first actions alone are no branch: they are the recording")
  func none() throws {
    let (first, made) = try branch(of: "$.state.total == 3", in: .counter([1, 2]))
    #expect(first == nil)
    #expect(made.timelines.count == 1)
  }
}
