import SessionFormat
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("Help is made from the declarations of the commands")
struct HelpReportTests {
  private let table = CommandTable(CommandTable.library)

  @Test("every command is listed once under its heading, in each of its places")
  func list() {
    for place in [Command.Place.prompt, .batch] {
      let commands = table.commands.filter { (place == .prompt ? $0.prompt : $0.batch) != nil }
      let rows = HelpReport(table, place).rows
      #expect(rows.map { $0["name"]?.string } == commands.map(\.name))
      #expect(rows.map { $0["usage"]?.string } == commands.map { $0.usage(place) })
    }
  }

  @Test("the help of a command is its usage, summary, options and details")
  func command() throws {
    let move = CommandTable(table.commands.filter { $0.name == "next" })
    #expect(
      HelpReport(move, .prompt).text
        == "Move\n  next (n, step)  go K actions forward (1 if left out)\n")
    let report = CommandHelpReport(try table.prompt("history", abbreviated: false), .prompt)
    #expect(
      report.text == """
        usage: history PATH [--limit N] [--anyway]

        List every change of a value.

          --limit N  only the last N changes; nothing before them is read
          --anyway   ask even if no state has the place, or no action the type

        PATH is items[0].message, /items/0/message or $.items[0].message; "" is all of
        it.

        PATH is a position, not an element. If elements of an array are inserted,
        removed or moved, another element may be at that position afterwards. blame
        follows one element, as diff matches it.

        See also: help paths, help gaps

        """)
    let replay = CommandHelpReport(try table.verb("replay"), .batch)
    #expect(
      replay.json.description
        == #"{"report":"command-help","version":1,"name":"replay","summary":"reduce every "#
        + #"recorded action again, through the host","usage":"inspect replay SESSION [-o "#
        + #"FILE] [--force]","options":[{"name":"-o","summary":"write the replay to a new file (gzipped if "#
        + #"it ends in .gz); - is standard output"},{"name":"--force","summary":"replace FILE if "#
        + #"it exists already"}],"details":["The replay is itself a session. "#
        + #"The verb writes it to standard output, or to the file of -o, and reports the result "#
        + #"on standard error.","Exit 0, also if the recorded crash happened again; 1 if the host "#
        + #"died elsewhere."],"examples":["inspect replay session.ndjson -o again.ndjson"]}"#)
  }

  @Test("a message is one line")
  func message() {
    let report = MessageReport("a\nb")
    #expect(report.json.description == #"{"report":"message","version":1,"text":"a\nb"}"#)
    #expect(report.text == "a\\u{A}b\n")
  }
}
