import Commands
import Foundation
import Inspector
import SessionFormat
import TestSupport
import Testing

@testable import inspect

@Suite("What the documents and the help say")
struct DocumentationTests {
  @Test("every command has its help, which shows its usage and its options")
  func help() throws {
    for command in CommandTable.library {
      if let form = command.batch {
        let result = try Inspect.run(command.name, "--help")
        #expect(result.output.hasPrefix("usage: \(command.usage(.batch))\n"), "\(command.name)")
        for option in form.options { #expect(result.output.contains("  \(option.name)")) }
        #expect(result.status == .exited(0))
      }
      if command.prompt != nil {
        let result = try Inspect.run("-e", "help \(command.name)", Inspect.toast)
        #expect(result.output.hasPrefix("usage: \(command.usage(.prompt))\n"), "\(command.name)")
      }
    }
  }

  @Test("every example of the help does what it says, on a session of that name")
  func examples() throws {
    for command in Tool.table.commands {
      for example in command.batch?.examples ?? [] {
        let run = try ExampleFolder.run(example)
        // What replay, record and repair did is told beside their results.
        if command.group != .trust && command.group != .record {
          #expect(Inspect.withoutSampleNotes(run.error) == "", "\(example)")
        }
        // What differs is a 1.
        #expect(run.status == .exited(example.contains(" diff ") ? 1 : 0), "\(example)")
      }
      for example in command.prompt?.examples ?? [] {
        let run = try Inspect.run(
          "-e", "goto 4", "-e", example, Inspect.toast,
          environment: ["XDG_CONFIG_HOME": Scratch.path("examples-config")])
        #expect(run.error == "", "\(example)")
        #expect(run.status == .exited(example.hasPrefix("diff 3") ? 1 : 0), "\(example)")
      }
    }
  }

  @Test("the overview names every verb and every command")
  func overview() throws {
    let overview = try Inspect.run("help", "all").output
    let named = Set(
      overview.split(separator: "\n").filter { $0.hasPrefix("  ") }
        .compactMap { $0.split(separator: " ").first.map(String.init) })
    #expect(Set(CommandTable.library.map(\.name)).isSubset(of: named))
    #expect(named.isSuperset(of: ["record", "host"]))
  }

  @Test("no name or alias means two commands")
  func names() {
    let words = CommandTable.library.flatMap { [$0.name] + $0.aliases }
    #expect(Set(words).count == words.count)
  }

  @Test("every report that a command gives is named in docs/reports.md")
  func reports() throws {
    let page = try String(
      contentsOf: Inspect.root.appendingPathComponent("docs/reports.md"), encoding: .utf8)
    let commands = [
      "next", "goto 4", "list", "action", "diff 0 1", "info", "why /items", "history /items",
      "find $.state", "dispatch clearToast", "skip 2", "edit 2 clearToast", "insert 2 clearToast",
      "move 2 4", "reload",
      "branches", "switch rec", "replay", "verify", "help",
      "help why", "help paths", "help all", "back 9", "back", "blame", "grep 1 --limit 3",
      "timeline",
      "plot items[0].id", "stats", "first $.n > 2", "bisect $.n > 2",
      "break *", "watch /items", "continue", "reverse-continue", "info breakpoints",
      "when", "tree", "marks", "finish", "apropos mark", "undo", "redo",
    ]
    for command in commands {
      let result = try Inspect.run("--format", "json", "-e", "goto 3", "-e", command, Inspect.toast)
      let line = try #require(result.output.split(separator: "\n").last)
      let document = try JSONValue(parsing: String(line))
      let name = try #require(document["report"]?.string, "\(command)")
      #expect(document["version"] == 1)
      #expect(page.contains("`\(name)`"), "\(name)")
      for member in try #require(document.object)
      where member.name != "report" && member.name != "version" {
        #expect(page.contains("`\(member.name)`"), "\(name).\(member.name)")
      }
    }
  }
}
