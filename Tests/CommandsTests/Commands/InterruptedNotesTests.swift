import SessionFormat
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("Ctrl-C while remarks on an answer are sought")
struct InterruptedNotesTests {
  @Test("an answer that was found was lost with the remarks on it")
  func answerStays() throws {
    let command = Command(
      "sought", in: .trust, "finds something at once",
      prompt: Command.Form([Parameter("COND", .condition)]), refusesLater: true
    ) { _, _ in CommandResult(MessageReport("found")) }
    var context = CommandContext(table: CommandTable(CommandTable.library), host: { _ in nil })
    context.interrupted = { true }
    var workspace = Workspace(
      try SessionBuilder.ledger([("add", 1), ("add", 2)]).session(), context: context)
    // Only its states tell whether both places may be missing.
    let invocation = try Invocation(command, line: "total == log", home: nil)
    let result = try command.run(on: &workspace, invocation)
    #expect(try result.told() == "found\n")
    #expect(result.isInterrupted)
  }
}
