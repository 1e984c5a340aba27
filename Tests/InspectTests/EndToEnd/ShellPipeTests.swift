import TestSupport
import Testing

@Suite("A shell command behind a bar fails as a command does")
struct ShellPipeTests {
  private func run(_ lines: String, named name: String, _ options: String...) throws
    -> Inspect.Result
  {
    let file = try Scratch.file(name, lines)
    return try Inspect.run(options + ["-x", file, Inspect.toast])
  }

  private static let start = "0/18 start  started 2026-11-21 05:56:47Z\n"

  @Test("a script went on after a shell command that is not there")
  func missing() throws {
    let failed = try run("log | nosuchcmd\nwhen\n", named: "s1.cmd")
    #expect(failed.status == .exited(2))
    #expect(failed.output == "")
    #expect(
      failed.error.hasSuffix(
        """
        inspect: s1.cmd:1:7: the shell command ended with 127
          log | nosuchcmd
                ^

        """), "\(failed.error)")
    let kept = try run("log | nosuchcmd\nwhen\n", named: "s2.cmd", "--keep-going")
    #expect(kept.status == .exited(2))
    #expect(kept.output == Self.start)
  }

  @Test(
    "a reader that leaves early is no failure, and 1 is an answer",
    arguments: [
      ("log | head -c 0", 0), ("log | true", 0), ("log | grep -q nothing", 1),
      ("log | sh -c 'kill -PIPE $$'", 0),
    ])
  func answers(line: String, status: Int) throws {
    let file = "s\(status)\(line.utf8.count).cmd"
    let run = try run("\(line)\nwhen\n", named: file)
    #expect(run.error == "")
    #expect(run.output == Self.start)
    #expect(run.status == .exited(status))
  }
}
