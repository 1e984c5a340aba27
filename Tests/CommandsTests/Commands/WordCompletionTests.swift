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
      ("skip e", ["end"]), ("replay -", ["-o"]),
      (#"find match($.type, "p"#, [#""pay""#]), ("find $.action.", ["$.action.addItem"]),
    ])
  func values(line: String, expected: [String]) throws {
    #expect(
      try offered(line, after: ["alias ga=goto", "alias show-it='next ;; print'", "display total"])
        == expected)
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
}
