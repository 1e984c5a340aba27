import Foundation
import TestSupport

/// A folder with what the examples of help and documents name.
enum ExampleFolder {
  /// Runs a line of a shell there, with the built tool as `inspect`.
  ///
  /// The folder is a new one: a recording, one that was edited by hand, a folder of segments, and the
  /// recorded sessions.
  static func run(_ line: String) throws -> ProcessRun {
    let tools = try BuiltBinary.inspect.deletingLastPathComponent().path
    let plain = ProcessRun.plainEnvironment
    return try ProcessRun.run(
      URL(filePath: "/bin/bash"), ["-c", "set -o pipefail; cd '\(try make())'; \(line)"],
      environment: plain.merging([
        "PATH": "\(tools):\(plain["PATH"] ?? "")", "TZ": "UTC",
      ]) { $1 })
  }

  private static func make() throws -> String {
    let toast = try String(contentsOf: URL(filePath: Inspect.toast), encoding: .utf8)
    let edited = toast.replacing(/,"crc":"[0-9a-f]{8}"/, with: "").replacing("Draft", with: "Note")
    let folder = Scratch.path("examples-\(UUID())")
    let files = FileManager.default
    try files.createDirectory(atPath: folder + "/logs", withIntermediateDirectories: true)
    try files.createSymbolicLink(
      atPath: folder + "/sessions",
      withDestinationPath: Inspect.root.appending(path: "sessions").path)
    for (name, text) in [
      ("session.ndjson", toast), ("edited.ndjson", edited), ("logs/toast-2026.0001.ndjson", toast),
      ("state.json", #"{"payload":"[{\"type\":\"a\"}]","preloadedState":"{}"}"#),
      ("actions.json", #"[{"enqueueToast":{"message":"a"}}]"#),
    ] {
      try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)"))
    }
    return folder
  }
}
