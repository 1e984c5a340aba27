import Foundation
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

  /// Without the times in the reducer, which differ from run to run, and the width of the page.
  private func masked(_ text: String) -> String {
    text.masking("took [0-9.]+ [^ ]*s", with: "took T").masking("──+", with: "──")
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

  @Test("at a terminal the words are completed, and a host that dies leaves the prompt")
  func terminal() throws {
    let environment = ProcessRun.plainEnvironment.merging([
      "INSPECT_HISTORY": "", "TERM": "xterm", "NO_COLOR": "1", "INPUTRC": "/dev/null",
      "LANG": "C.UTF-8", "PAGER": "",
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
    // branch-1 is not saved, which is said once.
    try terminal.send("quit\nquit\n")
    #expect(try terminal.waitForExit().status == .exited(0))
  }
}
