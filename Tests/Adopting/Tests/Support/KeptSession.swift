import Foundation
import Testing

/// Expects that a kept session is what an app records today, byte for byte.
///
/// With `KEEP_SESSIONS=1` in the environment what was recorded is kept instead.
func expectKept(_ path: String, record: (String) async throws -> Void) async throws {
  let kept = AdoptingPage.code.appending(path: "Tests/\(path)")
  let fresh = FileManager.default.temporaryDirectory
    .appending(path: "kept-\(UUID().uuidString).ndjson")
  defer { try? FileManager.default.removeItem(at: fresh) }
  try await record(fresh.path)
  if ProcessInfo.processInfo.environment["KEEP_SESSIONS"] != nil {
    try Data(contentsOf: fresh).write(to: kept)
  }
  #expect(
    try String(contentsOf: fresh, encoding: .utf8) == String(contentsOf: kept, encoding: .utf8))
}
