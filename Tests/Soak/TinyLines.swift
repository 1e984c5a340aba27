import Foundation
import TestSupport

/// Sessions with a million tiny lines, of kinds that are not known, of noise and of nothing, read and
/// repaired by the built tool.
struct TinyLines {
  private static let count = 1_000_000
  private static let header =
    #"{"kind":"session","format":"hindsight-session","version":1,"id":"i","started":"s","store":"s"}"#
    + "\n" + #"{"kind":"state","n":0,"state":1}"# + "\n"

  /// Whether each was read to its end within a minute.
  func run() -> Bool {
    var part = Part("tiny lines")
    let lines: [(name: String, text: String, status: Int)] = [
      ("unknown", "{\"kind\":\"x\"}\n", 0), ("noise", "x\n", 1), ("blank", "\n", 0),
      ("mark", "{\"kind\":\"mark\",\"n\":0,\"t\":0,\"text\":\"\"}\n", 0),
    ]
    do {
      let folder = try SessionFolder()
      for (name, text, status) in lines {
        let file = folder.file("\(name).ndjson")
        try folder.put(
          "\(name).ndjson", Self.header + String(repeating: text, count: Self.count) + text)
        for (arguments, status) in [
          (["check", file], status), (["--salvage", "log", file], 0),
          (["repair", file, "-o", folder.file("\(name)-copy.ndjson")], 0),
          (["check", folder.file("\(name)-copy.ndjson")], 0),
        ] {
          let run = try ProcessRun.run(try BuiltBinary.inspect, arguments, within: 60)
          guard run.status != .exited(status) else { continue }
          part.note(["it \(run.status): \(run.error.prefix(200))"], in: "\(name) \(arguments[0])")
        }
      }
    } catch { part.note(error, in: "the lines") }
    return part.finish("\(lines.count) sessions of a million, each checked, logged and repaired")
  }
}
