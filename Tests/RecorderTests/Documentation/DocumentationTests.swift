import Foundation
import SessionFormat
import TestSupport
import Testing

@Suite("The documentation of the libraries", .disabled(if: FastRun.isOn))
struct DocumentationTests {
  /// The libraries, and at least how many public symbols each has.
  static let modules = [
    ("Recorder", 100), ("RecorderHost", 20), ("SessionFormat", 300), ("Query", 30),
    ("Inspector", 300), ("Commands", 4),
  ]

  @Test("it compiles without a warning: every link leads somewhere", arguments: modules)
  func compiles(module: String, count: Int) throws {
    let output = try Output(module)
    let run = try output.compile()
    #expect(run.output.split(separator: "\n").filter { $0.hasPrefix("error:") } == [])
    #expect(run.error == "")
    #expect(run.status == .exited(0))
  }

  @Test("a link that leads nowhere is an error")
  func brokenLink() throws {
    let output = try Output("Recorder")
    let catalogue = output.folder.appending(path: "Broken.docc")
    try FileManager.default.createDirectory(at: catalogue, withIntermediateDirectories: true)
    try Data("# ``Recorder``\n\nSee ``SessionRecorder/nowhere()``.\n".utf8)
      .write(to: catalogue.appending(path: "Recorder.md"))
    let run = try output.compile([catalogue.path])
    #expect(run.status == .exited(1))
    let errors = run.output.split(separator: "\n").filter { $0.hasPrefix("error:") }
    #expect(errors == ["error: 'nowhere()' doesn't exist at '/Recorder/SessionRecorder'"])
  }

  @Test("every public symbol has a comment", arguments: modules)
  func comments(module: String, count: Int) throws {
    let symbols = try Output(module).symbols()
    try #require(symbols.count > count)
    let bare = symbols.filter { $0["docComment"] == nil }.map(path)
    #expect(bare == [])
  }

  @Test("every public type stands on the first page, once", arguments: modules)
  func curated(module: String, count: Int) throws {
    let types = try Output(module).symbols().map(path).filter { !$0.contains(".") }
    #expect(try listed(on: "\(module).md", of: module).sorted() == types.sorted())
  }

  @Test("every member of the recorder stands on its page, once, each wrapper among them")
  func curatedMembers() throws {
    let prefix = "SessionRecorder."
    let members = try Output("Recorder").symbols().map(path)
      .filter { $0.hasPrefix(prefix) }
    // Overloads of one name are told apart by their types, after a dash.
    let listed = try listed(on: "SessionRecorder.md", of: "Recorder").map {
      $0.components(separatedBy: "-")[0]
    }
    try #require(members.count > 30)
    #expect(listed.sorted() == members.map { String($0.dropFirst(prefix.count)) }.sorted())
  }

  /// The symbols that a page of the catalogue lists.
  private func listed(on page: String, of module: String) throws -> [String] {
    let url = PackageRoot.url.appending(path: "Sources/\(module)/\(module).docc/\(page)")
    return try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("- ``") }.map { String($0.dropFirst(4).dropLast(2)) }
  }

  private func path(_ symbol: JSONValue) -> String {
    (symbol["pathComponents"]?.array ?? []).compactMap(\.string).joined(separator: ".")
  }
}

/// Where documentation is compiled to; removed with this.
private final class Output {
  let folder: URL
  private let module: String

  init(_ module: String) throws {
    self.module = module
    folder = FileManager.default.temporaryDirectory.appending(path: "documentation-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func compile(_ catalogue: [String] = []) throws -> ProcessRun {
    try ProcessRun.run(
      PackageRoot.url.appending(path: "Tools/compile-docs"),
      [module, try BuiltBinary.modules.path, folder.appending(path: "out").path] + catalogue)
  }

  /// The public symbols of the module, as the compiler tells them.
  func symbols() throws -> [JSONValue] {
    _ = try compile()
    let file = folder.appending(path: "out/symbols/\(module).symbols.json")
    let graph = try JSONParser().parse(Array(try Data(contentsOf: file)))
    return graph["symbols"]?.array.map(Array.init) ?? []
  }
}
