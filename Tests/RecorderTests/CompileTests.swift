import Foundation
import TestSupport
import Testing

/// Compiles the client code of `Compiles/` as apps are compiled, which the tests themselves are
/// not: in each language mode and default isolation.
@Suite("Client code of every shape", .disabled(if: FastRun.isOn))
struct CompileTests {
  struct Setting: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let arguments: [String]
  }

  static let settings = ["5", "6"].flatMap { mode in
    let plain = ["-swift-version", mode]
    let mainActor = plain + ["-default-isolation", "MainActor"]
    // What new apps are set to.
    let approachable = ["NonisolatedNonsendingByDefault", "InferIsolatedConformances"]
      .flatMap { ["-enable-upcoming-feature", $0] }
    return [
      Setting(testDescription: "Swift \(mode)", arguments: plain),
      Setting(testDescription: "Swift \(mode), main actor by default", arguments: mainActor),
      Setting(
        testDescription: "Swift \(mode), main actor by default, approachable concurrency",
        arguments: mainActor + approachable),
    ]
  }

  private static let folder = PackageRoot.url.appending(path: "Tests/RecorderTests/Compiles")

  @Test(
    "compiles without a warning", arguments: settings, ["existential", "enum"])
  func compiles(_ setting: Setting, actions: String) throws {
    let sources = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
      .filter { $0.hasSuffix(".swift") }.sorted().map { Self.folder.appending(path: $0).path }
    // The isolation of what is sent is judged late, so type checking is not enough.
    let run = try ProcessRun.run(
      URL(filePath: "/usr/bin/env"),
      ["swiftc", "-emit-sil", "-wmo", "-o", "/dev/null", "-module-name", "Client"]
        + ["-warnings-as-errors", "-D", "\(actions)_actions".uppercased()]
        + ["-I", try BuiltBinary.modules.path]
        + ["-I", PackageRoot.url.appending(path: "Sources/CProcessor/include").path]
        + setting.arguments + sources)
    #expect(run.error == "")
    #expect(run.status == .exited(0))
  }

  @Test("a codec of actions that do not decode was refused without saying what to do")
  func refusesActions() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "codec-\(UUID()).swift")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(
      """
      import RecorderHost
      protocol Action {}
      struct Plain {}
      let one = ReducerHost<Int, Plain>(store: "a", codec: .codable) { _, _ in }
      let many = ReducerHost<Int, any Action>(store: "a", codec: .codable) { _, _ in }
      """.utf8
    ).write(to: file)
    let run = try ProcessRun.run(
      URL(filePath: "/usr/bin/env"),
      ["swiftc", "-typecheck", "-swift-version", "6", "-I", try BuiltBinary.modules.path]
        + ["-I", PackageRoot.url.appending(path: "Sources/CProcessor/include").path, file.path])
    let errors = run.error.split(separator: "\n").filter { $0.contains(": error: ") }
      .map { $0.components(separatedBy: ": error: ")[1] }
    #expect(
      errors
        == Array(
          repeating: "'codable' is unavailable: the type of the actions is not Decodable: make it "
            + "Codable, or give the codec of an ActionRegistry that lists the types behind a protocol",
          count: 2))
  }

  /// Pages whose examples are compiled, with where that is, and how many examples they have.
  static let pages = [
    ("docs/hooks.md", "Examples.swift", 21),
    ("Sources/Recorder/Recorder.docc/ChoosingAHook.md", "Pages.swift", 0),
    ("Sources/Recorder/Recorder.docc/Cost.md", "Pages.swift", 0),
    ("Sources/Recorder/Recorder.docc/Faults.md", "Pages.swift", 1),
    ("Sources/Recorder/Recorder.docc/GettingStarted.md", "Pages.swift", 8),
    ("Sources/Recorder/Recorder.docc/Privacy.md", "Pages.swift", 1),
    ("Sources/Recorder/Recorder.docc/Promises.md", "Pages.swift", 1),
    ("Sources/Recorder/Recorder.docc/Recorder.md", "Pages.swift", 0),
    ("Sources/Recorder/Recorder.docc/SessionRecorder.md", "Pages.swift", 0),
  ]

  @Test("no page of the catalogue is left out")
  func knowsPages() throws {
    let catalogue = "Sources/Recorder/Recorder.docc"
    let there = try FileManager.default.contentsOfDirectory(
      atPath: PackageRoot.url.appending(path: catalogue).path)
    let known = Self.pages.map(\.0).filter { $0.hasPrefix(catalogue) }
    #expect(there.map { "\(catalogue)/\($0)" }.sorted() == known)
  }

  @Test("every example of a page is compiled as it stands there", arguments: pages)
  func compilesExamples(_ path: String, in file: String, count: Int) throws {
    let lines = { (text: String) in
      text.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
    }
    let page = try String(
      contentsOf: PackageRoot.url.appending(path: path), encoding: .utf8)
    let compiled = lines(
      try String(contentsOf: Self.folder.appending(path: file), encoding: .utf8))
    let examples = page.components(separatedBy: "```swift\n").dropFirst().map {
      lines($0.components(separatedBy: "```")[0])
    }
    #expect(examples.count == count)
    for example in examples {
      let stands = compiled.indices.contains { compiled[$0...].starts(with: example) }
      #expect(stands, "\(example.joined(separator: "\n"))")
    }
  }
}
