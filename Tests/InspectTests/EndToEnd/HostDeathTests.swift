import DamageSupport
import Foundation
import TestSupport
import Testing

@testable import Commands
@testable import Inspector

@Suite("A host that ends, falls silent or babbles anywhere is told with its fault and its step")
struct HostDeathTests {
  @Test("by the verdict", arguments: 0..<40 as Range<UInt64>)
  func verdict(seed: UInt64) throws {
    let law = HostDeathLaw(seed: seed)
    #expect(try law.faultsOfVerdict(by: try BuiltBinary.rogueHost) == [], "\(law.description)")
  }

  @Test("and the prompt goes on", arguments: stride(from: UInt64(0), to: 60, by: 6).map { $0 })
  func prompt(seed: UInt64) throws {
    let law = HostDeathLaw(seed: seed)
    let bytes = String(decoding: law.bytes, as: UTF8.self)
    let file = try Scratch.file("host-death-\(seed).ndjson", bytes)
    #expect(
      try law.faultsOfPrompt(
        tool: try BuiltBinary.inspect, host: try BuiltBinary.rogueHost, session: file) == [],
      "\(law.description)")
  }
}

@Suite("A host that is ended once from outside is replaced, and that is told", .serialized)
struct HostRestartTests {
  private static let law = HostDeathLaw(seed: 1)

  /// What `verify` says where the host ends once, at its answer to an action.
  private func run(
    _ way: String, at n: Int, of actions: Int = 20, _ options: [String] = []
  ) throws -> Inspect.Result {
    var lines = Array(String(decoding: Self.law.bytes, as: UTF8.self).split(separator: "\n"))
    lines = Array(lines.prefix(2 + 2 * actions))
    let file = try Scratch.file("restart.ndjson", lines.map { $0 + "\n" }.joined())
    let mark = Scratch.path("restart-mark-\(UUID().uuidString)")
    let host = "\(try BuiltBinary.rogueHost.path) at \(way) \(n) 1 500 \(mark)"
    return try Inspect.run(["verify", "--host", host, "--no-causes"] + options + [file])
  }

  @Test(
    "in the text, with the actions that were in flight",
    arguments: [
      ("signal:9", "signal 9 (Killed)"), ("leave:0", "exit status 0"), ("leave:7", "exit status 7"),
    ])
  func text(_ way: String, _ ending: String) throws {
    let result = try run(way, at: 5)
    #expect(
      result.output == """
        reproduces  restart.ndjson  20 of 20 actions equal
          note      the host died once (\(ending)) while actions 5 to 20 were in flight; another one went on from there

        """)
    #expect(result.status == .exited(0))
  }

  @Test("also where only one was in flight")
  func alone() throws {
    let result = try run("signal:9", at: 1, of: 1)
    #expect(
      result.output == """
        reproduces  restart.ndjson  1 of 1 action equal
          note      the host died once (signal 9 (Killed)) while action 1 was in flight; another one went on from there

        """)
    #expect(result.status == .exited(0))
  }
}
