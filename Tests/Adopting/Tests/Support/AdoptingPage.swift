import Foundation
import TestSupport
import Testing

/// A page of docs/adopting/, and the code on it.
struct AdoptingPage: CustomTestStringConvertible, Sendable {
  struct Block: Sendable {
    /// The line of the page before the block, for messages.
    let line: Int
    let language: String
    let lines: [String]
  }

  static let folder = PackageRoot.url.appending(path: "docs/adopting")
  static let code = PackageRoot.url.appending(path: "Tests/Adopting")

  let name: String
  var testDescription: String { name }

  /// Every page, by name.
  static var all: [AdoptingPage] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .filter { $0.hasSuffix(".md") }.sorted().map { AdoptingPage(name: String($0.dropLast(3))) }
    }
  }

  var text: String {
    get throws {
      try String(contentsOf: Self.folder.appending(path: "\(name).md"), encoding: .utf8)
    }
  }

  /// The fenced blocks of a language, in order.
  func blocks(_ language: String) throws -> [Block] {
    var blocks: [Block] = []
    var open: (line: Int, language: String, lines: [String])?
    let lines = try text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for (place, line) in lines.enumerated() {
      if let block = open, line == "```" {
        blocks.append(Block(line: block.line, language: block.language, lines: block.lines))
        open = nil
      } else if open != nil {
        open?.lines.append(line)
      } else if line.hasPrefix("```") {
        open = (place + 1, String(line.dropFirst(3)), [])
      }
    }
    #expect(open == nil, "a block of \(name).md is not closed")
    return blocks.filter { $0.language == language }
  }
}

/// The lines of code, without indentation and blank lines: what a page shows of a file may be
/// indented otherwise.
func codeLines(_ lines: some Sequence<some StringProtocol>) -> [String] {
  lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
}
