import Query
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
    "a JSONPath to one place is the same place, and $ is the state",
    arguments: [
      ("$", []), ("$.a", ["a"]), ("$['a'][0]", ["a", "0"]), ("$.a[\"x y\"].b", ["a", "x y", "b"]),
      (#"$["\u00e9"]"#, ["é"]), ("a['']", ["a", ""]), (#"a["\"]"]"#, ["a", "\"]"]),
    ])
  func jsonPaths(text: String, expected: [String]) throws {
    #expect(try ValuePath.parse(text).tokens == expected)
  }

  static let many = "this may select several places, and one is meant: give a name or an index"

  @Test(
    "what is no path to one place says where and why",
    arguments: [
      ("/~", 3, "after ~ comes 0 or 1"), ("a[", 2, "the brackets need an index or a name"),
      ("a[]", 2, "the brackets need an index or a name"),
      ("a['x]", 3, "the text that begins here has no closing quote"),
      ("a[x", 2, "the bracket that begins here is not closed"),
      ("a[0]b", 5, "only .name, ..name or [selector] may follow in a path"),
      (".a", 1, "a name or * must follow the dot, for example $.state"),
      ("a.", 3, "a name or * must follow the dot, for example $.state"),
      ("a.[0]", 3, "a name or * must follow the dot, for example $.state"),
      ("a..b", 2, many), ("a[*].b", 2, many), ("a.*", 3, many), ("a[?@.b].c", 2, many),
      ("a[0:2]", 2, many), ("a[0,1]", 2, many), ("$.a[*]", 4, many), ("$..a", 2, many),
      ("$.a[?@.b > 1]", 4, many), ("*", 1, many),
      (
        "a[-1]", 2, "the place that counts from the end changes from state to state: give its index"
      ),
      (
        "$[-1]", 2, "the place that counts from the end changes from state to state: give its index"
      ),
      ("$a", 2, "only .name, ..name or [selector] may follow in a path"),
    ])
  func refused(text: String, column: Int, reason: String) {
    #expect(
      errorText { () throws(InspectorError) in try ValuePath.parse(text) }
        == "\(text) is not a path: column \(column): \(reason); write items[0].message, "
        + "/items/0/message or $.items[0].message")
  }

  @Test("where many places may be meant a query in shorthand is one too")
  func selections() throws {
    for (text, expected) in [
      ("items[*].id", "$.items[*].id"), ("[*]", "$[*]"), ("a[-1]", "$.a[-1]"), ("$..x", "$..x"),
    ] {
      guard case .query(let query) = try ValuePath.selection(text) else {
        Issue.record("\(text) is a place")
        continue
      }
      #expect(query.description == expected)
    }
    guard case .place(let place) = try ValuePath.selection("items[0]") else {
      Issue.record("items[0] is a query")
      return
    }
    #expect(place.tokens == ["items", "0"])
    #expect(
      errorText { () throws(InspectorError) in try ValuePath.selection("items[*].2nd") }
        == "items[*].2nd: column 10: this name needs brackets and quotes: ['2nd']")
  }

  @Test("the shorthand of a place is read as that place")
  func shorthand() throws {
    let names = [
      "a", "0", "12", "é", "odd key", "a.b", "x[0]", "", "*", "?a", "-1", "1:2", "\"", "'", "\\",
      "/", "~", "$", "\n",
    ]
    for first in names {
      for second in names {
        let path = JSONPointer(tokens: [first, second])
        #expect(
          try ValuePath.parse(PlaceText.shorthand(path.tokens)) == path,
          "\(PlaceText.shorthand(path.tokens))")
      }
    }
    #expect(
      PlaceText.shorthand(["items", "0", "odd key"]) == #"items[0]["odd key"]"#)
    #expect(try ValuePath.parse(PlaceText.shorthand([])) == .root)
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
      ("his", ["history"]),
      ("s", ["show", "stats", "skip", "switch", "save", "scan", "share", "set", "source"]),
      ("print ", ["items", "total"]), ("print /", ["/items", "/total"]),
      ("print /items/", ["/items/0"]), ("print /items/0/n", ["/items/0/name"]),
      ("print it", ["items"]), ("print items[", ["items[0]"]),
      ("print items[0].", ["items[0].name", "items[0].id"]),
      ("print $.", ["$.items", "$.total"]), ("print $.items[0].n", ["$.items[0].name"]),
      ("print 'it", ["'items"]), ("why items[0].na", ["items[0].name"]),
      ("print --", ["--paths", "--canonical", "--anyway"]),
      ("goto ", ["start", "end", #"@first\ pen"#]),
      ("goto @f", [#"@first\ pen"#]), (#"goto @first\ "#, [#"@first\ pen"#]),
      ("goto '@fi", ["'@first pen'"]), (#"goto "@first p"#, [#""@first pen""#]),
      ("find $.type == 'a' && $.st", ["$.state"]),
      ("dispatch ", ["addItem", "clear", "pay", "refresh"]), ("switch r", ["recording"]),
      ("help his", ["history"]), ("find $.st", ["$.state"]), ("next ", []),
      ("find $.state.", ["$.state.items", "$.state.total"]), ("find it", ["items"]),
      ("find $.state.items[0].n", ["$.state.items[0].name"]),
      ("find items[0].n", ["items[0].name"]),
      ("find total > 1 && $.before.t", ["$.before.total"]), ("find !ite", ["items"]),
      ("find $.type == \"a", ["\"addItem\""]), ("find $.type=='c", ["'clear'"]),
      ("find $.type != \"", ["\"addItem\"", "\"clear\"", "\"pay\"", "\"refresh\""]),
      ("find $.n == 1 --l", ["--limit"]), ("find --limit 2 $.st", ["$.state"]),
      ("watch total ", ["if"]), ("watch total if $.st", ["$.state"]), ("break p", ["pay"]),
      ("catch ", ["crash", "divergence"]), ("info ", ["breakpoints"]), ("delete ", []),
      ("dispatch addItem ", [#"{"addItem":{"name":"pen"}}"#]), ("dispatch addItem {\"x", []),
      ("nonsense a", []),
      ("print /nothing/", []), ("action ", []),
    ])
  func candidates(line: String, expected: [String]) throws {
    #expect(try offered(line) == expected)
  }

  @Test("what stands after the cursor does not count, and the number of words is limited")
  func cursor() throws {
    let workspace = try SampleWorkspace().workspace
    let all = workspace.completions("print x", at: 6)
    #expect(all == Completions(start: 6, candidates: ["items", "total"], appendsSpace: false))
    #expect(try offered("", limit: 2).count == 2)
    #expect(workspace.completions("é print", at: 0).start == 0)
  }
}
