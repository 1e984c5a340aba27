import SessionFormat
import TestSupport
import Testing

@Suite("Lists that are written as they are made")
struct StreamedListTests {
  /// Two steps, a third whose patch does not apply, and a fourth.
  private static func damaged(_ name: String) throws -> String {
    var text = BadInputTests.start
    for n in 1...4 {
      let place = n == 3 ? "nobody" : "value"
      text += #"{"kind":"action","n":\#(n),"t":\#(n),"type":"a","action":1}"# + "\n"
      text +=
        #"{"kind":"state","n":\#(n),"patch":[{"op":"replace","path":"/\#(place)","value":\#(n)}]}"#
        + "\n"
    }
    return try Scratch.file(name, BadInputTests.text(text))
  }

  private static let rows = (1...2).map {
    #"{"n":\#($0),"t":\#($0),"type":"a","changed":["/value"]}"#
  }

  @Test("damage in the middle ends them with 2, behind the rows before it, once for each form")
  func damage() throws {
    let file = try Self.damaged("damaged-list.ndjson")
    let text = try Inspect.run("log", file)
    #expect(text.output == "   1  +0.000 s    a  /value\n   2  +0.000 s    a  /value\n")
    #expect(text.error.hasPrefix("inspect: damaged-list.ndjson:8:1: "))
    #expect(text.error.split(separator: "\n").count == 1)
    #expect(text.status == .exited(2))

    let value = try Inspect.run("log", file, "--format", "json")
    #expect(value.error == text.error && value.status == .exited(2))
    let message = text.error.dropFirst("inspect: ".count).dropLast()
    let document = try JSONValue(parsing: value.output)
    #expect(document["steps"]?.array?.map(\.description) == Self.rows)
    #expect(document["error"]?.string.map(Inspect.clean) == String(message))

    let lines = try Inspect.run("log", file, "--format", "ndjson")
    #expect(lines.output == Self.rows.map { $0 + "\n" }.joined())
    #expect(lines.error == text.error && lines.status == .exited(2))
  }

  @Test("a question of the state ends as well behind the rows before the damage")
  func question() throws {
    let file = try Self.damaged("damaged-find.ndjson")
    for question in ["$.state.value > 0", "count($.state[?@ > 0]) > 0", "$.before.value >= 0"] {
      let text = try Inspect.run("find", file, question)
      #expect(text.output == "   1  +0.000 s    a  /value\n   2  +0.000 s    a  /value\n")
      #expect(text.error.hasPrefix("inspect: damaged-find.ndjson:8:1: "))
      #expect(text.status == .exited(2))
      let value = try Inspect.run("find", file, question, "--format", "json")
      let document = try JSONValue(parsing: value.output)
      #expect(document["steps"]?.array?.map(\.description) == Self.rows)
      #expect(document["error"]?.string != nil)
    }
  }

  @Test("in a script the next command is run only with --keep-going")
  func script() throws {
    let file = try Self.damaged("damaged-list-script.ndjson")
    let commands = ["-e", "find $.n > 0", "-e", "print value"]
    let stopped = try Inspect.run(commands + [file])
    #expect(stopped.output == "   1  +0.000 s    a  /value\n   2  +0.000 s    a  /value\n")
    #expect(stopped.status == .exited(2))
    let whole = try Inspect.run(commands + ["--keep-going", file])
    #expect(whole.output == stopped.output + "0\n")
    #expect(whole.status == .exited(2))
  }
}
