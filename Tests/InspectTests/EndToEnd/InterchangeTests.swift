import Foundation
import Inspector
import SessionFormat
import TestSupport
import Testing

@Suite("Actions from elsewhere")
struct InterchangeTests {
  @Test("a list of actions is replayed by the host of the store")
  func replayed() throws {
    let recorded = try Session(
      path: PackageRoot.url.appending(path: "sessions/counter-crash.ndjson").path)
    // The one behind these crashes.
    let actions = try (1...7).map { try recorded.action($0).action }
    let list = Scratch.path("actions.json")
    try Data(JSONValue.array(actions).description.utf8).write(to: URL(filePath: list))
    let made = Scratch.path("made.ndjson")
    let host = "\(try BuiltBinary.inspect.path) host counter"
    let run = try Inspect.run(
      "import", list, "-o", made, "--store", "counter", "--state",
      try recorded.state(0).description,
      "--host", host)
    #expect(
      run.output == """
        written  made.ndjson  7 actions of the store counter
        the host computed the states

        """)
    #expect(run.status == .exited(0))
    let session = try Session(path: made, mode: .strict)
    #expect(try (0...7).map(session.state) == (0...7).map(recorded.state))
    #expect(
      try (1...7).map { try session.action($0).type }
        == (1...7).map { try recorded.action($0).type })
  }
}
