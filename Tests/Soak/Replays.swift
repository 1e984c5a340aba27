import Foundation
import SessionFormat
import TestSupport

/// Replays each session of sessions/ in many processes, whose hash seeds differ.
struct Replays {
  let count: Int

  /// Whether all replays of a session are the same to the byte, but for times and checksums.
  func run() -> Bool {
    var part = Part("replays")
    var sessions = 0
    do {
      let inspect = try BuiltBinary.inspect
      for path in try HostReplay.sessions(in: PackageRoot.url) {
        sessions += 1
        let store = try store(of: path)
        let first = try HostReplay(of: path, store: store, inspect: inspect)
        for number in 2...max(2, count) {
          let next = try HostReplay(of: path, store: store, inspect: inspect)
          guard next.lines != first.lines else { continue }
          let place = zip(first.lines, next.lines).first { $0 != $1 }
          part.note(["\(place?.0 ?? "a line more")"], in: "\(path), process \(number)")
        }
      }
    } catch { part.note(error, in: "replays") }
    return part.finish("\(sessions) sessions, \(count) processes each")
  }

  private func store(of path: String) throws -> String {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let header = try JSONValue(parsing: String(text.prefix { $0 != "\n" }))
    return header["store"]?.string ?? ""
  }
}
