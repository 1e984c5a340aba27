import Foundation
import SessionFormat
import TestSupport
import Testing

@Suite("docs/branches.md shows what the prompt answers")
struct BranchPageTests {
  /// The commands of each example, and what they print.
  static func examples() throws -> [(commands: [String], expected: String)] {
    let page = try String(
      contentsOf: Inspect.root.appendingPathComponent("docs/branches.md"), encoding: .utf8)
    return page.components(separatedBy: "```console\n").dropFirst().map { rest in
      let block = rest.components(separatedBy: "```")[0]
      var commands: [String] = []
      var expected = ""
      for line in block.split(separator: "\n").dropFirst() {
        if line.hasPrefix("toast "), let prompt = line.range(of: "> ") {
          commands.append(String(line[prompt.upperBound...]))
        } else {
          expected += line + "\n"
        }
      }
      return (commands, expected)
    }
  }

  /// Without the times in the reducer, which differ from run to run.
  private func masked(_ text: String) -> String {
    text.masking("took [0-9.]+ [^ ]*s", with: "took T")
  }

  @Test("each example prints what the page tells", arguments: 0..<4)
  func example(place: Int) throws {
    let examples = try Self.examples()
    try #require(examples.count == 4)
    let folder = Scratch.path("branches-\(place)")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: Inspect.toast, toPath: folder + "/toast.ndjson")
    let words = examples[place].commands.map {
      $0.replacing("save ", with: "save \(folder)/")
    }
    let run = try Inspect.run(folder + "/toast.ndjson", input: words.joined(separator: "\n") + "\n")
    #expect(
      masked(run.output).replacing("branches-\(place)/", with: "")
        == masked(examples[place].expected))
    #expect(run.error == "")
  }

  @Test("every word of the group stands on the page")
  func words() throws {
    let page = try String(
      contentsOf: Inspect.root.appendingPathComponent("docs/branches.md"), encoding: .utf8)
    for name in [
      "dispatch", "skip", "unskip", "edit", "insert", "move", "branches", "switch", "drop",
      "compare", "save", "reload",
    ] {
      #expect(page.contains("`\(name)"), "\(name)")
    }
  }

  @Test("a branch is saved as a session that is sound and reproduces, and none is replaced unasked")
  func save() throws {
    let file = Scratch.path("saved-branch.ndjson")
    let words = ["-e", "skip 3", "-e", "insert 2 clearToast", "-e", "save \(file)"]
    let first = try Inspect.run(words + [Inspect.toast])
    #expect(first.error == "")
    #expect(first.output.hasSuffix("written  saved-branch.ndjson  branch-1, 2 changes\n"))
    #expect(
      try Inspect.run("check", file).output
        == "saved-branch.ndjson: sound  49 lines, 18 actions, closed\n")
    #expect(
      try Inspect.run("verify", file).output
        == "reproduces  saved-branch.ndjson  18 of 18 actions equal\n")
    let again = try Inspect.run(words + [Inspect.toast])
    #expect(
      again.error
        == "inspect: saved-branch.ndjson: cannot be written: File exists; --force replaces it\n")
    #expect(again.status == .exited(2))
    let forced = try Inspect.run(words.dropLast() + ["save --force \(file)", Inspect.toast])
    #expect(forced.status == .exited(0))
    let onto = try Inspect.run(["-e", "skip 3", "-e", "save \(file) --force", file])
    #expect(onto.status == .exited(2))
  }

  @Test("a session is saved to a file of that name alone, not to one called -")
  func noStandardOutput() throws {
    let result = try Inspect.run(["-e", "skip 3", "-e", "save -", Inspect.toast])
    #expect(
      result.error
        == "inspect: save: a session cannot go between the answers of a prompt: name a file; "
        + "usage: save FILE [--force]\n")
    #expect(result.status == .exited(2))
    #expect(!FileManager.default.fileExists(atPath: "-"))
  }

  @Test("what moved is told by its neighbour, as numbers of a branch are others than the recorded")
  func moved() throws {
    func changes(_ lines: String...) throws -> [String] {
      let file = Scratch.path("moved-\(UUID()).ndjson")
      let words = (lines + ["save \(file)"]).flatMap { ["-e", $0] }
      _ = try Inspect.run(words + [Inspect.session("counter-crash")])
      let header = try String(contentsOfFile: file, encoding: .utf8).prefix { $0 != "\n" }
      let derived = try JSONValue(parsing: String(header))["derived"]
      return derived?["changes"]?.array?.compactMap(\.string) ?? []
    }
    #expect(try changes("move 4 2") == ["moved 4 reset to 2, behind 1 add"])
    #expect(try changes("move 2 4") == ["moved 2 add to 4, behind 4 reset"])
    #expect(try changes("move 4 1") == ["moved 4 reset to 1, before all others"])
    #expect(
      try changes("skip 1", "move 2 1") == ["skipped 1 add", "moved 2 add to 2, behind 3 add"])
    #expect(
      try changes("insert 2 add {\"add\":{\"_0\":1}}", "move 5 3") == [
        "inserted 2 add", "moved 4 reset to 3, behind the new add",
      ])
  }

  @Test("at a terminal the words are completed, and a host that dies leaves the prompt")
  func terminal() throws {
    let environment = ProcessRun.plainEnvironment.merging([
      "INSPECT_HISTORY": "", "TERM": "xterm", "NO_COLOR": "1", "INPUTRC": "/dev/null",
      "LANG": "C.UTF-8",
    ]) { $1 }
    let terminal = try PseudoTerminal(
      try BuiltBinary.inspect, [Inspect.crash], environment: environment, columns: 100, rows: 30)
    _ = try terminal.readUntil("counter 0/8 start> ")
    try terminal.send("ski\t1\n")
    _ = try terminal.readUntil("branch-1 forks after 0; the recording stays as it is")
    _ = try terminal.readUntil("counter branch-1 0/7 start> ")
    try terminal.send("switch re\t\n")
    _ = try terminal.readUntil("counter 0/8 start> ")
    try terminal.send("skip 8\n")
    _ = try terminal.readUntil("counter branch-2 0/7 start> ")
    try terminal.send("insert 2 ad\t{\"add\":{\"_0\":127}}\n")
    _ = try terminal.readUntil("stopped  it ends with ")
    _ = try terminal.readUntil("> ")
    try terminal.send("unskip\n")
    _ = try terminal.readUntil("> ")
    try terminal.send("drop branch-2\n")
    _ = try terminal.readUntil("counter 2/8 add> ")
    try terminal.send("quit\n")
    #expect(try terminal.waitForExit().status == .exited(0))
  }

  @Test("compare says where a branch ends before its actions do, and why")
  func stopped() throws {
    // A backtrace tells addresses, which are others each time.
    let silent = ["SWIFT_BACKTRACE": "enable=no"]
    let run = try Inspect.run(
      "-e", "skip 4", "-e", "compare", Inspect.crash, environment: silent)
    let stop =
      "it ends with 4: the host inspect host counter died in the reducer of action 4: signal 4 "
      + "(Illegal instruction)"
    #expect(
      run.output == """
        branch-1 forks after 3; the recording stays as it is
          skipped 4 reset
          0 actions reduced again
          stopped  \(stop)
                   it wrote nothing on standard error
        0/4 start
        different  recording and branch-1
          skipped 4 reset
          stopped  branch-1: \(stop)
        the states after all 3 actions of both are the same
        in the end:
          ~ /value  127 -> 70
          ~ /steps  7 -> 3

        """)
    #expect(run.status == .exited(1))
    let json = try Inspect.run(
      "--format", "json", "-e", "skip 4", "-e", "compare", Inspect.crash, environment: silent)
    let last = try JSONValue(parsing: String(json.output.split(separator: "\n").last ?? ""))
    let death: JSONValue = ["host": "inspect host counter", "action": 4, "signal": 4, "stderr": []]
    #expect(
      last["stopped"] == [
        ["branch": "branch-1", "n": 4, "reason": .string(stop), "death": death]
      ])
  }
}
