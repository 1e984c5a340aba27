import Foundation
import TestSupport
import Testing

@Suite("A session that died in the reducer")
struct CrashTests {
  @Test("info says in which action the app died")
  func info() throws {
    let result = try Inspect.run("-e", "info", Inspect.crash)
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(
      lines.filter { $0.hasPrefix("ending") || $0.hasPrefix("here") } == [
        "ending    died in the reducer of action 8 add, which has no state", "here      0 of 8",
      ])
    #expect(result.status == .exited(0))
  }

  @Test("the state of the fatal action is unknown, and that is said")
  func unknownState() throws {
    let result = try Inspect.run("print", Inspect.crash, "8", "/value")
    #expect(
      result.error
        == "inspect: state 8 is not known: the app died in the reducer of that action\n")
    #expect(result.status == .exited(2))
    let step = try Inspect.run("-e", "goto end", Inspect.crash)
    #expect(
      step.output.masking("\\+[0-9.]+ s", with: "TIME") == """
        8/8 add  TIME
          action   {"add":{"_0":11}}
          state    state 8 is not known: the app died in the reducer of that action

        """)
  }

  @Test("blame of the last state, which is unknown, names the last one that is known")
  func blame() throws {
    let message =
      "inspect: state 8 is not known: the app died in the reducer of that action; the last state "
      + "that is known is 7\n"
    let blame = try Inspect.run("blame", Inspect.crash)
    #expect(blame.error == message)
    #expect(blame.output == "")
    #expect(blame.status == .exited(2))
    let prompt = try Inspect.run("-e", "goto end", "-e", "blame /value", Inspect.crash)
    #expect(prompt.error == message)
    let known = try Inspect.run("blame", Inspect.crash, "/value", "7")
    #expect(known.output.hasSuffix("value: 127\n"))
    #expect(known.status == .exited(0))
  }

  @Test("replay tells the crash with action, signal and the end of standard error, and goes on")
  func replayGoesOn() throws {
    let result = try Inspect.run(
      "-e", "replay", "-e", "goto 7", "-e", "print /value", Inspect.crash,
      environment: ["SWIFT_BACKTRACE": "enable=no"])
    #expect(
      result.output.masking("\\+[0-9.]+ s", with: "TIME").masking(
        "took [0-9]+ [nµm]?s", with: "TOOK")
          == """
          replayed  7 actions of the store counter
            died      the host inspect host counter died in the reducer of action 8: signal 4 \
          (Illegal instruction)
                      it wrote nothing on standard error
            the recording died there too
          7/8 add  TIME  TOOK
            action   {"add":{"_0":17}}
            ~ /value  110 -> 127
            ~ /steps  6 -> 7
          127

          """)
    #expect(result.status == .exited(0))
  }

  @Test("what a host says on standard error as it dies is told, its control characters visible")
  func standardError() throws {
    let script = try Scratch.file(
      "dies.sh", "printf 'first\\n\\033[31mboom\\r\\n' >&2\nexit 3\n")
    let result = try Inspect.run("--host", "sh \(script)", "-e", "replay", Inspect.crash)
    #expect(
      result.error == """
        inspect: the host sh dies.sh died: exit status 3; it said: \\u{1B}[31mboom\\u{D}

        """)
    #expect(result.status == .exited(2))
  }
}
