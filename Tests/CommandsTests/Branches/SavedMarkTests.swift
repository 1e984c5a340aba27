import Foundation
import SessionFormat
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("A mark of the user stays with its action, on branches and in the files that save writes")
struct SavedMarkTests {
  private func sample(_ count: Int = 4) throws -> SampleWorkspace {
    let actions = (1...count).map { ("add", JSONValue.number($0)) }
    var sample = try SampleWorkspace()
    sample.workspace = Workspace(
      try SessionBuilder.ledger(actions, closed: true).session(), host: .ledger())
    return sample
  }

  /// The marks that a saved file has, by step, and the saved session.
  private func saved(_ sample: inout SampleWorkspace) throws -> (
    marks: [String], session: Session, answer: String
  ) {
    let file = FileManager.default.temporaryDirectory.appending(path: "m-\(UUID()).ndjson").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    let answer = sample.told("save \(file)").replacing(file, with: "FILE")
    let session = try open(Array(try Data(contentsOf: URL(filePath: file))))
    #expect(try SessionCheck(session).faults == [])
    return (try Timeline(session).marks().map { "\($0.n) \($0.mark.text)" }, session, answer)
  }

  @Test("a mark behind the place where a branch forks was lost on the branch")
  func markedBeforeTheFork() throws {
    var sample = try sample()
    for line in ["goto 2", "mark second", "goto 4", "mark last", "skip 1"] {
      _ = try sample.run(line)
    }
    #expect(sample.told("marks") == "1  second  yours\n3  last    yours\n")
    let copy = try saved(&sample)
    #expect(copy.marks == ["1 second", "3 last"])
    #expect(copy.answer == "written  FILE  branch-1, 1 change, 2 marks\n")
    #expect(copy.session.header.derived?.changes == ["skipped 1 add", "added 2 marks"])
  }

  @Test("a recorded mark behind the fork was neither shown on the branch nor saved with it")
  func recordedBehindTheFork() throws {
    var builder = try SessionBuilder.ledger(
      (1...4).map { ("add", JSONValue.number($0)) }, closed: false)
    for n in 1...4 { builder.mark(n, "m\(n)") }
    var sample = try SampleWorkspace()
    sample.workspace = Workspace(try builder.session(), host: .ledger())
    for line in ["skip 2", "move 3 2"] { _ = try sample.run(line) }
    #expect(sample.told("marks") == "1  m1\n2  m4\n3  m3\n")
    #expect(sample.told("list").contains("# m4"))
    #expect(sample.told("goto @m3").hasSuffix("\n   mark      m3\n"))
    #expect(sample.workspace.n == 3)
    #expect(sample.told("goto @m2").hasPrefix("error: goto: there is no mark m2"))
    #expect(sample.told("grep m4").contains("2  mark"))
    _ = try sample.run("mark mine")
    #expect(try saved(&sample).marks == ["1 m1", "2 m4", "3 m3", "3 mine"])
  }

  @Test("the answer to a change had neither the marks of the user nor the pin")
  func answerToChange() throws {
    var sample = try sample()
    for line in ["goto 2", "mark mine"] { _ = try sample.run(line) }
    #expect(sample.told("skip 4").hasSuffix("\n   mark      mine\n"))
    _ = try sample.run("pin nowhere --anyway")
    #expect(sample.told("skip 3").contains("outside the pinned place"))
    #expect(sample.told("dispatch add 5").contains("outside the pinned place"))
  }

  @Test("a mark of a branch stayed at its number when the branch changed before it")
  func changedAfterMarking() throws {
    var sample = try sample()
    for line in ["goto 2", "edit 2 add 7", "goto 3", "mark third", "insert 1 add 9"] {
      _ = try sample.run(line)
    }
    #expect(sample.told("marks") == "4  third  yours\n")
    // A mark stays with an action that is edited, and comes back with one that is restored.
    _ = try sample.run("edit 4 add 5")
    #expect(try saved(&sample).marks == ["4 third"])
    _ = try sample.run("skip 4")
    #expect(sample.told("marks") == "the session has no marks\n")
  }

  @Test("a branch that forks from a branch has its marks, and the recording has none of them")
  func sharedWithBranch() throws {
    var sample = try sample()
    for line in ["goto 1", "dispatch add 5", "mark new", "dispatch add 6", "goto 2"] {
      _ = try sample.run(line)
    }
    _ = try sample.run("dispatch add 7")
    #expect(sample.workspace.timeline.name == "branch-2")
    #expect(try saved(&sample).marks == ["2 new"])
    _ = try sample.run("switch recording")
    #expect(sample.told("marks") == "the session has no marks\n")
  }

  @Test("a mark whose action the branch does not have is counted")
  func leftOut() throws {
    var sample = try sample()
    for line in ["goto 3", "mark third", "goto 1", "dispatch add 5"] { _ = try sample.run(line) }
    let copy = try saved(&sample)
    #expect(copy.marks == [])
    #expect(
      copy.answer == """
        written  FILE  branch-1, 2 changes
          left out  1 mark that has no step on branch-1

        """)
  }

  @Test("on the recording save wrote nothing, and the marks were lost")
  func recording() throws {
    var sample = try sample()
    #expect(
      sample.told("save x.ndjson") == "error: save: this is the recording, which is saved already:"
        + " change it or mark a step first; usage: save FILE [--force]\n")
    for line in ["goto start", "mark start", "goto 4", "mark end", "goto 2", "mark middle"] {
      _ = try sample.run(line)
    }
    let copy = try saved(&sample)
    #expect(copy.marks == ["0 start", "2 middle", "4 end"])
    #expect(copy.answer == "written  FILE  recording, 3 marks\n")
    #expect(copy.session.ending == .closed)
    #expect(copy.session.header.derived?.changes == ["added 3 marks"])
    let original = sample.workspace.session
    #expect(copy.session.last == original.last)
    for n in original.first...original.last {
      #expect(try copy.session.state(n) == original.state(n))
    }
  }

  @Test("a copy of the recording ends as it ended", arguments: [false, true])
  func endings(isTorn: Bool) throws {
    var builder = try SessionBuilder.ledger([("add", 1), ("add", 2)], closed: false)
    builder.action(3, "add", 1)
    let torn = Array(#"{"kind":"state","n":3,"pat"#.utf8)
    let session = try open(builder.bytes() + (isTorn ? torn : []))
    #expect(session.ending == (isTorn ? .cutOff : .died(actions: 3...3)))
    let copy = try open(BranchSession.bytes(of: Timeline(session), marks: [(2, "here")]))
    #expect(copy.ending == session.ending)
    #expect(try Timeline(copy).marks().map(\.n) == [2])
  }
}
