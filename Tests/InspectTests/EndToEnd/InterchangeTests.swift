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

  @Test("states that a host had computed were left out of an export without a word")
  func computedStates() throws {
    let list = try Scratch.file("two.jsonl", "{\"add\":{\"_0\":40}}\n{\"add\":{\"_0\":2}}\n")
    let made = Scratch.path("two.ndjson")
    let host = "\(try BuiltBinary.inspect.path) host counter"
    let state = #"{"value":0,"steps":0}"#
    let imported = try Inspect.run(
      "import", list, "-o", made, "--store", "counter", "--state", state, "--host", host)
    #expect(imported.status == .exited(0))
    let written = try Inspect.run("export", made, "--to", "devtools")
    #expect(written.output == #"[{"add":{"_0":40}},{"add":{"_0":2}}]"# + "\n")
    #expect(
      written.error.contains(
        "left out, as the form has no place for it: 3 states; --as lifted keeps the states"))
    let lifted = try Inspect.run("export", made, "--to", "devtools", "--as", "lifted")
    let states = try JSONValue(parsing: lifted.output)["computedStates"]?.array ?? []
    #expect(states.map { $0["state"]?["value"] } == [0, 40, 42])
    #expect(lifted.error == "")
  }

  @Test("a host that cannot begin without a first state said nothing of --state")
  func noFirstState() throws {
    let list = try Scratch.file("begin.json", #"[{"add":{"_0":1}}]"#)
    let run = try Inspect.run(
      "import", list, "-o", Scratch.path("begin.ndjson"), "--store", "counter",
      "--host", "\(try BuiltBinary.inspect.path) host counter")
    #expect(run.status == .exited(2))
    #expect(run.error.contains("the file has no first state: give it with --state JSON"))
  }

  @Test("what the host drew is recorded, so that the replay of the session reproduces")
  func inputs() throws {
    let list = try Scratch.file("toasts.json", #"[{"enqueueToast":{"message":"hi"}}]"#)
    let made = Scratch.path("toasts.ndjson")
    let host = "\(try BuiltBinary.inspect.path) host toast"
    let run = try Inspect.run(
      "import", list, "-o", made, "--store", "toast", "--state", #"{"items":[]}"#, "--host", host)
    #expect(run.status == .exited(0))
    #expect(try Session(path: made, mode: .strict).inputs(1).count == 1)
    let verified = try Inspect.run("verify", made, "--host", host)
    #expect(verified.status == .exited(0))
  }

  @Test("why a host computed no more is said")
  func refused() throws {
    let list = try Scratch.file("others.json", #"[{"type":"add"},{"type":"add"}]"#)
    let made = Scratch.path("others.ndjson")
    let host = "\(try BuiltBinary.inspect.path) host toast"
    let run = try Inspect.run(
      "import", list, "-o", made, "--store", "toast", "--state", #"{"items":[]}"#, "--host", host)
    #expect(
      run.output == """
        written  others.ndjson  2 actions of the store toast
        note: of 2 actions the state is not known; the host refused action 1: unknown-action: \
        add: ToastAction has no case "type"

        """)
  }
}
