import TestSupport
import Testing

@Suite("An action that the host refuses is shown as one of its type was recorded")
struct RefusedActionTests {
  private static let recorded =
    #"{"enqueueToast":{"message":"Draft saved","type":"success"}}"#

  @Test(
    "as a line that can be typed, without a word against the host",
    arguments: [
      (#"dispatch enqueueToast {"message":"x"}"#, "dispatch"),
      ("insert 3 enqueueToast", "insert 3"),
      (#"edit 3 enqueueToast {"message":"x"}"#, "edit 3"),
    ])
  func shape(line: String, front: String) throws {
    let run = try Inspect.run("-e", "goto 3", "-e", line, Inspect.toast)
    #expect(run.status == .exited(2))
    #expect(!run.error.contains("wrong host"))
    let hint = "; an action of this type was recorded as: \(front) \(Self.recorded)\n"
    #expect(run.error.contains(hint), "\(run.error)")
    // What is shown is accepted.
    let again = try Inspect.run("-e", "goto 3", "-e", "\(front) \(Self.recorded)", Inspect.toast)
    #expect(again.status == .exited(0), "\(again.error)")
  }

  @Test("a type that was never recorded has no such line")
  func unknown() throws {
    let run = try Inspect.run("-e", #"dispatch {"message":"x"}"#, Inspect.toast)
    #expect(run.status == .exited(2))
    #expect(!run.error.contains("was recorded as"))
  }

  @Test("edit N offers the action of that step, and dispatch TYPE one that comes later, too")
  func completed() throws {
    let terminal = try PromptSession.open()
    _ = try terminal.readUntil("toast 0/18 start> ")
    try terminal.send("edit 3 \t\u{15}dispatch enqueueToast \t\u{15}")
    let shown = try terminal.readUntil("dispatch enqueueToast {")
    #expect(shown.contains("edit 3 " + Self.recorded))
    try terminal.send("quit\n")
    #expect(try terminal.waitForExit().status == .exited(0))
  }
}
