import Commands
import Foundation
import Inspector
import SessionFormat
import TestSupport
import Testing

@Suite("Replays in processes with different hash seeds")
struct ReplayBytesTests {
  static let sessions = ((try? HostReplay.sessions(in: Inspect.root)) ?? [])
    .map { URL(filePath: $0).deletingPathExtension().lastPathComponent }

  @Test("all sessions are there")
  func count() { #expect(Self.sessions.count >= 20) }

  @Test(
    "action, input and state lines are the same to the byte, and equal to the recording by value",
    arguments: sessions)
  func areSame(name: String) throws {
    let path = Inspect.session(name)
    let session = try Session(path: path)
    let inspect = try BuiltBinary.inspect
    let replays = try (0..<3).map { _ in
      try HostReplay(of: path, store: session.header.store, inspect: inspect)
    }
    try #require(replays[0].lines.count >= session.last - session.first)
    #expect(replays[1].lines == replays[0].lines)
    #expect(replays[2].lines == replays[0].lines)
    let replay = try Session(path: try Scratch.file("replayed-\(name).ndjson", replays[0].bytes))
    let comparison = try SessionComparison(session, replay)
    #expect(comparison.divergence == nil)
  }
}
