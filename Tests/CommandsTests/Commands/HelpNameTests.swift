import Inspector
import Testing

@testable import Commands

@Suite("Help by any name")
struct HelpNameTests {
  private let table = CommandTable(CommandTable.library)

  @Test("apropos of a shell lists the commands of the prompt under a heading of their own")
  func apropos() {
    let words = ["forks", "a", "branch"]
    #expect(
      HelpPages.apropos(words, table, .batch)?.text == """
        Commands at the prompt
          dispatch  reduce an action of your own here, on a branch
          skip      leave actions out, on a branch
          unskip    put skipped actions back, all or those with these recorded numbers
          edit      replace an action with another, on a branch
          insert    insert an action as number N, on a branch
          move      move action N to place M, on a branch

        Topics
          branching  change the past and see what comes of it

        """)
  }

  @Test("help finds a page by any name: a command's anywhere, its beginning, another tool's word")
  func helpNames() throws {
    for place in [Command.Place.prompt, .batch] {
      for (word, start) in [
        ("exit", "usage: quit"), ("condition", "Find steps"), ("conditi", "Find steps"),
        ("step", "usage: next"), ("unsk", "usage: unskip"), ("status", "What inspect answers"),
      ] {
        let text = try HelpPages.page(of: word, table, place).text
        #expect(text.trimmed.hasPrefix(start), "\(word): \(text)")
      }
      for (word, near) in [
        ("pinn", "pin"), ("verfy", "verify"), ("exti", "exit"), ("pathes", "paths"),
      ] {
        do throws(InspectorError) {
          _ = try HelpPages.page(of: word, table, place)
          Issue.record("\(word) has a page")
        } catch {
          let words = "help: there is no command or topic \(word); did you mean "
          #expect(error.description.hasPrefix(words), "\(error)")
          #expect(error.description.contains(near), "\(error)")
        }
      }
    }
    for (word, name) in CommandTable.synonyms {
      #expect(!table.commands.contains { $0.name == word }, "\(word)")
      let first = name.split(separator: " ").first.map(String.init) ?? ""
      #expect(
        table.commands.contains { $0.name == first }
          || HelpTopic.named(name, abbreviated: false) != nil, "\(name)")
    }
    #expect(throws: InspectorError.noSuchCommand(name: "end", suggestions: ["goto end"])) {
      try table.prompt("end", abbreviated: true)
    }
  }
}
