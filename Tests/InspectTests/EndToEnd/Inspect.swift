import Foundation
import TestSupport

/// Runs the built tool as a user would, from the root of the package.
enum Inspect {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The path of a file of `sessions/`.
  static func session(_ name: String) -> String {
    root.appendingPathComponent("sessions/\(name).ndjson").path
  }

  static let toast = session("toast-queue")
  static let archive = session("archive-cheese")
  static let crash = session("counter-crash")
  static let clock = session("irreproducible/toast-clock")

  /// Runs the tool; what it prints names files without their folder.
  static func run(
    _ arguments: String..., input: String = "", environment: [String: String] = [:]
  ) throws -> Result {
    try run(arguments, input: input, environment: environment)
  }

  static func run(
    _ arguments: [String], input: String = "", environment: [String: String] = [:]
  ) throws -> Result {
    let run = try ProcessRun.run(
      try BuiltBinary.inspect, arguments, input: input,
      environment: ProcessRun.plainEnvironment.merging(environment) { $1 })
    return Result(
      status: run.status, output: clean(run.output), error: withoutSampleNotes(clean(run.error)),
      outputBytes: run.outputBytes, errorBytes: run.errorBytes)
  }

  struct Result {
    let status: ExitStatus
    let output: String
    /// Without the note on the built-in sample that is used, which has tests of its own.
    let error: String
    let outputBytes: [UInt8]
    let errorBytes: [UInt8]
  }

  /// What was said on standard error beside the notes that no host was given, and that a script left
  /// a branch unsaved.
  static func withoutSampleNotes(_ text: String) -> String {
    text.masking("inspect: note: no host given; the built-in sample `[a-z-]+` is used\n", with: "")
      .masking("inspect: note: branch-.* not saved; .*\n", with: "")
  }

  /// Paths depend on where the package lies.
  static func clean(_ text: String) -> String {
    // Literally: to look for what is canonically equal takes seconds in long outputs.
    text.replacingOccurrences(of: root.path + "/", with: "", options: .literal)
      .replacingOccurrences(of: Scratch.folder.path + "/", with: "", options: .literal)
  }
}

/// Files that a test makes.
enum Scratch {
  static let folder: URL = {
    // Not by the number of the process, which another one had that left its files.
    let name = "inspect-tests-\(UUID().uuidString.prefix(6))"
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(name)
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    atexit { try? FileManager.default.removeItem(at: Scratch.folder) }
    return folder
  }()

  /// A path of that name at which nothing is; names differ from test to test.
  static func path(_ name: String) -> String {
    let path = folder.appendingPathComponent(name).path
    try? FileManager.default.removeItem(atPath: path)
    return path
  }

  /// A file with these bytes; another test that makes the same beside this one always finds it whole.
  static func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    let path = folder.appendingPathComponent(name).path
    try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
    return path
  }

  static func file(_ name: String, _ text: String) throws -> String {
    try file(name, Array(text.utf8))
  }
}

extension String {
  /// This text with every match of a pattern exchanged, for what differs from run to run.
  func masking(_ pattern: String, with mask: String) -> String {
    replacingOccurrences(of: pattern, with: mask, options: .regularExpression)
  }
}
