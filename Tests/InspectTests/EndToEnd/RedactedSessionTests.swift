import Foundation
import Recorder
import SampleApps
import TestSupport
import Testing

@Suite("Redacted sessions of the sample apps")
struct RedactedSessionTests {
  /// Records a scenario with redactions, and verifies it.
  private func verify(
    _ sample: String, _ scenario: String, _ redactions: Redactions
  ) async throws -> Inspect.Result {
    let path = Scratch.folder.appendingPathComponent("redacted-\(UUID().uuidString).ndjson").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let recorder = try SessionRecorder(
      path: path, store: sample, options: RecorderOptions(redactions: redactions))
    let app = try #require(SampleApps.named(sample))
    let played = try #require(app.scenarios.first { $0.name == scenario })
    await played.run(recorder)
    recorder.close()
    #expect(try Inspect.run("check", path).status == .exited(0))
    return try Inspect.run("verify", path)
  }

  private func shown(_ result: Inspect.Result) -> String {
    result.output.masking("redacted-[-0-9A-F]*", with: "FILE")
      .masking("String value [a-z]*", with: "String value WORD")
  }

  @Test("messages that the reducer only passes on: the whole session reproduces")
  func passedOn() async throws {
    let result = try await verify("toast", "burst", try Redactions(["$..message"]) + .defaults)
    #expect(shown(result) == "✓ reproduces  FILE.ndjson  7 of 7 actions equal\n")
    #expect(result.status == .exited(0))
  }

  @Test("names of cases that do not decode: not comparable, with step and place")
  func undecodable() async throws {
    let result = try await verify("toast", "burst", try Redactions(["$..type"]))
    #expect(
      shown(result) == """
        ? not comparable  FILE.ndjson  0 of 7 actions equal, 7 not comparable (1, 2, 3, 4, 5, …)
          redacted  values are hidden from state 1 on, at items[0].type
                    not comparable: action 1 enqueueToast, refused: undecodable-state: state 1: /items/0/type: Cannot initialize ToastType from invalid String value WORD, which may come from a stand-in

        """)
    #expect(result.status == .exited(0))
  }

  @Test("amounts that the reducer adds up: each sum is not comparable, the rest goes on")
  func lookedInto() async throws {
    let result = try await verify("counter", "steps", try Redactions(["$.add._0"]))
    // The last amount, of three digits, may no longer fit in the eight bits.
    #expect(
      shown(result).masking("action 6 add, .*, which", with: "action 6 add, …, which") == """
        ? not comparable  FILE.ndjson  1 of 6 actions equal, 5 not comparable (1, 2, 3, 5, 6)
          redacted  values are hidden from action 1 on, at add._0
                    not comparable: action 1 add, value, which may come from a stand-in
                    not comparable: action 2 add, value, which may come from a stand-in
                    not comparable: action 3 add, value, which may come from a stand-in
                    not comparable: action 5 add, value, which may come from a stand-in
                    not comparable: action 6 add, …, which may come from a stand-in

        """)
    #expect(result.status == .exited(0))
  }
}
