import Foundation
import TestSupport
import Testing

@Suite("A session on standard input, gzipped or not")
struct StandardInputTests {
  private struct Run {
    let status: TestSupport.ExitStatus
    let output: String
  }

  /// Runs the tool with bytes as its input, through a pipe.
  private func run(_ arguments: [String], _ input: [UInt8]) throws -> Run {
    let run = try ProcessRun.run(try BuiltBinary.inspect, arguments, input: input)
    return Run(status: run.status, output: run.output)
  }

  /// Runs a line of a shell in which `inspect` is the tool.
  private func shell(_ line: String) throws -> Run {
    let text = "inspect() { '\(try BuiltBinary.inspect.path)' \"$@\"; }; \(line)"
    let run = try ProcessRun.run(URL(filePath: "/bin/bash"), ["-c", text])
    return Run(status: run.status, output: run.output)
  }

  private func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path)))
  }

  /// The gzip of a session, as the tool writes it.
  private func gzipped(_ name: String) throws -> String {
    let path = Scratch.path(name)
    #expect(try Inspect.run("compact", Inspect.toast, "-o", path).status == .exited(0))
    return path
  }

  @Test("every verb reads it, from a pipe, from a file, and gzipped under any name")
  func verbs() throws {
    let path = try gzipped("verbs.ndjson.gz")
    let renamed = try Scratch.file("verbs.data", try bytes(path))
    for verb in [
      ["log"], ["show", "5"], ["print", "5", "/items"], ["find", "$.state.items[0]"],
      ["first", "$.state.items[1]"], ["bisect", "$.n > 4"], ["why", "/items"],
      ["history", "/items"], ["diff", "3", "7"], ["diff", Inspect.toast], ["check"], ["verify"],
      ["replay"], ["expand"], ["compact"],
    ] {
      func words(_ session: String) -> [String] { [verb[0], session] + verb.dropFirst() }
      let expected = try Inspect.run(words(Inspect.toast))
      let plain = expected.output.replacingOccurrences(of: "sessions/toast-queue.ndjson", with: "-")
      let piped = try run(words("-"), try bytes(Inspect.toast))
      let isReplay = verb[0] == "replay"
      #expect(isReplay || piped.output == plain, "\(verb)")
      #expect(piped.status == expected.status, "\(verb)")
      let inflated = try run(words("-"), try bytes(path))
      #expect(isReplay || inflated.output == plain, "\(verb)")
      #expect(inflated.status == expected.status, "\(verb)")
      let named = try Inspect.run(words(renamed))
      #expect(named.status == expected.status, "\(verb)")
      let quoted = verb.dropFirst().map { "'\($0)'" }.joined(separator: " ")
      let redirected = try shell("inspect \(verb[0]) - \(quoted) < '\(path)'")
      #expect(isReplay || redirected.output == plain, "\(verb)")
      #expect(redirected.status == expected.status, "\(verb)")
    }
  }

  @Test("a terminal is no session: what to do is told")
  func terminal() throws {
    let terminal = try PseudoTerminal(
      try BuiltBinary.inspect, ["--color", "never", "log", "-"],
      environment: ProcessRun.plainEnvironment, columns: 200, rows: 10)
    let end = try terminal.waitForExit()
    #expect(
      end.rest == "inspect: -: standard input is a terminal: send a session into it, as in "
        + "gunzip -c SESSION | inspect log -\r\n")
    #expect(end.status == .exited(2))
  }
}
