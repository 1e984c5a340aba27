import Commands
import Inspector
import TestSupport
import Testing

@testable import inspect

@Suite("The pages of Goldens/")
struct GoldenCoverageTests {
  /// The page that shows a command whose process is another one.
  private static let elsewhere = ["record": "sample-sessions.md"]

  /// The words of all lines, by the command of which they are.
  private func words(_ place: Command.Place) throws -> [String: [[String]]] {
    var all: [String: [[String]]] = [:]
    for page in GoldenPage.all {
      for typed in try page.typed {
        guard let (name, words) = Self.command(typed, place) else { continue }
        all[name, default: []].append(words)
      }
    }
    return all
  }

  private static func command(
    _ typed: GoldenPage.Typed, _ place: Command.Place
  ) -> (String, [String])? {
    switch (typed, place) {
    case (.shell(let line), .batch):
      let words = (CommandWords.split(line) ?? []).dropFirst()
      guard
        let verb = words.first(where: { word in
          Tool.table.commands(.batch).contains { $0.name == word }
        })
      else { return nil }
      return (verb, Array(words))
    case (.prompt(let line), .prompt):
      let words = line.split(separator: " ").map(String.init)
      guard let word = words.first,
        let command = try? Tool.table.prompt(word, abbreviated: true)
      else { return nil }
      return (command.name, words)
    default: return nil
    }
  }

  @Test(
    "show every command wherever it can be used", arguments: [Command.Place.prompt, .batch])
  func commands(_ place: Command.Place) throws {
    let typed = try words(place)
    let missing = Tool.table.commands(place).map(\.name).filter { typed[$0] == nil }
    #expect(missing == [])
  }

  @Test("show every option of a command, at the prompt or as a verb")
  func options() throws {
    let (prompt, batch) = (try words(.prompt), try words(.batch))
    for command in Tool.table.commands where Self.elsewhere[command.name] == nil {
      let words = ((prompt[command.name] ?? []) + (batch[command.name] ?? [])).flatMap { $0 }
      let options = [command.prompt, command.batch].compactMap { $0?.options }.flatMap { $0 }
      for option in options {
        #expect(words.contains(option.name), "\(command.name) \(option.name)")
      }
    }
  }
}
