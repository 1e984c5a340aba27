import Foundation
import Testing

/// A case of a page of `Transcripts/`, or of a page of docs/ that is one.
struct Transcript: Sendable, CustomTestStringConvertible {
  static let folder = Inspect.root.appending(path: "Tests/InspectTests/Transcripts")

  let file: String
  let title: String

  var testDescription: String { "\(file): \(title)" }
  var url: URL { Self.url(file) }

  private static func url(_ file: String) -> URL {
    (file.hasPrefix("docs/") ? Inspect.root : folder).appending(path: file)
  }

  static let files =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { $0.hasSuffix(".md") }.sorted() + ["docs/tasks.md"]

  static let all = files.flatMap { file in
    ((try? page(file))?.cases ?? []).map { Transcript(file: file, title: $0.title) }
  }

  static func page(_ file: String) throws -> TranscriptPage {
    try TranscriptPage(String(contentsOf: url(file), encoding: .utf8))
  }
}

@Suite("The built tool prints what the pages of Transcripts/ show")
struct Transcripts {
  /// Whether the pages are rewritten with what is printed now.
  static let isUpdate = ProcessInfo.processInfo.environment["HINDSIGHT_TRANSCRIPTS"] == "update"

  /// Held in an update, as all cases of a page rewrite it.
  private static let pages = NSLock()

  @Test("in each case", arguments: Transcript.all)
  func prints(_ transcript: Transcript) throws {
    guard Self.isUpdate else { return try expect(transcript) }
    try Self.pages.withLock { try expect(transcript) }
  }

  private func expect(_ transcript: Transcript) throws {
    let page = try Transcript.page(transcript.file)
    let differences = try TranscriptRun.differences(page.items(ofCase: transcript.title))
    for difference in differences {
      let place = SourceLocation(
        fileID: "InspectTests/\(transcript.file)", filePath: transcript.url.path,
        line: difference.line, column: 1)
      Issue.record("\(difference.text)", sourceLocation: place)
    }
    guard Self.isUpdate, !differences.isEmpty else { return }
    try Data(page.text(replacing: differences).utf8).write(to: transcript.url, options: .atomic)
  }

  @Test("which all can be read and have cases, each of which runs something")
  func pages() throws {
    #expect(!Transcript.files.isEmpty)
    for file in Transcript.files {
      let page = try Transcript.page(file)
      #expect(!page.cases.isEmpty, "\(file)")
      for item in page.cases {
        let isRun = item.items.contains { if case .command = $0 { true } else { false } }
        #expect(isRun, "\(file): \(item.title)")
      }
    }
  }
}
