import SessionFormat
import TestSupport
import Testing

@Suite("inspect diff")
struct DiffTests {
  @Test("a patch of two states makes one of the other")
  func patch() throws {
    func value(_ words: String...) throws -> JSONValue {
      try JSONValue(parsing: try Inspect.run(words + ["--format", "json"]).output)
    }
    let patch = try JSONPatch(try value("diff", Inspect.toast, "1", "9", "--as", "patch"))
    let states = try ["1", "9"].map { try value("print", Inspect.toast, $0, "") }
    #expect(try patch.applied(to: states[0]) == states[1])
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
    #expect(rows[1] == "~ [\"\(start)…(19850 bytes)…\(end)\"][0]  0 → 9000")
    let json = try JSONValue(
      parsing: try Inspect.run("diff", file, "0", "1", "--format", "json").output)
    let changes = try #require(json["changes"]?.array)
    let listed = changes.count - 1
    #expect(listed > 3000 && changes.last == ["omitted": .number(4000 - listed)])
  }
}
