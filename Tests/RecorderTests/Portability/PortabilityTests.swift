import Foundation
import TestSupport
import Testing

@Suite("What an app links is written for iOS 16 and macOS 13")
struct PortabilityTests {
  @Test("nothing newer, and nothing of one system outside of Platform", arguments: targets)
  func sources(target: String) throws {
    var faults: [String] = []
    let files = try Self.files(of: target)
    try #require(files.count > 10)
    for file in files {
      let check = SourceCheck(
        modules: Self.imports[target] ?? [],
        isInPlatformFolder: file.pathComponents.contains("Platform"))
      faults += check.faults(of: try String(contentsOf: file, encoding: .utf8))
        .map { "\(file.lastPathComponent):\($0)" }
    }
    #expect(faults == [])
  }

  @Test("the recorder stands on the format alone, and the format on nothing but its checksums")
  func manifest() throws {
    let manifest = try String(
      contentsOf: PackageRoot.url.appending(path: "Package.swift"), encoding: .utf8)
    let lines = manifest.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(
      lines.filter { $0.hasPrefix(".target(name: \"SessionFormat\"") } == [
        ".target(name: \"SessionFormat\", dependencies: [\"CProcessor\"]),"
      ])
    #expect(
      lines.filter { $0.hasPrefix(".target(name: \"Recorder\"") } == [
        ".target(name: \"Recorder\", dependencies: [\"SessionFormat\"]),"
      ])
    #expect(
      lines.filter { $0.hasPrefix(".target(name: \"RecorderHost\"") } == [
        ".target(name: \"RecorderHost\", dependencies: [\"Recorder\", \"SessionFormat\"]),"
      ])
    #expect(
      lines.filter { $0.hasPrefix("platforms:") } == ["platforms: [.iOS(.v16), .macOS(.v13)],"])
  }

  @Test("no type has the name of the module", arguments: targets)
  func moduleName(target: String) throws {
    let files = try Self.files(of: target)
    #expect(
      try files.filter { try Self.declaresRecorder(String(contentsOf: $0, encoding: .utf8)) } == [])
  }

  @Test(
    "a type of that name would be found",
    arguments: [
      "public struct Recorder {}", "final class Recorder: Sendable {}", "enum Recorder {}",
      "public protocol\nRecorder {}", "typealias Recorder = Int", "actor Recorder {}",
      "struct Box<Recorder> {}",
    ])
  func moduleNameIsSeen(source: String) { #expect(Self.declaresRecorder(source)) }

  @Test(
    "what is refused",
    arguments: [
      ("import Dispatch", ["1: import Dispatch"]),
      (
        "@preconcurrency public import struct Synchronization.Mutex",
        ["1: import Synchronization", "1: Mutex (Synchronization, iOS 18)"]
      ),
      ("import Inspector\nimport Glibc", ["1: import Inspector", "2: import Glibc"]),
      ("#if os(Linux)\n#elseif canImport(Darwin)\n#endif", ["1: #if os", "2: #elseif canImport"]),
      ("let x: Int128 = 0", ["1: Int128 (numbers of iOS 18)"]),
      ("// fine\nlet text = \"\\(UInt128(1)) Mutex\"", ["2: UInt128 (numbers of iOS 18)"]),
      (
        "let a = #\"\\(Mutex) \"Atomic\"#; let b = #\"\\#(Atomic<Int>(1))\"#",
        ["1: Atomic (Synchronization, iOS 18)"]
      ),
      ("let a = \"\"\"\n  \"Mutex\"\n  \"\"\"; Mutex(1)", ["3: Mutex (Synchronization, iOS 18)"]),
      (
        "/* a /* Mutex */ Mutex */ String(validating: a, as: UTF8.self)",
        ["1: String(validating: (checked decoding, iOS 18)"]
      ),
      (
        "struct Pack<First, each Rest> {}\nfunc f<each T>(_ x: repeat each T) {}",
        ["1: Pack<each> (parameter packs, iOS 17)"]
      ),
      (
        "@available(iOS 18, macOS 15, *)\nfunc f() -> Int128 { 0 }\nlet x: UInt128 = 0",
        ["3: UInt128 (numbers of iOS 18)"]
      ),
      (
        "@available(iOS, deprecated: 18)\nfunc f(_ x: Int128) {}", ["2: Int128 (numbers of iOS 18)"]
      ),
      (
        "func f() {\n  guard #available(iOS 18, *) else { return }\n  g(Int128(1))\n}\nlet x = Int128(1)",
        ["5: Int128 (numbers of iOS 18)"]
      ),
      (
        "if #available(iOS 18, *) { g(Int128(1)) } else { g(UInt128(1)) }",
        ["1: UInt128 (numbers of iOS 18)"]
      ),
      (
        "#if compiler(>=6.3)\n  let x: Int128 = 0\n#endif\nlet y: Int128 = 0",
        ["4: Int128 (numbers of iOS 18)"]
      ),
      (
        "let p = Process()\nlet q = ProcessInfo.processInfo",
        ["1: Process (child processes, which iOS has none of)"]
      ),
    ])
  func refused(source: String, faults: [String]) {
    let check = SourceCheck(modules: ["SessionFormat"], isInPlatformFolder: false)
    #expect(check.faults(of: source) == faults)
  }

  @Test(
    "what is allowed",
    arguments: [
      "public import Foundation\ninternal import SessionFormat",
      "let url = URL(filePath: path)\ntry await Task.sleep(for: .seconds(1))",
      "func f<each T, E: Error>(isolation: isolated (any Actor)? = #isolation) throws(E) {}",
      "let words = \"Mutex and Int128\" // Predicate",
    ])
  func allowed(source: String) {
    let check = SourceCheck(modules: ["SessionFormat"], isInPlatformFolder: false)
    #expect(check.faults(of: source) == [])
  }

  @Test("what differs between systems is allowed in its folder")
  func platform() {
    let source =
      "#if canImport(Darwin)\nimport Darwin\n#else\nimport Glibc\n#endif\nimport Dispatch"
    let check = SourceCheck(modules: [], isInPlatformFolder: true)
    #expect(check.faults(of: source) == ["6: import Dispatch"])
  }

  /// What each target imports of the package.
  private static let imports: [String: Set<String>] = [
    "Recorder": ["SessionFormat"], "RecorderHost": ["Recorder", "SessionFormat"],
  ]
  private static let targets = ["Recorder", "RecorderHost", "SessionFormat"]

  private static func files(of target: String) throws -> [URL] {
    let folder = PackageRoot.url.appending(path: "Sources/\(target)")
    let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (all?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
      .sorted { $0.path < $1.path }
  }

  private static func declaresRecorder(_ source: String) -> Bool {
    let declaring: Set = ["struct", "class", "enum", "protocol", "typealias", "actor", "<"]
    let texts = SourceTokens.of(source).map(\.text)
    return zip(texts, texts.dropFirst()).contains { declaring.contains($0) && $1 == "Recorder" }
  }
}
