import Commands
import Inspector
import SessionFormat
import TestSupport
import Testing

@Suite("inspect diff")
struct DiffTests {
  @Test("two states as paths, as a tree, and as a patch that makes one of the other")
  func states() throws {
    let paths = try Inspect.run("diff", Inspect.toast, "1", "9")
    #expect(
      try Inspect.run("diff", Inspect.toast, "1", "9", "--as", "paths").output == paths.output)
    #expect(paths.status == .exited(1))
    let patch = try Inspect.run(
      "diff", Inspect.toast, "1", "9", "--as", "patch", "--format", "json")
    #expect(patch.status == .exited(1))
    func state(_ n: String) throws -> JSONValue {
      try JSONValue(
        parsing: try Inspect.run("print", Inspect.toast, n, "", "--format", "json").output)
    }
    let made = try JSONPatch(try JSONValue(parsing: patch.output)).applied(to: try state("1"))
    #expect(try made == state("9"))
    let same = try Inspect.run("diff", Inspect.toast, "3", "3", "--as", "tree")
    #expect(same.output == "states 3 and 3 are the same\n")
    #expect(same.status == .exited(0))
  }

  @Test("a form that is none, and one for two sessions, are usage faults")
  func usage() throws {
    let usage = "usage: inspect diff SESSION A|SESSION2 [B] [--as paths|tree|patch]\n"
    for (arguments, reason) in [
      (["diff", Inspect.toast, "1", "2", "--as", "x"], "--as is paths, tree or patch, not x"),
      (["diff", Inspect.toast, Inspect.toast, "--as", "tree"], "--as needs two states"),
    ] {
      let run = try Inspect.run(arguments)
      #expect(run.error == "inspect: diff: \(reason); \(usage)")
      #expect(run.status == .exited(2))
    }
  }

  @Test("two sessions: the first difference, then what only one of them did; exit 1")
  func sessions() throws {
    let run = try Inspect.run("diff", Inspect.toast, Inspect.clock)
    #expect(run.status == .exited(1))
    #expect(run.error == "")
  }

  @Test("an enum that has another case in the first states was shown as a removal and an addition")
  func firstCases() throws {
    func session(_ name: String) throws -> String {
      var lines = [
        #"{"kind":"session","format":"hindsight-session","version":1,"id":"1","#
          + #""started":"2026-01-02T03:04:05Z","store":"s"}"#
      ]
      lines.append(#"{"kind":"state","n":0,"state":{"x":{"\#(name)":{}}}}"#)
      return try Scratch.file("first-\(name).ndjson", lines.joined(separator: "\n") + "\n")
    }
    let run = try Inspect.run("diff", session("start"), session("begin"))
    #expect(
      run.output == """
        different  first-start.ndjson and first-begin.ndjson
        the first states differ:
        ~ /x  start -> begin

        """)
  }

  @Test("a long name above many changes was written in full for each, which made gigabytes")
  func longName() throws {
    let name = String(repeating: "n", count: 20_000)
    func state(_ numbers: Range<Int>) -> String {
      #"{"\#(name)":[\#(numbers.map(String.init).joined(separator: ","))]}"#
    }
    let lines = [
      #"{"kind":"session","format":"hindsight-session","version":1,"id":"1","#
        + #""started":"2026-01-02T03:04:05Z","store":"s"}"#,
      #"{"kind":"state","n":0,"state":\#(state(0..<4000))}"#,
      #"{"kind":"action","n":1,"t":1,"type":"a","action":1}"#,
      #"{"kind":"state","n":1,"state":\#(state(9000..<13000))}"#,
    ]
    let file = try Scratch.file("long-name.ndjson", lines.joined(separator: "\n") + "\n")
    let text = try Inspect.run("diff", file, "0", "1")
    let rows = text.output.split(separator: "\n")
    #expect(rows.count == 4001)
    let (start, end) = (name.prefix(100), name.prefix(50))
    #expect(rows[1] == "~ /\(start)…(19850 bytes)…\(end)/0  0 -> 9000")
    let json = try JSONValue(
      parsing: try Inspect.run("diff", file, "0", "1", "--format", "json").output)
    let changes = try #require(json["changes"]?.array)
    let listed = changes.count - 1
    #expect(listed > 3000 && changes.last == ["omitted": .number(4000 - listed)])
  }
}
