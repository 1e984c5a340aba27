import Foundation
import Testing

/// `docs/architecture.md` lists the folders of a module from low to high, and says that each uses only
/// those above it in the list.
struct LayersTests {
  /// The modules whose folders are held to that.
  static let held = [
    "SessionFormat", "Recorder", "RecorderHost", "Query", "Inspector", "Commands", "inspect",
  ]

  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private func layers() throws -> Layers {
    let page = Self.root.appending(path: "docs/architecture.md")
    return Layers(table: try String(contentsOf: page, encoding: .utf8))
  }

  private func files(of module: String) throws -> [SourceFile] {
    let sources = Self.root.appending(path: "Sources").path
    let paths = FileManager.default.enumerator(atPath: "\(sources)/\(module)")
    return try (paths?.allObjects ?? []).compactMap { $0 as? String }.sorted()
      .filter { $0.hasSuffix(".swift") }
      .map { path in
        SourceFile(
          path: "\(module)/\(path)",
          try String(contentsOfFile: "\(sources)/\(module)/\(path)", encoding: .utf8))
      }
  }

  @Test("No folder uses one that is not below it", arguments: held)
  func usesRunOneWay(_ module: String) throws {
    let violations = try layers().violations(in: files(of: module))
    #expect(violations.isEmpty, "\(violations.joined(separator: "\n"))")
  }

  @Test("The page lists each folder that has sources, and no other", arguments: held)
  func pageListsFolders(_ module: String) throws {
    #expect(try layers().folders(of: module) == Set(files(of: module).map(\.folder)))
  }
}
