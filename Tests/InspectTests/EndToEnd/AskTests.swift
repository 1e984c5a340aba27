import Foundation
import SessionFormat
import TestSupport
import Testing

@Suite("Asking and stopping, through the built tool")
struct AskTests {
  /// A counter that goes up by one five times, then to nothing, whose reducer throws at action 3.
  private func session() throws -> String {
    var lines: [SessionLine] = [
      .session(SessionHeader(id: "i", started: "2026-01-02T03:04:05Z", store: "none")),
      .state(StateLine(n: 0, content: .whole(["total": 0, "items": []]))),
    ]
    for n in 1...6 {
      let type = n == 6 ? "reset" : "add"
      lines.append(.action(ActionLine(n: n, t: n * 1_000_000, type: type, action: 1)))
      var operations: [JSONPatch.Operation] = [
        .replace(JSONPointer(tokens: ["total"]), .number(n == 6 ? 0 : n))
      ]
      if n < 3 { operations.append(.add(JSONPointer(tokens: ["items", "0"]), .number(n))) }
      var state = StateLine(n: n, content: .patch(JSONPatch(operations)))
      state.took = n * 1000
      if n == 3 { state.threw = "Late" }
      lines.append(.state(state))
    }
    lines.append(.end(EndLine(n: 6, t: 7_000_000)))
    return try Scratch.file(
      "ask-\(UUID()).ndjson", lines.flatMap { LineCoding.bytes(of: $0.document) })
  }

  /// What commands at the prompt print.
  private func told(_ commands: String...) throws -> String {
    let result = try Inspect.run(commands.flatMap { ["-e", $0] } + [try session()])
    #expect(result.error == "")
    #expect(result.status == .exited(0))
    return result.output
  }

  private static let step5 = "  5  +0.005 s  5 µs  add  /total\n"

  private static let asked: [(words: [String], output: String, status: Int)] = [
    (["first", "$.state.total > 4"], " " + step5, 0),
    (["first", "$.n > 99"], "no step matches $.n > 99\n", 1),
    (["find", "$.type == 'reset'"], ">  6  +0.006 s  6 µs  reset  /total\n", 0),
    (["find", "$.state.total > 3", "--limit", "1"], "   4  +0.004 s  4 µs  add  /total\n", 0),
    (["bisect", "$.n > 4"], " " + step5 + "looked at 6 steps\n", 0),
    (
      ["bisect", "$.n > 99"], "no step matches $.n > 99\nlooked at 6 steps; first looks at all\n", 1
    ),
    (
      ["why", "items[1]"], "/items/1 was last changed by action 2 add\n  from nothing\n  to   1\n",
      0
    ),
    (["history", "total", "--limit", "2"], "5  add    5\n6  reset  0\n", 0),
    (["history", "nobody"], "/nobody is in no state\n", 1),
    (
      ["blame"],
      """
                             (the whole state)
      6  reset  0.000 s ago    total: 0
                               items
      2  add    0.004 s ago      0: 2
      1  add    0.005 s ago      1: 1

      """, 0
    ),
    (
      ["stats"],
      """
      actions  6, 1 threw
                   time in the reducer:   p50   p90   p99   max
        5  83.3 %  add                   3 µs  5 µs  5 µs  5 µs
        1  16.7 %  reset                 6 µs  6 µs  6 µs  6 µs
      size of the state
      SIZES
      changed most
        6  /total
        2  /items/*
      0 changes from outside, 0 gaps, 0 states recorded whole

      """, 0
    ),
  ]

  @Test(
    "verbs that ask print the answer alone, and exit by whether there is one", arguments: asked)
  func verbs(words: [String], output: String, status: Int) throws {
    let result = try Inspect.run([words[0], try session()] + words.dropFirst())
    // Sizes are about those of the text; how they are counted is another test's.
    let masked = result.output.masking(#"(  [0-9]  [0-9]+ B  #+\n)+"#, with: "SIZES\n")
    #expect(masked == output)
    #expect(result.error == "")
    #expect(result.status == .exited(status))
  }

  @Test("rules stop on the way forward and back, are switched off and on, and dropped")
  func stops() throws {
    let output = try told(
      "watch items", "tbreak re*", "break add if $.n == 4", "catch crash", "disable 1", "c",
      "continue", "c", "info breakpoints", "enable 1", "delete 3", "reverse-continue", "rc", "rc")
    #expect(
      output == """
        1 watch /items
        2 tbreak re*
        3 break add if $.n == 4
        4 catch crash
        1 watch /items  (off)
        4 catch crash
        3/6 add  +0.003 s  took 3 µs
          action   1
          threw    Late
          ~ /total  2 -> 3
        3 break add if $.n == 4
        4/6 add  +0.004 s  took 4 µs
          action   1
          ~ /total  3 -> 4
        2 tbreak re*
        6/6 reset  +0.006 s  took 6 µs
          action   1
          ~ /total  5 -> 0
        1 watch /items  (off)
        3 break add if $.n == 4
        4 catch crash
        1 watch /items
        deleted breakpoint 3
        4 catch crash
        3/6 add  +0.003 s  took 3 µs
          action   1
          threw    Late
          ~ /total  2 -> 3
        1 watch /items  [1] -> [2,1]
        2/6 add  +0.002 s  took 2 µs
          action   1
          ~ /total  1 -> 2
          + /items/0  2
        1 watch /items  [] -> [1]
        1/6 add  +0.001 s  took 1 µs
          action   1
          ~ /total  0 -> 1
          + /items/0  1

        """)
  }

  @Test("what cannot be done is told on standard error with the usage, and ends with 2")
  func refusals() throws {
    for (command, message) in [
      (
        "catch divergence",
        "catch: nothing to compare with: run verify first, or make a branch; usage: catch "
          + "crash|divergence"
      ),
      (
        "disable 1",
        "disable: there is no breakpoint 1: there are none; watch, break, tbreak and catch make "
          + "them; usage: disable N..."
      ),
      (
        "find --limit x $.n",
        "find: --limit is a number of 1 or more, not x; usage: find COND [--limit N]"
      ),
      ("blame nobody", "state 0 has nothing at /nobody; the state has total, items"),
    ] {
      let result = try Inspect.run("-e", command, try session())
      #expect(result.error == "inspect: \(message)\n")
      #expect(result.output == "")
      #expect(result.status == .exited(2))
    }
  }

  @Test("two states as paths, a tree and a patch")
  func diffs() throws {
    let file = try session()
    for (form, output) in [
      ("paths", "state 1 -> state 2  2 differences\n~ /total  1 -> 2\n+ /items/0  2\n"),
      (
        "tree",
        """
        state 1 -> state 2  2 differences
        ~ "total"  1 -> 2
        ~ "items"
        +   [0]  2
            … 1 element the same

        """
      ),
      (
        "patch",
        """
        [
          {"op":"replace","path":"/total","value":2},
          {"op":"add","path":"/items/0","value":2}
        ]

        """
      ),
    ] {
      let result = try Inspect.run("diff", file, "1", "2", "--as", form)
      #expect(result.output == output)
      #expect(result.error == "")
      #expect(result.status == .exited(1))
    }
  }
}
