import Foundation
import SessionFormat
import TestSupport
import Testing

@testable import Commands
@testable import InspectorSupport

@Suite("A page of a session says what it gives away")
struct PageNoteTests {
  private func notes(_ state: JSONValue) throws -> [String] {
    var builder = SessionBuilder()
    builder.whole(0, state)
    var sample = try SampleWorkspace(builder)
    let file = FileManager.default.temporaryDirectory.appending(
      path: "note-\(UUID().uuidString).html"
    ).path
    defer { try? FileManager.default.removeItem(atPath: file) }
    return try sample.run("report -o \(file)").complaints
  }

  @Test("a page with secrets was written without a word")
  func secrets() throws {
    #expect(
      try notes(["mail": "ann@example.org", "password": "tr0ub4dor", "log": ["tr0ub4dor"]]) == [
        "note: the page holds secrets at 3 places (name, email); inspect redact writes a session "
          + "without them"
      ])
    #expect(try notes(["mail": "none", "n": 1]).isEmpty)
  }
}
