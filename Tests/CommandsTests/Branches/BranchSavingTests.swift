import Foundation
import SessionFormat
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

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

  @Test("behind an action that was refused the numbers of causes were those of other actions")
  func renumbered() throws {
    var builder = try SessionBuilder.ledger([("add", 1), ("add", 2)], closed: false)
    builder.action(3, "unheard", 0)
    builder.patch(3, to: ["log": [], "total": 4])
    for (n, cause) in [(4, 1), (5, 3), (6, 4)] {
      var action = ActionLine(n: n, t: n, type: "add", action: 1)
      action.from = cause
      builder.add(.action(action))
      builder.patch(n, to: ["log": [], "total": .number(n + 1)])
    }
    var workspace = Workspace(try builder.session(), host: .ledger())
    _ = try workspace.change(.edit(2, type: "add", 5))
    let saved = try saved(workspace)
    let numbers = try (1...saved.last).map { n in
      let action = try saved.action(n)
      return [action.n, action.was, action.from]
    }
    #expect(numbers == [[1, nil, nil], [2, nil, nil], [3, 4, 1], [4, 5, nil], [5, 6, 3]])
    #expect(try saved.action(2).isNew)
  }

  @Test("an action that has its recorded number again has no other one")
  func numberedAsRecorded() throws {
    var builder = try SessionBuilder.ledger([("add", 1)], closed: false)
    builder.action(2, "unheard", 0)
    builder.patch(2, to: ["log": [], "total": 2])
    builder.action(3, "add", 3)
    builder.patch(3, to: ["log": [], "total": 5])
    var workspace = Workspace(try builder.session(), host: .ledger())
    _ = try workspace.change(.insert(1, type: "add", 1))
    let saved = try saved(workspace)
    #expect(try (1...3).map { try saved.action($0).was } == [nil, 1, nil])
  }

  @Test("a branch that a failure of its host stopped was saved as if it were whole")
  func stopped() throws {
    var builder = try SessionBuilder.ledger([("add", 1), ("add", 2)], closed: false)
    for n in 3...5 {
      builder.action(n, n == 3 ? "hang" : "add", 1)
      builder.patch(n, to: ["log": [], "total": .number(n)])
    }
    builder.end(5)
    var sample = try SampleWorkspace()
    sample.workspace = Workspace(try builder.session(), host: .ledger())
    _ = sample.told("skip 1")
    let file = FileManager.default.temporaryDirectory.appending(path: "s-\(UUID()).ndjson").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    let why = "the host ledger-host gave no answer for 1 s; --patience SECONDS waits longer"
    #expect(
      sample.told("save \(file)") == """
        written  \(file)  branch-1, 1 change
          stopped  it stops before 2: \(why)

        """)
    let bytes = try Data(contentsOf: URL(filePath: file))
    let left = "left out 2 to 4: \(why)"
    #expect(
      try sample.json("save \(file) --force") == #"{"report":"saved","version":1,"#
        + #""branch":"branch-1","file":"\#(file)","bytes":\#(bytes.count),"#
        + #""derived":["skipped 1 add","\#(left)"],"#
        + #""stopped":{"n":2,"reason":"it stops before 2: \#(why)"}}"#)
    let saved = try open(Array(bytes))
    #expect(saved.last == 1)
    #expect(saved.header.derived?.changes == ["skipped 1 add", left])
  }

  @Test("that secrets were replaced was no longer said of what was made of a session")
  func changedBefore() throws {
    var builder = try SessionBuilder.ledger([("add", 1), ("add", 2)])
    var header = try builder.session().header
    header.redactions = ["$.log[*]"]
    header.derived = SessionHeader.Derivation(id: "before", changes: ["secrets replaced"])
    builder.lines[0] = SessionLine.session(header).document
    let session = try builder.session()
    var workspace = Workspace(session, host: .ledger())
    _ = try workspace.change(.skip([2]))
    let branch = try saved(workspace).header
    #expect(branch.derived?.changes == ["secrets replaced", "skipped 2 add"])
    #expect(branch.derived?.id == session.header.id)
    let found = try Found.by("$.state.total > 2", in: session, through: .ledger())
    let minimized = try open(try #require(found).bytes).header
    #expect(minimized.derived?.changes.first == "secrets replaced" && minimized.wasRedacted)
    var recording = try ReplayRecording.made(
      of: session, through: .ledger(), interrupted: { false })
    try recording.finish()
    let replay = try open(recording.writer.kept).header
    #expect(replay.derived?.changes == ["secrets replaced", "replayed"])
    #expect(replay.redactions == ["$.log[*]"])
  }

  @Test("equal results of minimize became equal branches, and a part of a search one that is saved")
  func equalBranches() throws {
    let session = try SessionBuilder.ledger([
      ("add", 3), ("add", 40), ("add", 5), ("add", 500), ("push", "z"),
    ]).session()
    var workspace = Workspace(session, host: .ledger())
    for _ in 1...2 {
      let found = try Found.by("$.state.total > 70", in: session, through: .ledger())
      #expect(try workspace.addBranch(of: try #require(found)) == "branch-1")
      #expect(workspace.timelines.count == 2)
    }
    #expect(workspace.saved["branch-1"] != nil)
    var settings = Minimization.Settings()
    settings.tests = 3
    let part = try Found.by("$.state.total > 70", in: session, through: .ledger(), settings)
    let found = try #require(part)
    #expect(found.stopped != nil)
    if let name = try workspace.addBranch(of: found) {
      #expect(workspace.saved[name] == nil)
    }
  }

  @Test("a saved branch did not name the changes from outside that it left out")
  func leftOutOutside() throws {
    var builder = try SessionBuilder.ledger([("add", 1), ("add", 2), ("add", 3)], closed: false)
    builder.outside(3, to: ["log": [], "total": 100])
    builder.end(3)
    var workspace = Workspace(try builder.session(), host: .ledger())
    _ = try workspace.change(.skip([2]))
    #expect(
      try saved(workspace).header.derived?.changes
        == ["skipped 2 add", "left out the changes from outside after 3"])
    _ = try workspace.change(.unskip(nil))
    #expect(BranchText.derivation(of: workspace.timeline) == [])
  }
}
