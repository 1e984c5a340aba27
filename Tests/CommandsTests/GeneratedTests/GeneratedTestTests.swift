import Foundation
import SessionFormat
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("Tests that are made of a session")
struct GeneratedTestTests {
  /// The file without the helpers at its end, or the text of the error.
  private func written(_ builder: SessionBuilder, _ words: String...) throws -> String {
    var workspace = try SampleWorkspace(builder).workspace
    let command = try workspace.context.table.verb("export")
    do throws(InspectorError) {
      let result = try command.run(on: &workspace, Invocation(command, words: words))
      let text = String(decoding: result.exactBytes ?? [], as: UTF8.self)
      let helpers = GeneratedTest.helpers.joined(separator: "\n") + "\n"
      #expect(text.hasSuffix("\n\n" + helpers))
      return String(text.dropLast(helpers.count + 1))
    } catch {
      return "error: \(error)"
    }
  }

  private static func named(_ header: inout SessionHeader) {
    (header.stateType, header.actionType) = ("State", "Action")
    header.app = ["name": "App"]
  }

  @Test("the actions, each a line, and what they changed")
  func swiftTesting() throws {
    let builder = SessionBuilder.counter([1, 2], Self.named)
    #expect(
      try written(builder, "--to", "swift-testing", "--action-type", "add=Int") == """
        // Actions 1 to 2 of the store counter, recorded 2026-01-02T03:04:05Z.
        // Written by inspect export --to swift-testing.

        import Foundation
        import Testing

        @testable import App

        // What the app calls its own.
        private typealias RecordedState = State
        private typealias RecordedAction = any Action
        private typealias add = Int

        @MainActor
        private func step(_ state: inout RecordedState, _ action: RecordedAction) throws {
          reduce(&state, action)
        }

        @MainActor
        struct STests {
          @Test("actions 1 to 2 of the store counter")
          func actions1To2() throws {
            var state: RecordedState = try recorded(#"{"total":0}"#)
            try step(&state, recorded("1", as: add.self))  // 1
            try step(&state, recorded("2", as: add.self))  // 2

            let after2 = try StateJSON(of: state)
            #expect(after2["total"] == "3")  // total after 2
          }
        }

        """)
  }

  @Test("inputs, errors, changes from outside and long values, as a test of XCTest")
  func xctest() throws {
    var builder = SessionBuilder(Self.named)
    builder.whole(0, ["list": [], "note": "x"])
    builder.action(1, "load.done", ["load": ["done": .string(String(repeating: "é", count: 90))]])
    builder.input(1, "date", "a")
    builder.whole(1, ["list": [["id": 1, "text": .string(String(repeating: "l", count: 80))]]])
    builder.outside(1, to: ["list": [], "a.b": .null])
    builder.action(2, "fail", "fail")
    builder.whole(2, ["list": [], "a.b": .null]) { $0.threw = "Failed" }
    #expect(
      try written(
        builder, "--to", "xctest", "-o", "-", "--at", "1", "--at", "2", "--reduce",
        "let a = action",
        "--reduce", "try reduce(&state, a)", "--action", "Act", "--module", "One", "--module", "Two"
      )
        == """
        // Actions 1 to 2 of the store counter, recorded 2026-01-02T03:04:05Z.
        // Written by inspect export --to xctest.

        import Foundation
        import Recorder
        import RecorderHost
        import XCTest

        @testable import One
        @testable import Two

        // What the app calls its own.
        private typealias RecordedState = State
        private typealias RecordedAction = Act

        @MainActor
        private func step(_ state: inout RecordedState, _ action: RecordedAction) throws {
          let a = action
          try reduce(&state, a)
        }

        final class STests: XCTestCase {
          /// actions 1 to 2 of the store counter.
          @MainActor
          func testActions1To2() async throws {
            var state: RecordedState = try recorded(#"{"list":[],"note":"x"}"#)
            let action1 = #\"""
              {
                "load": {
                  "done": "\(String(repeating: "é", count: 90))"
                }
              }
              \"""#
            try Inputs.replaying([("date", #""a""#)]) {
              try step(&state, recorded(action1))
            }  // 1

            let after1 = try StateJSON(of: state)
            let value1: StateJSON = #\"""
              [
                {
                  "id": 1,
                  "text": "\(String(repeating: "l", count: 80))"
                }
              ]
              \"""#
            XCTAssertEqual(after1["list"], value1)  // list after 1
            XCTAssertEqual(after1["note"], nil)  // note after 1
            // The app changed its state without an action.
            state = try recorded(#"{"list":[],"a.b":null}"#)
            XCTAssertThrowsError(try {
              try step(&state, recorded(#""fail""#))
            }())  // 2

            let after2 = try StateJSON(of: state)
            XCTAssertEqual(after2["list"], "[]")  // list after 2
            XCTAssertEqual(after2["a.b"], "null")  // ["a.b"] after 2
          }
        }

        """)
  }

  @Test("nothing of a hostile session leaves a literal or a comment")
  func hostile() throws {
    let text = "\"\"\"#\n`\u{2028}\u{202E}\\#(exit(1))//*/"
    var builder = SessionBuilder {
      Self.named(&$0)
      $0.store = text
      $0.started = "2026\n"
    }
    builder.whole(0, [:])
    builder.action(1, text, [text: .string(text)])
    builder.input(1, text, .string(text))
    builder.whole(1, [text: .string(text)])
    let written = try written(
      builder, "--to", "swift-testing", "--action-type", "*=A", "--path", "$")
    let json = ####""\"\"\"#\n`\u2028\u202e\\#(exit(1))//*/""####
    let quoted = ####""\"\"\"#\u{a}`\u{2028}\u{202e}\\#(exit(1))//*/""####
    let shown = "\"\"" + ####""#\u{A}`\u{2028}\u{202E}\#(exit(1))//*/"####
    let member = "{\(json):\(json)}"
    let lines: [Substring] = written.split(separator: "\n").filter { $0.contains("exit") }
    #expect(
      lines == [
        "// Action 1 of the store \(shown), recorded 2026\\u{A}.",
        "  @Test(\"action 1 of the store \(quoted.dropFirst()))", "      \(member)",
        "      (\(quoted), ##\"\(json)\"##),", "      \(member)",
      ])
    #expect(written.matches(of: /= ##"""$/.anchorsMatchLineEndings()).count == 2)
  }

  @Test("a session gives names of types, never code")
  func injectedTypes() throws {
    var header = SessionBuilder.counter([1]) {
      Self.named(&$0)
      $0.stateType = "State; let x = exit(1)"
    }
    #expect(
      try written(header, "--to", "swift-testing").hasPrefix(
        "error: export: the session calls it State; let x = exit(1), which is no name of a type"))
    header = SessionBuilder.counter([1]) { $0.stateType = "State" }
    #expect(
      try written(header, "--to", "swift-testing").hasPrefix(
        "error: export: the session does not name the type: --action does"))
    header = SessionBuilder(Self.named)
    header.whole(0, 0)
    header.action(1, "a b", 1)
    header.whole(1, 1)
    #expect(
      try written(header, "--to", "swift-testing").hasPrefix(
        "error: export: action 1 is a b, which is no name that a type of Swift has"))
  }

  @Test("options that are not of the form are refused, and so is code that cannot be seen")
  func refused() throws {
    let builder = SessionBuilder.counter([1], Self.named)
    #expect(
      try written(builder, "--to", "csv", "--reduce", "x").hasPrefix(
        "error: export: --reduce is not for csv"))
    #expect(
      try written(builder, "--to", "xctest", "--reduce", "x\u{202E}").hasPrefix(
        "error: export: --reduce must be a line of Swift"))
    #expect(
      try written(builder, "--to", "xctest", "--action-type", "x=").hasPrefix(
        "error: export: --action-type is NAME=TYPE"))
    #expect(
      try written(builder, "--to", "xctest", "--actions", "2-1").hasPrefix(
        "error: export: --actions is a number or two"))
  }
}
