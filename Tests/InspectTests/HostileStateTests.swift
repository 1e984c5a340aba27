import Foundation
import TestSupport
import Testing

@Suite("The recorder is never the cause: states and actions that are hard to record")
struct HostileStateTests {
  /// What ends or waits by code of its own that recording calls, and the line that does it.
  static let own = [
    "bridging-array-in-itself": "Foundation goes on listing an array that contains itself",
    "encode-decoder-traps-on-others": "`init(from:)` traps, which a debug build calls",
    "encode-reducer-throws": "the `description` of an error that the reducer throws traps",
    "encode-throws-hostile-error": "the `description` of an error that `encode(to:)` throws traps",
    "gaps-torn-enum": "a Swift enum has bits that are none of its cases",
    "mirror-hangs": "a `customMirror` never returns",
    "mirror-traps": "a `customMirror` traps",
    "stack-64KB-encoded-in-full": "`encode(to:)` of a debug build takes more than the stack",
  ]

  /// What is written in another form than `JSONEncoder`'s.
  static let otherForm = [
    "encode-catches-what-parts-throw-late": "what a part wrote before it threw is left out",
    "encode-nested-container-twice": "a second container for a key takes the first one's place",
  ]

  static let names: [String] = {
    guard let program = try? BuiltBinary.hostileStates,
      let run = try? ProcessRun.run(program, ["list"])
    else { return ["none are listed"] }
    let names = run.output.split(separator: "\n").map(String.init)
    return names.filter { own[$0] == nil }
  }()

  struct Report: Decodable {
    let steps: Int
    let mismatches: [Int]
    let troubles: [String]
    let notices: [String]

    /// Whether the app was told that an encoding depends on more than its value.
    var isTold: Bool { troubles.contains { $0.contains("depends on more than its value") } }
  }

  @Test("all of them are listed") func listed() { #expect(Self.names.count == 186) }

  @Test("the app goes on, and what is recorded is its state", arguments: names.thinned(8, usual: 4))
  func specimen(_ name: String) throws {
    let folder = try SessionFolder()
    var environment = ProcessRun.plainEnvironment
    // Those that measure the stack run all of their steps; one waits for seconds in each.
    let steps = name == "mirror-slow" ? "1" : "12"
    if !name.hasPrefix("stack-") { environment["HOSTILE_STEPS"] = steps }
    let run = try ProcessRun.run(
      try BuiltBinary.hostileStates, ["run", name, folder.file("s.ndjson")],
      environment: environment)
    #expect(run.status == .exited(0), "\(run.error.prefix(400))")
    guard run.status == .exited(0) else { return }
    let report = try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
    #expect(report.steps > 0)
    #expect(report.notices == [])
    let isOther = Self.otherForm[name] != nil
    #expect(report.mismatches == [] || isOther || report.isTold)
  }
}
