import Foundation
import TestSupport
import Testing

/// A page of docs/adopting/, and the code on it.
struct AdoptingPage: CustomTestStringConvertible, Sendable {
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
  func blocks(_ language: String) throws -> [CodeBlock] {
    try #require(CodeBlock.all(language, in: try text), "a block of \(name).md is not closed")
  }
}
