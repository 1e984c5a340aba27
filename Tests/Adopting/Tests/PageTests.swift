import Foundation
import TestSupport
import Testing

@Suite("The pages of docs/adopting/")
struct PageTests {
  /// The pages whose commands a suite of their own runs.
  static let runs = [
    "async-middleware", "composable", "crash-reporters", "own-store", "redux", "redux-race",
    "reswift",
    "reswift-product-list",
  ]

  @Test("every page but the index has its commands run")
  func covered() throws {
    #expect(Set(try AdoptingPage.all.map(\.name)) == Set(Self.runs + ["README"]))
  }

  @Test("the index links to every page")
  func index() throws {
    let index = try AdoptingPage(name: "README").text
    for name in Self.runs { #expect(index.contains("(\(name).md)"), "\(name)") }
  }

  @Test(
    "all Swift stands, line for line, in code that is compiled", arguments: try AdoptingPage.all)
  func compiled(_ page: AdoptingPage) throws {
    let files = try FileManager.default.subpathsOfDirectory(atPath: AdoptingPage.code.path)
      .filter { $0.hasSuffix(".swift") }
      .map { try String(contentsOf: AdoptingPage.code.appending(path: $0), encoding: .utf8) }
    let blocks = try page.blocks("swift")
    if Self.runs.contains(page.name) { #expect(!blocks.isEmpty) }
    for block in blocks {
      let stands = files.contains(where: block.stands)
      #expect(stands, "\(page.name).md, line \(block.line)")
    }
  }

  @Test("commands and what they print are told apart")
  func parse() {
    #expect(
      PageCommands.parse(["$ a b", "1", "", "$ c", "$ d", "2"]) == [
        .init(text: "a b", output: ["1", ""]), .init(text: "c", output: []),
        .init(text: "d", output: ["2"]),
      ])
  }
}
