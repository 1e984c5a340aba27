import Foundation
import SessionFormat
import TestSupport
import Testing

@Suite("docs/reports.md tells every member of every report")
struct ReportPageTests {
  /// What of the page, its own row aside, tells members of a report: other rows and paragraphs.
  private static let parts: [String: [String]] = [
    "step": ["change"], "stop": ["step", "breakpoints", "change"], "find": ["steps"],
    "first": ["steps"], "grep": ["cause"], "bisect": ["steps"], "why": ["cause"],
    "history": ["cause"],
    "blame": ["cause"], "info": ["check"], "repair": ["check"], "diff": ["change", "tree"],
    "compare": ["part", "change"], "change": ["step", "edit", "change"],
    "branch-comparison": ["edit", "change"], "replay": ["death"],
    "verify": ["divergence", "death", "by step", "by type", "diagnosis"],
    "minimize": ["divergence", "diagnosis"], "parting": ["death"],
  ]

  /// Members whose values come from the session, or are shaped as that is.
  private static let opaque: Set = [
    "action", "value", "old", "new", "expected", "actual", "app", "platform", "header",
  ]

  /// The page: for each report the words of its rows, and for each paragraph its words.
  private struct ReportPage {
    var rows: [String: String] = [:]
    var paragraphs: [String: String] = [:]

    init() throws {
      let text = try String(
        contentsOf: Inspect.root.appendingPathComponent("docs/reports.md"), encoding: .utf8)
      for line in text.split(separator: "\n") where line.hasPrefix("| `") {
        let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        let name = cells[1].trimmingCharacters(in: ["`"])
        rows[name, default: ""] += cells.dropFirst(2).joined() + "\n"
      }
      for paragraph in text.components(separatedBy: "\n- ") {
        guard let bold = paragraph.firstMatch(of: /\*\*(.+?)\*\*/) else { continue }
        paragraphs[String(bold.1)] = paragraph
      }
    }

    /// Whether a member is named in some text.
    func names(_ member: String, in text: String?) -> Bool {
      text?.contains("`\(member)`") ?? false
    }

    /// Whether a row says what a member is: in brackets, by what it is made of, or as its sample
    /// values are; or whether what it is part of does.
    func explains(_ member: String, in row: String?) -> Bool {
      guard let row, let word = try? Regex("[,{]?`\(member)`( or null| and `[a-z]+`)? ?[(\\[{:]?")
      else { return false }
      return row.matches(of: word).contains { match in
        let text = row[match.range]
        let isInBraces = row[..<match.range.upperBound].lastIndex(of: "{").map { open in
          !row[open..<match.range.upperBound].contains("}")
        }
        return "([{:".contains(text.last ?? " ") || isInBraces == true || text.hasSuffix("or null")
      }
    }
  }

  /// The members of a report that the page does not tell, each once.
  private func untold(_ document: JSONValue, _ page: ReportPage) throws -> Set<String> {
    let name = try #require(document["report"]?.string)
    let places = [name] + (Self.parts[name] ?? [])
    let everywhere = page.paragraphs["Names that mean the same everywhere"]
    #expect(everywhere != nil)
    var untold: Set<String> = []
    var open = [document]
    while let next = open.popLast() {
      open += next.array.map(Array.init) ?? []
      for (member, value) in next.object.map(Array.init) ?? []
      where member != "report" && member != "version" {
        let isNamed = places.contains {
          page.names(member, in: page.rows[$0]) || page.names(member, in: page.paragraphs[$0])
        }
        let isExplained =
          page.names(member, in: everywhere)
          || places.contains {
            page.explains(member, in: page.rows[$0]) || page.names(member, in: page.paragraphs[$0])
          }
        if !isNamed || !isExplained { untold.insert("\(name).\(member)") }
        if !Self.opaque.contains(member) { open.append(value) }
      }
    }
    return untold
  }

  private static let asked = [
    "next", "finish", "undo", "list", "action", "diff 0 4", "diff 0 4 --as tree", "info", "when",
    "tree",
    "marks", "why /items", "why nobody", "history /items", "find $.state", "first $.state",
    "dispatch clearToast", "skip 2", "edit 2 clearToast", "insert 2 clearToast", "move 2 4",
    "reload",
    "branches", "replay", "verify", "help", "help why", "help paths", "help all", "back 9", "blame",
    "grep -i upload", "grep 0 --limit 2 --in state", "why /items --chain",
    "why items[0].id --chain", "timeline --rows 3", "timeline", "plot items[0].id",
    "plot '$.items[*].id'", "stats", "bisect $.state.items[0]",
    "break * if $.n > 2", "watch /items", "info breakpoints",
    "continue", "apropos mark",
  ]

  @Test("of each command at the prompt")
  func prompt() throws {
    let page = try ReportPage()
    var names: Set<String> = []
    for command in Self.asked {
      let words = ["-e", "goto 3", "-e", "watch /items", "-e", command]
      let run = try Inspect.run(["--format", "json"] + words + [Inspect.toast])
      let line = try #require(run.output.split(separator: "\n").last, "\(command)")
      let document = try JSONValue(parsing: String(line))
      names.insert(try #require(document["report"]?.string, "\(command)"))
      let missing = try untold(document, page)
      #expect(missing == [], "\(command)")
    }
    #expect(names.count > 20)
  }

  @Test("of each verb, on sessions that are sound, damaged, in segments, and that crash")
  func verbs() throws {
    let page = try ReportPage()
    let toast = try String(contentsOf: URL(filePath: Inspect.toast), encoding: .utf8)
    let damaged = try Scratch.file(
      "untold.ndjson", toast.replacing("Draft", with: "Drift").replacing("\"n\":7,", with: "\"n\":")
    )
    let toastHost = "'\(try BuiltBinary.inspect.path)' host toast"
    let folder = Scratch.path("untold-segments")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(toast.utf8).write(to: URL(filePath: folder + "/toast-2026.0001.ndjson"))
    for words in [
      ["log", Inspect.toast], ["show", Inspect.toast, "4"], ["check", Inspect.toast],
      ["check", damaged], ["check", folder], ["diff", Inspect.toast, Inspect.archive],
      ["diff", Inspect.session("toast-saga"), Inspect.session("toast-dismissal")],
      ["diff", Inspect.toast, damaged, "--salvage"], ["repair", damaged, "-o", Scratch.path("a")],
      ["repair", folder, "-o", Scratch.path("b")],
      ["repair", Inspect.toast, "--recrc", "-o", Scratch.path("c")],
      ["expand", Inspect.toast, "-o", Scratch.path("d.ndjson")],
      ["compact", Inspect.toast, "-o", Scratch.path("e.ndjson")],
      ["replay", Inspect.toast, "-o", Scratch.path("f.ndjson")], ["verify", Inspect.toast],
      ["verify", Inspect.clock, "--steps", "--twice"], ["verify", Inspect.crash],
      ["verify", damaged],
      ["stats", Inspect.session("gourmet-home")], ["print", "--help"],
      ["minimize", Inspect.toast, "$.state.items[1]", "--budget", "9"],
      ["minimize", "--crashes", Inspect.crash, "-o", Scratch.path("g.ndjson")],
      ["minimize", "--diverges", Inspect.clock],
      ["bisect", "--good", toastHost, "--bad", toastHost, Inspect.toast],
    ] {
      let run = try Inspect.run(words + ["--format", "json"])
      let line = try #require(run.output.split(separator: "\n").last, "\(words): \(run.error)")
      let document = try JSONValue(parsing: String(line))
      let missing = try untold(document, page)
      #expect(missing == [], "\(words)")
    }
  }

  @Test("a member that is only named, or not at all, is found")
  func finds() throws {
    var page = try ReportPage()
    page.rows["stats"] = "`actions` (how many), `types` [{`odd`}], `bare`, `last`"
    let document: JSONValue = [
      "report": "stats", "version": 1, "actions": 1, "types": [["odd": 1, "even": 2]], "bare": 1,
      "last": 2, "none": 3,
    ]
    let missing = try untold(document, page)
    #expect(missing == ["stats.bare", "stats.none", "stats.even"])
  }
}
