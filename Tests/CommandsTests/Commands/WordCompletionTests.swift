import SessionFormat
import Testing

@testable import Commands
@testable import InspectorSupport

@Suite("Each word is completed by what it means where it stands")
struct WordCompletionTests {
  private func offered(_ line: String, after lines: [String] = []) throws -> [String] {
    var sample = try SampleWorkspace()
    for line in lines { _ = try sample.run(line) }
    let found = sample.workspace.completionsOfLine(line, at: line.utf8.count)
    #expect(found.start <= line.utf8.count)
    return found.candidates
  }

  @Test(
    "values of settings and options, and names that the user gave",
    arguments: [
      ("set color ", ["auto", "always", "never"]), ("set theme l", ["light"]),
      ("set pager ", ["on", "off"]), ("set width a", ["auto"]), ("set rows ", []),
      ("set the", ["theme"]), ("grep x --in ", ["action", "state", "input", "mark"]),
      ("grep --in st", ["state"]), ("unalias ", ["ga", "show-it"]), ("undisplay ", ["1"]),
      ("drop ", []), ("switch ", ["recording"]), ("compare ", ["replay", "recording"]),
      ("hide p", ["pay"]), ("hide pay cl", ["clear"]), ("log --where it", ["items"]),
      ("log --where $.n > 1 && to", ["total"]), ("verify --ignore it", ["items"]),
      ("log --type p", ["pay"]), ("move ", ["end", #"@first\ pen"#]), ("edit s", []),
      ("edit 4 ", [#""clear""#]), ("edit 1 p", ["pay"]), ("insert 4 cl", ["clear"]),
      ("skip e", ["end"]), ("replay -", ["-o", "--force"]),
      (#"find match($.type, "p"#, [#""pay""#]), ("find $.action.", ["$.action.addItem"]),
    ])
  func values(line: String, expected: [String]) throws {
    #expect(
      try offered(line, after: ["alias ga=goto", "alias show-it='next ;; print'", "display total"])
        == expected)
  }

  @Test(
    "what is meant by its position: settings, functions, values of a comparison, members of elements",
    arguments: [
      ("show p", ["pager", "prompt"]), ("show e", ["end"]),
      ("find ma", ["match("]), ("find co", ["count("]), ("find $.n > 1 && le", ["length("]),
      ("find sea", ["search("]), ("find count(it", ["items"]), ("find va", ["value("]),
      ("find total == ", ["0", "2", "9"]), ("find $.state.total >= 2", ["2"]),
      ("find total == 7", []),
      ("find $.type == ", [#""addItem""#, #""clear""#, #""pay""#, #""refresh""#]),
      ("find $.type != 'p", ["'pay'"]), (#"find items[0].id == ""#, [#""A-1""#]),
      ("find items[0].id == 'A", ["'A-1'"]), ("find items == it", ["items"]),
      ("find items[?@.", ["@.name", "@.id"]), ("find items[?@.n", ["@.name"]),
      ("find $.state.items[?@.id == ", [#""A-1""#]),
      ("find items[?", ["@.name", "@.id", "count(", "length(", "match(", "search(", "value("]),
      ("find count(items[?@.id == 'A-1' && @.n", ["@.name"]),
      ("find items[?le", ["length("]),
      ("print items[?@.", ["items[?@.name", "items[?@.id"]),
      ("print $.items[?@.id == ", [#"$.items[?@.id == "A-1""#]),
      ("print items[*].n", ["items[*].name"]),
      ("print $.items[*].", ["$.items[*].name", "$.items[*].id"]),
      ("print items[?@.id == 'A-1'].i", ["items[?@.id == 'A-1'].id"]),
      ("find count(items[*].n", ["items[*].name"]), ("why items[*].", []),
      ("print items[", ["items[0]"]), ("why items[0].n", ["items[0].name"]),
    ])
  func positions(line: String, expected: [String]) throws {
    #expect(try offered(line) == expected)
  }

  @Test("a list that is empty here is completed as the nearest state has it, and no state far away")
  func nearbyStates() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["items": []])
    for n in 1...40 {
      builder.action(n, "add", ["id": .number(n)])
      builder.patch(n, to: n == 40 ? ["items": [], "late": [1]] : ["items": []])
    }
    var workspace = Workspace(
      try builder.session(),
      context: CommandContext(table: CommandTable(CommandTable.library), host: { _ in nil }))
    #expect(workspace.completionsOfLine("print late[", at: 11).candidates == [])
    workspace.n = 30
    #expect(workspace.completionsOfLine("print late[", at: 11).candidates == ["late[0]"])
  }

  @Test(
    "an alias, and what follows it as after what it stands for",
    arguments: [
      ("ga", ["ga"]), ("sho", ["show", "show-it"]), ("ga st", ["start"]),
      ("  ga @f", [#"@first\ pen"#]), ("show-it it", ["items"]), ("next ;; ga en", ["end"]),
      ("q items to", []), ("q to", ["total"]),
    ])
  func aliases(line: String, expected: [String]) throws {
    #expect(
      try offered(
        line, after: ["alias ga=goto", "alias show-it='next ;; print'", "alias q='why %1'"])
        == expected)
  }

  @Test("words that a list left out were left out without a word")
  func leftOut() throws {
    for (count, last) in [(200, "name299"), (201, "n..."), (5000, "n...")] {
      var builder = SessionBuilder()
      let members = (0..<count).map { ("name\(100 + $0)", JSONValue.number($0)) }
      builder.whole(0, ["list": .object(members)])
      let workspace = try SampleWorkspace(builder).workspace
      let all = workspace.completionsOfLine("when ;; print list.n", at: 20)
      let found = all.candidates
      #expect(found.last == "list.\(last)")
      #expect(found.count == min(count, 201))
      #expect(all.isCut == (count > 200))
      #expect(found.allSatisfy { $0.hasPrefix("list.n") })
    }
  }

  @Test("what the first of many words have in common was typed, and no word behind them began so")
  func commonToTheFirst() throws {
    var builder = SessionBuilder()
    var members = (0..<300).map { ("name\(100 + $0)", JSONValue.number($0)) }
    members.append(("nothing", 1))
    builder.whole(0, ["list": .object(members)])
    let workspace = try SampleWorkspace(builder).workspace
    let line = "print list.n"
    let found = workspace.completionsOfLine(line, at: line.utf8.count)
    #expect(found.candidates.last == "list.n...")
  }
}
