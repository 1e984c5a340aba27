import Foundation
import TestSupport
import Testing

@testable import Commands
@testable import inspect

@Suite("The pages of the help can be typed as they stand")
struct HelpTopicTests {
  private static let topics = HelpTopic.all.map(\.name)

  @Test("the lines for the prompt, one after the other", arguments: topics)
  func prompt(name: String) throws {
    let topic = try #require(HelpTopic.named(name, abbreviated: false))
    let lines = topic.blocks.flatMap { block -> [String] in
      if case .prompt(let all) = block { all.map(\.term) } else { [] }
    }
    guard !lines.isEmpty else { return }
    let run = try Inspect.run(lines.flatMap { ["-e", $0] } + [Inspect.toast])
    #expect(run.error == "")
    #expect([.exited(0), .exited(1)].contains(run.status))
  }

  @Test("the lines for a shell", arguments: topics)
  func shell(name: String) throws {
    let topic = try #require(HelpTopic.named(name, abbreviated: false))
    for case .shell(let lines) in topic.blocks {
      for line in lines.map(\.term) {
        let run = try ExampleFolder.run(line)
        let isNo = line.contains(" diff ")
        #expect(run.status == .exited(isNo ? 1 : 0), "\(line): \(run.error)")
      }
    }
  }

  @Test("the question on the first page was answered with what holds from the beginning")
  func uses() throws {
    let lines = HelpStart.uses.map(\.term).filter { $0.contains(" -e ") }
    #expect(!lines.isEmpty)
    for line in lines {
      let run = try ExampleFolder.run(line.replacing("SESSION", with: "session.ndjson"))
      #expect(run.status == .exited(0))
      #expect(run.error == "")
      #expect(run.output.contains("was last changed by action"))
    }
  }

  @Test("the tour is what Transcripts/tour.md shows")
  func tour() throws {
    let page = try Transcript.page("tour.md")
    let typed = page.cases.flatMap(\.items).flatMap { item -> [String] in
      guard case .command(let command) = item else { return [] }
      let words = CommandLineWords.split(command.text)
      let commands = zip(words, words.dropFirst()).filter { $0.0 == "-e" }.map(\.1)
      return commands.isEmpty ? [command.text] : commands
    }
    let lines = HelpTopic.tour.blocks.flatMap { block -> [String] in
      switch block {
      case .prompt(let all), .shell(let all): all.map(\.term)
      default: []
      }
    }
    // The first line opens the prompt.
    #expect(typed == Array(lines.dropFirst()))
  }

  @Test("the first tasks of docs/tasks.md take two, two and four commands")
  func tasks() throws {
    let counts = try Transcript.page("docs/tasks.md").cases.map { task in
      task.items.reduce(0) { count, item in
        guard case .command(let command) = item else { return count }
        return count + max(1, CommandLineWords.split(command.text).count { $0 == "-e" })
      }
    }
    #expect(counts.count == 10)
    #expect(Array(counts.prefix(3)) == [2, 2, 4])
  }

  @Test("the topics that a page names are there, and so are the commands it belongs to")
  func names() throws {
    for topic in HelpTopic.all {
      #expect(!Tool.table.commands.contains { ([$0.name] + $0.aliases).contains(topic.name) })
      for name in topic.commands {
        #expect(Tool.table.commands.contains { $0.name == name }, "\(topic.name): \(name)")
      }
      for match in topic.blocks.flatMap(\.texts).joined(separator: " ").matches(
        of: /help ([a-z-]+)/)
      {
        let name = String(match.1)
        let isNamed = name == "all" || HelpTopic.named(name, abbreviated: false) != nil
        #expect(isNamed, "\(topic.name): \(name)")
      }
    }
  }

  @Test(
    "no line of a page that is not to be typed is wider than 60 columns, if that is all there is")
  func narrow() throws {
    for topic in HelpTopic.all {
      let typed = topic.blocks.flatMap { block -> [String] in
        switch block {
        case .prompt(let all), .shell(let all), .definitions(let all): all.map { "  " + $0.term }
        default: []
        }
      }
      let run = try Inspect.run("help", topic.name, environment: ["COLUMNS": "60"])
      for line in run.output.split(separator: "\n") where !typed.contains(String(line)) {
        #expect(DisplayWidth.columns(of: String(line)) <= 60, "\(line)")
      }
    }
  }
}

/// The words of a line of a transcript, as a shell splits them.
private enum CommandLineWords {
  static func split(_ line: String) -> [String] {
    var words: [String] = []
    for (place, part) in line.split(separator: "'", omittingEmptySubsequences: false).enumerated() {
      if place % 2 == 1 {
        words.append(String(part))
      } else {
        words += part.split(separator: " ").map(String.init)
      }
    }
    return words
  }
}
