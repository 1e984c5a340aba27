import Inspector
import SessionFormat

/// A package of Swift with one test and what it tests, which needs nothing of Hindsight.
struct TestPackage {
  /// The most lines of all files together: what a stranger reads before anything else is asked.
  static let mostLines = 200

  let module: String
  /// The app's own files, by name; none if a stub stands for them.
  private var sources: [(name: String, text: String)]
  private var test: GeneratedTest
  /// Why a stub stands for the sources; nil if none does.
  private(set) var missing: String?

  /// - Parameter sources: Files with the reducer and all that it needs.
  init(_ test: GeneratedTest, sources: [(name: String, text: String)]) {
    (self.test, self.sources) = (test, sources)
    module = test.names.modules.first ?? "App"
    self.test.inputsModules = [Self.inputsModule]
    guard !sources.isEmpty else {
      useStub("no --sources name the files of the reducer")
      return
    }
    let lines = files.reduce(0) { $0 + Self.lines($1.text) }
    if lines > Self.mostLines {
      useStub("with --sources it has \(lines) lines, and \(Self.mostLines) is the most")
    }
  }

  private static func lines(_ text: String) -> Int { text.count { $0.isNewline } }

  private mutating func useStub(_ reason: String) {
    missing = reason
    sources = [(Self.stubName, StubSource(test.types.map(\.code), test.names).text)]
    test.isPasted = true
  }

  private static let stubName = "Reducer.swift"

  /// A stand-in takes its place, as the reducer imports it for its inputs.
  private static let inputsModule = "Recorder"

  private var needsInputs: Bool {
    test.hasInputs
      || sources.contains {
        $0.text.split(whereSeparator: \.isNewline).contains("import \(Self.inputsModule)")
      }
  }

  /// The files, by their paths in the package.
  var files: [(path: String, text: String)] {
    let own = sources.map { (path: "Sources/\(module)/\($0.name)", text: $0.text) }
    let inputs =
      needsInputs
      ? [(path: "Sources/\(Self.inputsModule)/Inputs.swift", text: Self.inputsText)] : []
    return [(path: "Package.swift", text: manifest)] + own + inputs
      + [(path: "Tests/\(module)Tests/\(test.name).swift", text: test.text)]
  }

  private var manifest: String {
    let (name, inputs) = (SwiftText.quoted(module), SwiftText.quoted(Self.inputsModule))
    let own = needsInputs ? ", dependencies: [\(inputs)]" : ""
    let first = needsInputs ? "    .target(name: \(inputs)),\n" : ""
    return """
      // swift-tools-version: 6.0
      import PackageDescription

      let package = Package(
        name: "Reproduction",
        platforms: [.macOS(.v13)],
        targets: [
      \(first)    .target(name: \(name)\(own)),
          .testTarget(
            name: \(SwiftText.quoted(module + "Tests")),
            dependencies: [\(name)\(needsInputs ? ", \(inputs)" : "")]),
        ],
        swiftLanguageModes: [.v5]
      )

      """
  }

  private static let inputsText = #"""
    import Foundation

    /// What a reducer draws from outside, as it was recorded: it stands for the module of this name.
    public enum Inputs {
      nonisolated(unsafe) private static var values: [(name: String, json: String)] = []

      public static func replaying(
        _ recorded: [(name: String, json: String)], _ body: () throws -> Void
      ) rethrows {
        values = recorded
        defer { values = [] }
        try body()
      }

      public static func date() -> Date { value("date") { Date() } }
      public static func uuid() -> UUID { value("uuid") { UUID() } }
      public static func random<T: FixedWidthInteger & Decodable>(in range: ClosedRange<T>) -> T {
        value("random") { T.random(in: range) }
      }
      public static func random(in range: ClosedRange<Double>) -> Double {
        value("random") { Double.random(in: range) }
      }

      public static func value<T: Decodable>(_ name: String, _ live: () throws -> T) rethrows -> T {
        guard let place = values.firstIndex(where: { $0.name == name }) else { return try live() }
        let json = Data(values.remove(at: place).json.utf8)
        return try (try? JSONDecoder().decode(T.self, from: json)) ?? live()
      }
    }

    """#
}

/// What stands where the state, the actions and the reducer are to be pasted: types that decode
/// anything, so that the test compiles.
private struct StubSource {
  private let names: TestNames
  private let types: [String]

  init(_ types: [String], _ names: TestNames) {
    (self.types, self.names) = (types, names)
  }

  var text: String {
    """
    // PASTE HERE, in place of everything in this file: the state, the actions and the reducer. As few
    // lines as the test needs; then let the test call the reducer, as it says there.

    \(declarations.joined(separator: "\n"))

    struct NothingPasted: Error {}

    """
  }

  private var declarations: [String] {
    let several = types.filter { $0 != TestNames.recordedAction }
    let action = names.action(areSeveral: !several.isEmpty)
    let isAny = action.hasPrefix("any ")
    let of = isAny ? "\(action.dropFirst(4)), Codable" : "Codable"
    let own =
      [("struct", Self.plain(names.state), "Codable")]
      + [(isAny ? "protocol" : "struct", Self.plain(action), isAny ? "" : "Codable")]
      + several.map { ("struct", $0, of) }
    var (lines, known): ([String], Set<String>) = ([], [])
    let leaves = Set(own.map(\.1))
    for (kind, name, bases) in own.sorted(by: { Self.depth($0.1) < Self.depth($1.1) }) {
      let words = name.split(separator: ".")
      for end in words.indices.dropLast() {
        let outer = words[...end].joined(separator: ".")
        if !leaves.contains(outer), known.insert(outer).inserted {
          lines.append(Self.declaration("enum", outer, ""))
        }
      }
      if known.insert(name).inserted { lines.append(Self.declaration(kind, name, bases)) }
    }
    return lines
  }

  private static func depth(_ name: String) -> Int { name.count { $0 == "." } }

  private static func plain(_ type: String) -> String {
    String(type.trimmingPrefix("any ").prefix { $0 != "?" })
  }

  private static func declaration(_ kind: String, _ name: String, _ bases: String) -> String {
    let words = name.split(separator: ".")
    let own = "\(kind) \(words.last ?? "")\(bases.isEmpty ? "" : ": \(bases)") {}"
    let outer = words.dropLast().joined(separator: ".")
    return outer.isEmpty ? own : "extension \(outer) { \(own) }"
  }
}
