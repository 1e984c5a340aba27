import SessionFormat
import Testing

@testable import Inspector

@Suite("Commands and their arguments")
struct CommandTests {
  /// A cart: three actions, two marks, a second in all.
  private func workspace() throws -> Workspace {
    var builder = SessionBuilder(["items": [], "total": 0], store: "cart")
    builder.step(
      ["items": [["name": "tea", "tags": ["a/b", "~"]]], "total": 3], type: "item.added")
    builder.add(.mark(MarkLine(n: 1, t: 0, text: "first item")))
    builder.step(
      ["items": [["name": "tea", "tags": ["a/b", "~"]]], "total": 2], type: "discounted")
    builder.add(.mark(MarkLine(n: 2, t: 0, text: "fewer")))
    builder.step(["items": [], "total": 0], type: "cleared")
    builder.add(.end(EndLine(n: 3, t: 9)))
    return Workspace(
      try builder.session(),
      surroundings: Surroundings(table: CommandTable(CommandTable.library), host: { _ in nil }))
  }

  /// Runs a line at the prompt, abbreviations allowed.
  private func run(
    _ line: String, _ workspace: inout Workspace, as format: ReportFormat = .text
  ) throws -> String {
    let word = String(line.prefix { $0 != " " })
    let command = try workspace.surroundings.table.prompt(word, abbreviated: true)
    let invocation = try Invocation(command, line: String(line.dropFirst(word.count)))
    let outcome = try command.run(on: &workspace, invocation)
    return outcome.report.map { format.rendered($0, RenderOptions()) } ?? ""
  }

  private func failure(_ line: String) throws -> String {
    var workspace = try workspace()
    do {
      let output = try run(line, &workspace)
      Issue.record("\(line) gave \(output)")
      return ""
    } catch let error as InspectorError {
      return error.description
    }
  }

  @Test("goto takes every form of a step")
  func goto() throws {
    for (word, n) in [
      ("2", 2), ("+1", 2), ("-1", 0), ("start", 0), ("end", 3), ("50%", 2), ("0%", 0), ("100%", 3),
      ("0s", 0), ("0.001s", 1), ("0.0025s", 2), ("99s", 3), ("@fewer", 2), ("@first", 1),
    ] {
      var workspace = try workspace()
      try workspace.move(to: 1)
      _ = try run("goto \(word)", &workspace)
      #expect(workspace.n == n, "\(word)")
    }
    #expect(try failure("goto 4") == "there is no step 4: the steps go from 0 to 3")
    #expect(try failure("goto -1") == "there is no step -1: the steps go from 0 to 3")
    #expect(
      try failure("goto 1e3")
        == "goto: 1e3 is no step: give a number, +2, -2, 50%, start, end, 1.5s or @mark; usage: "
        + "goto STEP")
    #expect(
      try failure("goto @f")
        == "goto: there is no one mark f; the session has first item, fewer; usage: goto STEP")
    #expect(
      try failure("goto +9223372036854775807")
        == "there is no step 9223372036854775807: the steps go from 0 to 3")
  }

  @Test("next and back stop at the ends, and say so")
  func ends() throws {
    var workspace = try workspace()
    #expect(try run("back", &workspace) == "the start: there is no earlier state\n")
    _ = try run("next 99", &workspace)
    #expect(workspace.n == 3)
    #expect(try run("next", &workspace) == "the end: there is no later action\n")
    _ = try run("back 9223372036854775807", &workspace)
    #expect(workspace.n == 0)
    #expect(
      try failure("next 0") == "next: K is a number of 1 or more, not 0; usage: next [K]")
  }

  @Test("a step as text and as JSON, in full")
  func step() throws {
    var workspace = try workspace()
    #expect(
      try run("goto 2", &workspace) == """
        2/3 discounted  +0.002 s
          action   {}
          ~ /total  3 -> 2
          mark     fewer

        """)
    #expect(
      try run("goto 2", &workspace, as: .json)
        == #"{"report":"step","version":1,"n":2,"last":3,"t":2000000,"type":"discounted","action":{},"inputs":[],"changes":[{"path":"/total","old":3,"new":2}]}"#
        + "\n")
  }

  @Test("print takes paths in both forms, and JSONPath")
  func print() throws {
    var workspace = try workspace()
    try workspace.move(to: 1)
    for (query, output) in [
      ("/total", "3\n"), ("total", "3\n"), ("items[0].name", "\"tea\"\n"),
      ("/items/0/tags/0", "\"a/b\"\n"), ("items[0][\"tags\"][1]", "\"~\"\n"),
      ("items[0].tags", "[\"a/b\",\"~\"]\n"),
      ("$.items[*].name", "$['items'][0]['name']  \"tea\"\n"), ("$..nothing", "nothing selected\n"),
      ("--paths $..tags[*]", "$['items'][0]['tags'][0]\n$['items'][0]['tags'][1]\n"),
    ] {
      #expect(try run("print \(query)", &workspace) == output, "\(query)")
    }
    #expect(try run("print $.items[*].name", &workspace, as: .json) == "[\"tea\"]\n")
    #expect(try run("print total", &workspace, as: .json) == "3\n")
    #expect(
      try failure("print /itens") == "state 0 has nothing at /itens; did you mean /items?")
    #expect(
      try failure("print items[7]") == "state 0 has nothing at /items/7; /items has 0 elements")
    #expect(try failure("print total.x") == "state 0 has nothing at /total/x; /total is a number")
    #expect(
      try failure("print items[0")
        == "items[0 is no path: a bracket is not closed; write /items/0/message or items[0].message"
    )
    #expect(try failure("print $.[").hasPrefix("$.[: column 3: "))
  }

  @Test("why, history, find, list and diff in full")
  func ask() throws {
    var workspace = try workspace()
    _ = try run("goto end", &workspace)
    #expect(
      try run("why total", &workspace) == """
        /total was last changed by action 3 cleared
          from 2
          to   0

        """)
    #expect(
      try run("history total", &workspace) == """
        start  (from the beginning)  0
            1  item.added            3
            2  discounted            2
            3  cleared               0

        """)
    #expect(
      try run("find $.state.total > 1 && $.type != 'discounted'", &workspace)
        == "   1  +0.001 s    item.added  /items/0 and 1 more  # first item\n")
    #expect(
      try run("list", &workspace) == """
           1  +0.001 s    item.added  /items/0 and 1 more  # first item
           2  +0.002 s    discounted  /total  # fewer
        >  3  +0.003 s    cleared     /items/0 and 1 more

        """)
    #expect(
      try run("diff 1 2", &workspace) == """
        state 1 -> state 2  1 difference
        ~ /total  3 -> 2

        """)
    #expect(try run("diff 0 3", &workspace) == "states 0 and 3 are the same\n")
  }

  @Test("without a host nothing can be reduced, and that is told")
  func viewOnly() throws {
    let message =
      "no program is known that reduces for the store cart: give one with --host \"CMD\""
    for line in ["dispatch clear", "verify", "replay"] { #expect(try failure(line) == message) }
  }

  @Test("names: full ones, aliases, beginnings, and what was meant")
  func names() throws {
    let table = CommandTable(CommandTable.library)
    #expect(try table.prompt("n", abbreviated: false).name == "next")
    #expect(try table.prompt("hist", abbreviated: true).name == "history")
    for (word, abbreviated, message) in [
      ("hist", false, "there is no command hist; did you mean history?"),
      ("pr", false, "there is no command pr; did you mean print?"),
      ("di", true, "there is no command di; did you mean diff or dispatch?"),
      ("xyzzy", true, "there is no command xyzzy; try help"),
    ] {
      #expect {
        try table.prompt(word, abbreviated: abbreviated)
      } throws: { error in
        (error as? InspectorError)?.description == message
      }
    }
  }

  @Test("a dispatched action tells its type, or has it told")
  func actions() throws {
    let command = try CommandTable(CommandTable.library).prompt("dispatch", abbreviated: false)
    let invocation = try Invocation(command, line: "x")
    func parse(_ text: String) throws -> String {
      let (type, action) = try ActionText.parse(text, invocation)
      return "\(type) \(action)"
    }
    #expect(try parse(#"{"add":{"_0":1}}"#) == #"add {"add":{"_0":1}}"#)
    #expect(try parse(#""up""#) == #"up "up""#)
    #expect(try parse("clear") == #"clear {"clear":{}}"#)
    #expect(try parse(#"Load {"a":1,"b":2}"#) == #"Load {"a":1,"b":2}"#)
    #expect(
      try failure(#"dispatch {"a":1,"b":2}"#)
        == "dispatch: the JSON does not tell the type: write it before the JSON; usage: dispatch ACTION"
    )
    #expect(
      try failure(#"dispatch {"a":}"#) == #"{"a":}: column 6: no JSON value begins here"#)
  }

  @Test("words are split as a shell splits them, without a shell")
  func words() {
    for (text, words) in [
      ("a  b", ["a", "b"]), ("'a b' c", ["a b", "c"]), (#""a \" b""#, [#"a " b"#]),
      (#"a\ b"#, ["a b"]), ("''", [""]), ("a'b'c", ["abc"]), ("$(rm) `x`", ["$(rm)", "`x`"]),
      ("", []),
    ] { #expect(CommandWords.split(text) == words, "\(text)") }
    #expect(CommandWords.split("'a") == nil)
    #expect(CommandWords.split("a\\") == nil)
  }

  @Test("a glob of types, against every short pattern and text")
  func globs() {
    func oracle(_ pattern: Substring, _ text: Substring) -> Bool {
      guard let first = pattern.first else { return text.isEmpty }
      if first == "*" {
        return oracle(pattern.dropFirst(), text)
          || (!text.isEmpty && oracle(pattern, text.dropFirst()))
      }
      guard let head = text.first, first == "?" || first == head else { return false }
      return oracle(pattern.dropFirst(), text.dropFirst())
    }
    func all(_ alphabet: [String], _ length: Int) -> [String] {
      length == 0
        ? [""] : [""] + all(alphabet, length - 1).flatMap { rest in alphabet.map { $0 + rest } }
    }
    let texts = Set(all(["a", "b"], 4))
    for pattern in Set(all(["a", "b", "*", "?"], 3)) {
      for text in texts {
        #expect(TypeGlob(pattern).matches(text) == oracle(pattern[...], text[...]))
      }
    }
  }

  @Test("completion: commands, options, paths in both forms, types, marks, branches")
  func completion() throws {
    var workspace = try workspace()
    try workspace.move(to: 1)
    func complete(_ line: String) -> [String] {
      workspace.completions(line, at: line.utf8.count).candidates
    }
    #expect(complete("hi") == ["history"])
    #expect(complete("di") == ["diff", "dispatch"])
    #expect(complete("print /") == ["/items", "/total"])
    #expect(complete("print /items/0/") == ["/items/0/name", "/items/0/tags"])
    #expect(complete("print it") == ["items"])
    #expect(complete("print items[") == ["items[0]"])
    #expect(complete("print items[0].t") == ["items[0].tags"])
    #expect(complete("print --") == ["--paths"])
    #expect(complete("dispatch i") == ["item.added"])
    #expect(complete("goto @f") == ["@first item", "@fewer"])
    #expect(complete("switch ") == ["recording"])
    #expect(complete("help wh") == ["why"])
    #expect(complete("why /nothing/") == [])
    #expect(complete("nonsense x") == [])
    #expect(workspace.completions("print /it", at: 9).start == 6)
    #expect(!workspace.completions("print /it", at: 9).appendsSpace)
  }
}
