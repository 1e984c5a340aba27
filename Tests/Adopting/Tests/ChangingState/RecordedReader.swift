import AdoptingApps
import Foundation
import Recorder
import SessionFormat
import TestSupport

/// A session of the reader of articles as it was in version 1.4, and a host of it as it is.
struct RecordedReader {
  let commands: PageCommands
  var session: String { commands.path("reader.ndjson") }

  init() throws {
    commands = try PageCommands(hosts: ["reader-host", "plain-reader-host"])
    var options = RecorderOptions(environment: steadySurroundings())
    options.app = AppInfo(name: "Reader", version: "1.4")
    ReaderThen.record(
      with: try SessionRecorder(
        path: commands.path("reader.ndjson"), store: "reader", options: options))
  }

  func remove() { commands.remove() }

  /// What a verb prints, and its status.
  func inspect(_ words: String...) throws -> String {
    let run = try ProcessRun.run(
      try BuiltBinary.inspect, words + ["--host", commands.path(".bin/reader-host")])
    return (run.output + run.error + "\(run.status)")
      .replacing(commands.folder.path + "/", with: "")
      .replacing(/signal \d.*/, with: "signal")
  }

  /// Changes the lines of the session, which lose their checksums.
  func rewrite(_ change: (inout [String]) -> Void) throws {
    let text = try String(contentsOfFile: session, encoding: .utf8)
    var lines = text.split(separator: "\n").map {
      String($0).replacing(/,"crc":"[0-9a-f]*"/, with: "")
    }
    change(&lines)
    try (lines.joined(separator: "\n") + "\n").write(
      toFile: session, atomically: true, encoding: .utf8)
  }
}
