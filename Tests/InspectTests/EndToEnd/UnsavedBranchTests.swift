import TestSupport
import Testing

@Suite("Leaving with branches that no file has")
struct UnsavedBranchTests {
  private static let lost =
    "inspect: branch-1 is not saved; save FILE keeps it; quit once more to leave without"

  @Test("at a terminal the first quit or Ctrl-D says what would be lost, and the second leaves")
  func asksOnce() throws {
    for (first, second) in [("quit\n", "quit\n"), ("\u{4}", "quit\n"), ("q\n", "\u{4}")] {
      let terminal = try PromptSession.open()
      _ = try terminal.readUntil("toast 0/18 start> ")
      try terminal.send("skip 3\n")
      _ = try terminal.readUntil("branch-1 0/17 start> ")
      try terminal.send(first)
      let shown = try terminal.readUntil("branch-1 0/17 start> ")
      #expect(Screen(shown, columns: 100).text.contains(Self.lost + "\n"))
      // Another command in between: it is said again.
      try terminal.send("when\n")
      _ = try terminal.readUntil("branch-1 0/17 start> ")
      try terminal.send(first)
      #expect(try terminal.readUntil("branch-1 0/17 start> ").contains("is not saved"))
      try terminal.send(second)
      #expect(try terminal.waitForExit().status == .exited(0))
    }
  }

  @Test("what was saved, dropped or taken back is not asked about; a change after it is")
  func saved() throws {
    let file = Scratch.path("unsaved-branch.ndjson")
    for lines in ["skip 3\nsave \(file)", "skip 3\ndrop branch-1", "skip 3\nunskip"] {
      let run = try ProcessRun.run(try BuiltBinary.inspect, [Inspect.toast], input: lines)
      #expect(run.status == .exited(0))
      #expect(!run.error.contains("saved"), "\(lines)")
    }
    let run = try ProcessRun.run(
      try BuiltBinary.inspect, [Inspect.toast],
      input: "skip 3\nsave \(file) --force\nskip 3\nswitch recording\nquit\n")
    #expect(run.status == .exited(0))
    #expect(
      run.error.hasSuffix(
        "inspect: note: branch-1 is not saved; switch branch-1 and save FILE keep it\n"))
  }

  @Test(
    "several are counted, and a script ends as it would; -e says what it does, and is not warned")
  func several() throws {
    let asked = try ProcessRun.run(try BuiltBinary.inspect, [Inspect.toast, "-e", "skip 3"])
    #expect(!asked.error.contains("not saved"))
    let script = try Scratch.file("unsaved-script", "skip 3\nswitch recording\nskip 4\n")
    let run = try ProcessRun.run(try BuiltBinary.inspect, [Inspect.toast, "-x", script])
    #expect(run.status == .exited(0))
    #expect(
      run.error.hasSuffix(
        "inspect: note: branch-1, branch-2 are not saved; switch BRANCH and save FILE keep one\n"))
  }
}

@Suite("What a command that answers nothing says at a terminal")
struct SettledTests {
  @Test("it is shown at once, with a pager, too, and not in a script", arguments: ["", "less"])
  func shown(pager: String) throws {
    let terminal = try PromptSession.open(environment: ["PAGER": pager])
    _ = try terminal.readUntil("toast 0/18 start> ")
    try terminal.send("pin items ;; mark here\n")
    let shown = try terminal.readUntil("toast 0/18 start> ")
    #expect(
      Screen(shown, columns: 100).text.hasSuffix(
        """
        pinned to items; unpin shows all changes again
        marked 0 start: goto @here returns to it, mark --none at it removes it
        toast 0/18 start>

        """), "\(shown)")
    #expect(try terminal.quit() == .exited(0))
    let run = try Inspect.run("-e", "pin items", "-e", "mark here", Inspect.toast)
    #expect(run.output == "" && run.error == "")
  }
}
