import Commands
import Foundation
import TestSupport
import Testing

@testable import inspect

@Suite("The reference in docs/ is what the declarations give")
struct ReferencePageTests {
  @Test(
    "each page is as make reference writes it",
    arguments: [("man", "docs/inspect.1"), ("markdown", "docs/commands.md")])
  func pages(form: String, file: String) throws {
    let page = try String(contentsOf: Inspect.root.appending(path: file), encoding: .utf8)
    let made = try Inspect.run("reference", form)
    #expect(made.status == .exited(0))
    let isSame = String(decoding: made.outputBytes, as: UTF8.self) == page
    #expect(isSame, "\(file) is of older declarations; make reference writes it anew")
  }

  @Test(
    "no line of the manual page draws a warning",
    .enabled(if: Shell.isThere("mandoc"), "mandoc is not installed"))
  func lint() throws {
    let page = Inspect.root.appending(path: "docs/inspect.1").path
    let lint = try ProcessRun.run(
      URL(filePath: "/usr/bin/env"), ["mandoc", "-T", "lint", "-W", "warning", page])
    #expect(lint.output + lint.error == "")
  }

  @Test("both pages have each command, each option and each example")
  func complete() throws {
    let page = try Inspect.run("reference", "markdown").output
    for command in Tool.table.commands {
      #expect(page.contains("\n### \(command.name)\n"))
      for place in [Command.Place.prompt, .batch] {
        guard let form = command.form(place) else { continue }
        #expect(page.contains("\n\(command.usage(place))\n"))
        for example in form.examples { #expect(page.contains("\n\(example)\n")) }
      }
    }
    let man = try Inspect.run("reference", "man").output
    for command in Tool.table.commands {
      let name = command.name.replacing("-", with: "\\-")
      #expect(man.contains("\n.Ss \"\(name)\"\n"))
    }
  }

  @Test("every option that the help names is one that there is")
  func options() throws {
    let tool = Set(Tool.table.options.map(\.name))
    for command in Tool.table.commands {
      let own = [command.prompt, command.batch].flatMap { $0?.options ?? [] }
      let text = ([command.summary] + command.details + own.map(\.summary)).joined(separator: " ")
      var before = ""
      for word in text.split(separator: " ") {
        let name = String(word.drop { "('\"".contains($0) }.prefix { $0.isLetter || $0 == "-" })
        if name.hasPrefix("-"), name.contains(where: \.isLetter) {
          // A help may name an option of another verb behind its name: verify --steps.
          let other = Tool.table.commands.first { $0.name == before }?.batch?.options ?? []
          let known = tool.union((own + other).map(\.name))
          #expect(known.contains(name), "\(command.name): \(word)")
        }
        before = name
      }
    }
  }
}
