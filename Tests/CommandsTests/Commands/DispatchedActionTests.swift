import SessionFormat
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("What is typed to be dispatched tells its type, or has it told")
struct DispatchedActionTests {
  @Test(
    "the type is that of the JSON, or stands before it",
    arguments: [
      (#"{"add":{"_0":1}}"#, #"add {"add":{"_0":1}}"#), (#""up""#, #"up "up""#),
      ("clear", #"clear {"clear":{}}"#), (#"Load {"a":1,"b":2}"#, #"Load {"a":1,"b":2}"#),
    ])
  func parses(text: String, expected: String) throws {
    let command = try CommandTable(CommandTable.library).prompt("dispatch", abbreviated: false)
    let (type, action) = try ActionText.parse(text, try Invocation(command, line: "x"))
    #expect("\(type) \(action)" == expected)
  }
}
