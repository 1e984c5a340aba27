import Foundation
import SessionFormat
import Testing

/// A cause that the built tool names first.
struct WitnessedAnswer {
  let causes: [JSONValue]
  let first: JSONValue
  let untested: [String]
  let n: Int?

  /// Verifies a session with a host.
  init(_ path: String, host: String) throws {
    let run = try Inspect.run("--format", "json", "--host", host, "verify", path)
    let session = try JSONValue(parsing: run.output)["sessions"]?.array?.first
    let diagnosis = session?["diagnosis"]
    causes = (diagnosis?["causes"]?.array).map(Array.init) ?? []
    first = try #require(causes.first, "\(run.output)")
    untested = (diagnosis?["untested"]?.array ?? []).compactMap(\.string)
    n = session?["divergence"]?["n"]?.int
  }

  /// All that was found, for the message of a test that fails.
  var account: Comment { "\(causes)\nuntested: \(untested)" }
  var cause: String? { first["cause"]?.string }
  var confidence: String? { first["confidence"]?.string }
  var asked: [JSONValue] { (first["asked"]?.array).map(Array.init) ?? [] }
}
