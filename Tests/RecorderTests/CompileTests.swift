import Foundation
import TestSupport
import Testing

/// Compiles the client code of `Compiles/` as apps are compiled, which the tests themselves are
/// not: in each language mode and default isolation.
@Suite("Client code of every shape")
struct CompileTests {
  struct Setting: CustomTestStringConvertible, Sendable {
    let mode: String
    let isMainActor: Bool

    var testDescription: String {
      "Swift \(mode)" + (isMainActor ? ", main actor by default" : "")
    }

    var arguments: [String] {
      ["-swift-version", mode] + (isMainActor ? ["-default-isolation", "MainActor"] : [])
    }
  }

  static let settings = ["5", "6"].flatMap { mode in
    [false, true].map { Setting(mode: mode, isMainActor: $0) }
  }

  @Test(
    "compiles without a warning", arguments: settings, ["existential", "enum"])
  func compiles(_ setting: Setting, actions: String) throws {
    let folder = PackageRoot.url.appending(path: "Tests/RecorderTests/Compiles")
    let sources = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }.sorted().map { folder.appending(path: $0).path }
    // The isolation of what is sent is judged late, so type checking is not enough.
    let run = try ProcessRun.run(
      URL(filePath: "/usr/bin/env"),
      ["swiftc", "-emit-sil", "-wmo", "-o", "/dev/null", "-module-name", "Client"]
        + ["-warnings-as-errors", "-D", "\(actions)_actions".uppercased()]
        + ["-I", try BuiltBinary.modules.path] + setting.arguments + sources)
    #expect(run.error == "")
    #expect(run.status == .exited(0))
  }
}
