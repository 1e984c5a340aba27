import SessionFormat
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("A path may be typed as a pointer or in short")
struct ValuePathTests {
  @Test(
    "every form means its tokens",
    arguments: [
      ("", []), ("\"\"", []), ("/", [""]), ("/a/0", ["a", "0"]), ("/a~1b/~0", ["a/b", "~"]),
      ("a", ["a"]), ("a.b", ["a", "b"]), ("a[0].b", ["a", "0", "b"]), ("[0][1]", ["0", "1"]),
      ("a['x.y']", ["a", "x.y"]), ("a[\"x\"]", ["a", "x"]), ("a/b", ["a/b"]), ("é.ü", ["é", "ü"]),
      ("[-]", ["-"]), ("a['b]c']", ["a", "b]c"]),
    ])
  func forms(text: String, expected: [String]) throws {
    #expect(try ValuePath.parse(text).tokens == expected)
  }

  @Test(
    "what is no path says why",
    arguments: [
      ("/~", "after ~ comes 0 or 1"), ("a[", "a bracket is not closed"),
      ("a[]", "a bracket is empty"), ("a['']", "a bracket is empty"),
      ("a['x]", "a bracket is not closed"),
      ("a[0]b", "after a bracket comes . or ["), (".a", "a name is missing"),
      ("a..b", "a name is missing"), ("a.", "a name is missing"), ("a.[0]", "a name is missing"),
    ])
  func refused(text: String, reason: String) {
    #expect(
      errorText { () throws(InspectorError) in try ValuePath.parse(text) }
        == "\(text) is not a path: \(reason); write /items/0/message or items[0].message")
  }
}

@Suite("Completion offers what may stand at the cursor")
struct CompleterTests {
  private func offered(_ line: String, limit: Int = 200) throws -> [String] {
    var sample = try SampleWorkspace()
    _ = try sample.run("goto 1")
    return sample.workspace.completions(line, at: line.utf8.count, limit: limit).candidates
  }

  @Test(
    "commands, paths, steps, types and options are completed",
    arguments: [
      ("hi", ["history"]), ("s", ["stats", "skip", "switch", "save", "source"]),
      ("print ", ["/items", "/total"]),
      ("print /items/", ["/items/0"]), ("print /items/0/n", ["/items/0/name"]),
      ("print it", ["items"]), ("print items[", ["items[0]"]),
      ("print items[0].", ["items[0].name", "items[0].id"]), ("print $.", []),
      ("print --", ["--paths", "--canonical"]), ("goto ", ["start", "end", #"@first\ pen"#]),
      ("goto @f", [#"@first\ pen"#]), (#"goto @first\ "#, [#"@first\ pen"#]),
      ("goto '@fi", ["'@first pen'"]), (#"goto "@first p"#, [#""@first pen""#]),
      ("find $.type == 'a' && $.st", ["$.state"]),
      ("dispatch ", ["addItem", "clear", "pay", "refresh"]), ("switch r", ["recording"]),
      ("help hi", ["history"]), ("find $.st", ["$.state"]), ("next ", []), ("nonsense a", []),
      ("print /nothing/", []), ("action ", []),
    ])
  func candidates(line: String, expected: [String]) throws {
    #expect(try offered(line) == expected)
  }

  @Test("what stands after the cursor does not count, and the number of words is limited")
  func cursor() throws {
    let workspace = try SampleWorkspace().workspace
    let all = workspace.completions("print x", at: 6)
    #expect(all == Completions(start: 6, candidates: ["/items", "/total"], appendsSpace: false))
    #expect(try offered("", limit: 2).count == 2)
    #expect(workspace.completions("é print", at: 0).start == 0)
  }
}
