import Foundation
import SessionFormat
import TestSupport
import Testing

@Suite("The built-in sample that is used as no host was named")
struct SampleHostNoteTests {
  private static let note =
    "inspect: note: no host given; the built-in sample `toast` is used\n"

  /// Runs the tool; its standard error whole.
  private func run(_ words: [String]) throws -> (
    status: TestSupport.ExitStatus, output: String, error: String
  ) {
    let run = try Inspect.run(words)
    let error = Inspect.clean(String(decoding: run.errorBytes, as: UTF8.self))
    return (run.status, run.output, error)
  }

  /// A copy of the toast session, altered, without checksums.
  private func toast(_ name: String, _ alter: (String) -> String = { $0 }) throws -> String {
    let text = try String(contentsOfFile: Inspect.toast, encoding: .utf8)
    return try Scratch.file(
      "sample-note-\(name).ndjson", alter(text.replacing(/,"crc":"[0-9a-f]{8}"/, with: "")))
  }

  @Test("it was used without a word, by every verb and command that needs a host")
  func said() throws {
    let uses: [[String]] = [
      ["verify", Inspect.toast], ["verify", Inspect.toast, Inspect.toast, "--jobs", "2"],
      ["replay", Inspect.toast, "-o", Scratch.path("sample-note-replay.ndjson")],
      ["minimize", Inspect.toast, "$.state.items[0]"],
      [Inspect.toast, "-e", "verify"], [Inspect.toast, "-e", "replay"],
      [Inspect.toast, "-e", "minimize $.state.items[0]"],
      [Inspect.toast, "-e", "goto 3", "-e", "dispatch {\"clearToast\":{}}", "-e", "verify"],
      [Inspect.toast, "-e", "skip 2", "-e", "reload"],
    ]
    for use in uses {
      let run = try self.run(use)
      #expect(run.error == Self.note, "\(use)")
      #expect(run.status == .exited(0), "\(use)")
    }
    let named = try run(
      ["verify", Inspect.toast, "--host", "\(try BuiltBinary.inspect.path) host toast"])
    #expect(named.error == "")
    #expect(try run(["log", Inspect.toast]).error == "")
  }

  @Test("reload, minimize and a dispatch did not say that the sample may be the wrong host")
  func otherAnswers() throws {
    let file = try Scratch.file(
      "sample-note-foreign.ndjson",
      #"{"kind":"session","format":"hindsight-session","version":1,"id":"6f9619ff-8b86-4d01-b42d-00c04fc964ff","started":"2026-01-02T03:04:05Z","store":"toast"}"#
        + "\n" + #"{"kind":"state","n":0,"state":{"items":[]}}"# + "\n"
        + #"{"kind":"action","n":1,"t":1,"type":"clearToast","action":{"clearToast":{}}}"# + "\n"
        + #"{"kind":"state","n":1,"state":{"items":[{"id":1,"message":"x","type":"info"}]}}"# + "\n"
        + #"{"kind":"action","n":2,"t":2,"type":"push","action":{"push":{}}}"# + "\n"
        + #"{"kind":"state","n":2,"state":{"items":[]}}"# + "\n" + #"{"kind":"end","n":2,"t":3}"#
        + "\n")
    let after = "it gives another state after action 1"
    for (words, reason) in [
      (["-e", "reload", file], after), (["minimize", "--diverges", file], after),
      (
        ["-e", #"dispatch {"push":{}}"#, file],
        "it refuses an action of a recorded type: unknown-action: push: ToastAction has no case \"push\""
      ),
    ] {
      let run = try self.run(words)
      #expect(
        run.error.contains(
          "inspect: note: the built-in sample `toast` may be the wrong host for "
            + "sample-note-foreign.ndjson: \(reason); name the app's own with --host \"CMD\"\n"),
        "\(run.error)")
    }
  }

  @Test("verify says it before its results, once for each store, in the order of the sessions")
  func severalStores() throws {
    for jobs in ["1", "2"] {
      let run = try run(
        ["verify", Inspect.archive, Inspect.toast, Inspect.archive, "--jobs", jobs])
      #expect(
        run.error
          == "inspect: note: no host given; the built-in sample `archive` is used\n" + Self.note)
    }
  }

  @Test("machine forms name it where it was used, and do not where a host was named")
  func members() throws {
    for (words, isRow) in [
      (["verify", Inspect.toast], true), (["minimize", Inspect.toast, "$.state.items[0]"], false),
      (["-e", "replay", Inspect.toast], false), (["-e", "reload", Inspect.toast], false),
    ] {
      let host = ["--host", "\(try BuiltBinary.inspect.path) host toast"]
      let samples = try [[], host].map { host in
        let run = try Inspect.run(words + ["--format", "json"] + host)
        let report = try JSONValue(parsing: run.output.trimmingCharacters(in: .newlines))
        return (isRow ? report["sessions"]?.array?.first : report)?["sample"]
      }
      #expect(samples == ["toast", nil], "\(words)")
    }
  }

  private func misfit(_ file: String, _ reason: String) -> String {
    Self.note + "inspect: note: the built-in sample `toast` may be the wrong host for "
      + "\(file): \(reason); name the app's own with --host \"CMD\"\n"
  }

  @Test("that its types are others is said first, whatever comes of it")
  func otherTypes() throws {
    let file = try toast("types") { $0.replacing("ToastState", with: "OwnState") }
    let reason = "its state is a ToastState, that of the session a OwnState"
    for words in [["verify", file], ["replay", file], ["-e", "goto 3", "-e", "skip 2", file]] {
      let run = try self.run(words)
      #expect(
        run.error.hasPrefix(misfit("sample-note-types.ndjson", reason)), "\(words) \(run.error)")
    }
  }

  @Test("that its actions are others was not looked at")
  func otherActions() throws {
    let file = try toast("actions") {
      $0.replacing(#""actionType":"Action""#, with: #""actionType":"OwnDeed""#)
    }
    let reason = "its actions are of type ToastAction, those of the session of type OwnDeed"
    let run = try run(["verify", file])
    #expect(run.error == misfit("sample-note-actions.ndjson", reason))
    #expect(run.output == "reproduces  sample-note-actions.ndjson  18 of 18 actions equal\n")
  }

  /// A session of an app's own store that has the name of a sample.
  private static let foreign = #"""
    {"kind":"session","format":"hindsight-session","version":1,"id":"h","started":"s","store":"search"}
    {"kind":"state","n":0,"state":{"locations":[],"searchQuery":"","mine":5}}
    {"kind":"action","n":1,"t":1000,"type":"searchQueryChanged","action":{"searchQueryChanged":{"_0":"y"}}}
    {"kind":"state","n":1,"state":{"locations":[],"searchQuery":"y","mine":6}}
    {"kind":"end","n":1,"t":2000}

    """#

  @Test("where it does not fit, the app's own coding was blamed")
  func foreign() throws {
    let file = try Scratch.file("sample-note-foreign.ndjson", Self.foreign)
    let run = try Inspect.run("verify", file, "--no-causes")
    #expect(
      run.output == """
        diverges    sample-note-foreign.ndjson  0 of 1 action equal
          sample    no host was named; the built-in sample `search` replayed it, and it may be another app: name your own with --host "CMD"
          first at  the first state, 0
          path      /mine
          expected  5
          actual    nothing

        """)
    let row = try Inspect.run("verify", file, "--format", "ndjson").output
    let evidence =
      "the built-in sample `search` does not give back state 0 at /mine as it was recorded: its "
      + "types may differ from the app's"
    let causes = try JSONValue(parsing: row.trimmingCharacters(in: .newlines))["diagnosis"]?[
      "causes"]
    #expect(
      causes == [
        [
          "cause": "changed-code", "confidence": "likely", "evidence": [.string(evidence)],
        ]
      ])
    let host = "\(try BuiltBinary.inspect.path) host search"
    let named = try Inspect.run("verify", file, "--format", "ndjson", "--host", host).output
    let own = try JSONValue(parsing: named.trimmingCharacters(in: .newlines))["diagnosis"]?[
      "causes"]
    #expect(own?.array?.first?["cause"] == "lossy-coding")
  }

  @Test(
    "a sample that drops a member was called the wrong host by verify alone, behind its verdict")
  func droppedMember() throws {
    let file = try Scratch.file("sample-note-dropped.ndjson", Self.foreign)
    let note =
      "inspect: note: no host given; the built-in sample `search` is used\n"
      + "inspect: note: the built-in sample `search` may be the wrong host for "
      + "sample-note-dropped.ndjson: it does not give back /mine of state 0; "
      + "name the app's own with --host \"CMD\"\n"
    let action = #"dispatch {"searchQueryChanged":{"_0":"z"}}"#
    for words in [
      ["verify", file], ["replay", file, "-o", Scratch.path("sample-note-dropped-replay.ndjson")],
      ["-e", "goto 0", "-e", action, file], ["-e", "reload", file],
      ["minimize", file, "--diverges"],
    ] {
      let run = try self.run(words)
      #expect(run.error.hasPrefix(note), "\(words) \(run.error)")
    }
    // Of a session of the sample's own types it is the coding.
    let own = Self.foreign.replacing(
      #""store":"search"}"#,
      with: #""store":"search","stateType":"SearchState","actionType":"SearchAction"}"#)
    let known = try Scratch.file("sample-note-dropped-own.ndjson", own)
    #expect(
      try self.run(["verify", known]).error
        == "inspect: note: no host given; the built-in sample `search` is used\n")
  }

  @Test("a row of trouble named neither the store nor the sample")
  func troubleRow() throws {
    let file = try toast("trouble") {
      $0.replacing("\"state\":{\"items\":[]}", with: "\"state\":{}")
    }
    let row = try Inspect.run("verify", file, "--format", "ndjson").output
    let told = try JSONValue(parsing: row.trimmingCharacters(in: .newlines))
    #expect(told.object?.map(\.name) == ["file", "store", "sample", "result", "reason"])
    #expect(told["store"] == "toast" && told["sample"] == "toast")
  }

  @Test("that it refuses a recorded action is said first, also where the answer comes late")
  func refusedAction() throws {
    let file = try toast("action") { $0.replacing("\"clearToast\":{", with: "\"cleanToast\":{") }
    let told = try Inspect.run("verify", "--format", "ndjson", file).output
    let row = try JSONValue(parsing: told.trimmingCharacters(in: .newlines))
    let refusal = try #require(row["divergence"])
    let (why, message) = (try #require(refusal["reason"]?.string), refusal["message"]?.string)
    let reason = "it refuses action \(refusal["n"] ?? 0): \(why): \(message ?? "")"
    for words in [
      ["verify", file], ["-e", "verify", file], ["-e", "goto 3", "-e", "skip 1", file],
    ] {
      let run = try self.run(words)
      #expect(run.error == misfit("sample-note-action.ndjson", reason), "\(words)")
    }
  }

  @Test("that a state does not decode is said before the trouble")
  func refusedState() throws {
    let file = try toast("state") { $0.replacing("\"state\":{\"items\":[]}", with: "\"state\":{}") }
    for words in [["verify", file], ["replay", file], ["-e", "skip 1", file]] {
      let run = try self.run(words)
      let lines = run.error.split(separator: "\n")
      #expect(lines.count == 3 && lines[0] + "\n" == Self.note, "\(words) \(run.error)")
      #expect(
        lines[1].hasPrefix(
          "inspect: note: the built-in sample `toast` may be the wrong host for "
            + "sample-note-state.ndjson: it refuses state 0: undecodable-state: "))
      #expect(run.status == .exited(2), "\(words)")
    }
  }

  @Test("an action that a person typed, and that it refuses, says nothing of the session")
  func typedAction() throws {
    let run = try run(["-e", "goto 3", "-e", "dispatch {\"noSuch\":{}}", Inspect.toast])
    #expect(run.error.hasPrefix(Self.note + "inspect: the host inspect host toast refused 4: "))
    #expect(run.status == .exited(2))
  }
}
