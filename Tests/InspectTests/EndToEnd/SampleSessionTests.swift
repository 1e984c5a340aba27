import Foundation
import SampleApps
import SessionFormat
import TestSupport
import Testing

@Suite("The recorded sessions")
struct SampleSessionTests {
  @Test(
    "a recording to standard output was made in a file named -, and then read from standard input")
  func noFile() throws {
    let run = try Inspect.run("record", "counter", "-o", "-")
    #expect(
      run.error == """
        inspect: record: a session is recorded to a file, which - is not; -o ./- is one; usage: \
        inspect record SAMPLE [--scenario NAME] [-o FILE] [--in-process]

        """)
    #expect(run.status == .exited(2) && run.output == "")
    #expect(!FileManager.default.fileExists(atPath: "-"))
  }

  @Test("verify replays every session of sessions/ and exits 0")
  func verifyAll() throws {
    let result = try Inspect.run("verify", Inspect.archive, Inspect.crash, Inspect.toast)
    #expect(
      result.output == """
        reproduces  sessions/archive-cheese.ndjson  6 of 6 actions equal
        reproduces  sessions/counter-crash.ndjson  7 of 8 actions equal, and the crash
          crash     the host inspect host counter died in the reducer of action 8: signal 4 \
        (Illegal instruction)
        reproduces  sessions/toast-queue.ndjson  18 of 18 actions equal

        """)
    #expect(result.error == "")
    #expect(result.status == .exited(0))
  }

  @Test("ids from the clock diverge at action 1, path /items/0/id, with both values; exit 1")
  func clockDiverges() throws {
    let result = try Inspect.run("verify", Inspect.clock)
    let told = result.output.masking("[0-9]{10}", with: "ID")
    #expect(
      told.hasPrefix(
        """
        diverges    sessions/irreproducible/toast-clock.ndjson  0 of 18 actions equal
          first at  action 1 enqueueToast
          path      /items/0/id
          expected  ID
          actual    ID
          cause     the clock (
        """))
    #expect(result.status == .exited(1))
  }

  @Test("ids that are ignored and carried along were called a coding that loses something")
  func ignoredIdsAreCarried() throws {
    let result = try Inspect.run("verify", Inspect.clock, "--ignore", "$.items[*].id")
    let told = result.output.masking("[0-9]{10}", with: "ID").split(separator: "\n")
    #expect(
      told.drop { !$0.hasPrefix("  cause") }.prefix { !$0.hasPrefix("  untested") } == [
        "  cause     a place left out of the comparison that differs before the step (likely)",
        "            /items/0/id differs before the step, and is carried along: with what the "
          + "steps before leave there it gives another result, in 10 of 10 runs, and in none of 10 "
          + "from the recorded state",
      ])
    #expect(result.status == .exited(1))
  }

  @Test("with the ids ignored the first divergence is the action that uses a recorded id")
  func clockIgnored() throws {
    let result = try Inspect.run(
      "verify", Inspect.clock, "--ignore", "$.items[*].id", "--no-causes")
    #expect(
      result.output.masking("[0-9]{10}", with: "ID") == """
        diverges    sessions/irreproducible/toast-clock.ndjson  1 of 18 actions equal
          ignored   $.items[*].id  differences in 1 state, the first after action 1
          first at  action 2 dequeueToast
          path      /items/0
          expected  nothing
          actual    {"id":ID,"message":"ようこそ","type":"info"}

        """)
    #expect(result.status == .exited(1))
  }

  @Test("2 beats 1 beats 0 over several sessions")
  func worstWins() throws {
    #expect(
      try Inspect.run("verify", "--no-causes", Inspect.toast, Inspect.clock).status == .exited(1))
    #expect(
      try Inspect.run("verify", Inspect.clock, "missing.ndjson", Inspect.toast).status
        == .exited(2))
  }

  @Test("the host as a plain filter prints a replay that diff calls the same")
  func filterReplay() throws {
    let session = try String(contentsOfFile: Inspect.toast, encoding: .utf8)
    let replay = try Inspect.run("host", "toast", input: session)
    #expect(replay.status == .exited(0))
    #expect(replay.error == "")
    let file = try Scratch.file("filter-replay.ndjson", replay.outputBytes)
    let diff = try Inspect.run("diff", Inspect.toast, file)
    #expect(diff.output == "the same  18 actions compared\n")
    #expect(diff.status == .exited(0))
    #expect(try Inspect.run("check", file).status == .exited(0))
  }

  @Test("the same filter on the crash prints everything up to and with the fatal action")
  func filterCrash() throws {
    let session = try String(contentsOfFile: Inspect.crash, encoding: .utf8)
    let replay = try Inspect.run("host", "counter", input: session)
    #expect(replay.status == .signaled(4))
    let recorded = try #require(kinds(session))
    #expect(try #require(kinds(replay.output)) == recorded)
    #expect(recorded.last == "action 8")
  }

  @Test("parsing and writing again gives the same bytes for every recorded line")
  func sameBytes() throws {
    for file in [Inspect.toast, Inspect.archive, Inspect.crash, Inspect.clock] {
      let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: file)))
      for line in bytes.split(separator: 0x0A) {
        let read = try line.withUnsafeBufferPointer { try LineCoding.line($0, crc: .required).line }
        #expect(LineCoding.bytes(of: read.document).dropLast() == line[...])
        if case .unknown = read { Issue.record("unknown kind \(read.kind)") }
      }
    }
  }

  static let strace = "/usr/bin/strace"

  @Test(
    "the file is made for appending only, with one write a line",
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: strace), "strace is not installed"))
  func systemCalls() throws {
    let file = Scratch.path("traced.ndjson")
    let log = Scratch.path("strace.log")
    let run = try ProcessRun.run(
      URL(fileURLWithPath: Self.strace),
      ["-f", "-s", "24", "-e", "trace=openat,write", "-o", log, try BuiltBinary.inspect.path]
        + ["record", "counter", "--scenario", "steps", "-o", file, "--in-process"])
    #expect(run.status == .exited(0))
    let calls = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
    let opened = try #require(calls.first { $0.contains("traced.ndjson") })
    let flags = "O_WRONLY|O_CREAT|O_EXCL|O_APPEND|O_NOFOLLOW|O_CLOEXEC, 0600) = "
    #expect(opened.contains(flags))
    let descriptor = try #require(opened.components(separatedBy: " = ").last)
    let writes = calls.filter { $0.contains("write(\(descriptor), ") }
    let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
    #expect(writes.count == lines.count)
    // Each call begins a line and writes it to its end.
    for (call, line) in zip(writes, lines) {
      #expect(call.contains(#"write(\#(descriptor), "{\"kind\":\""#))
      #expect(call.hasSuffix(" = \(line.utf8.count + 1)"))
    }
  }

  /// The kinds and numbers of the lines of a session.
  private func kinds(_ text: String) -> [String]? {
    try? text.split(separator: "\n").map { line in
      let document = try JSONValue(parsing: String(line))
      return "\(document["kind"]?.string ?? "?") \(document["n"]?.int ?? 0)"
    }
  }

  @Test("the filter leaves a last line that was cut off out, says so, and succeeds")
  func filterTorn() throws {
    let session = try String(contentsOfFile: Inspect.archive, encoding: .utf8)
    let replay = try Inspect.run("host", "archive", input: session + #"{"kind":"act"#)
    #expect(replay.status == .exited(0))
    #expect(
      replay.error
        == "host archive: line 18: note: the last line was cut off and is left out\n")
    let inside = try Inspect.run("host", "archive", input: "nonsense\n" + session)
    #expect(inside.status == .exited(2))
  }

  @Test("replay writes the replay as a session to standard output or a new file")
  func replayVerb() throws {
    let file = Scratch.path("replayed.ndjson")
    let written = try Inspect.run("replay", Inspect.archive, "-o", file)
    #expect(written.status == .exited(0))
    #expect(
      written.output == """
        replayed  6 actions of the store archive
        written   replayed.ndjson

        """)
    #expect(try Inspect.run("diff", Inspect.archive, file).status == .exited(0))
    let again = try Inspect.run("replay", Inspect.archive, "-o", file)
    #expect(again.status == .exited(2))
    #expect(again.error == "inspect: replayed.ndjson: cannot be written: File exists\n")

    let piped = try Inspect.run("replay", Inspect.archive)
    #expect(piped.error == "replayed  6 actions of the store archive\n")
    let pipedFile = try Scratch.file("piped.ndjson", piped.outputBytes)
    #expect(try Inspect.run("diff", pipedFile, Inspect.archive).status == .exited(0))
  }

  @Test("a scenario is recorded by its name, also one that is meant to crash")
  func record() throws {
    let file = Scratch.path("recorded.ndjson")
    let result = try Inspect.run("record", "counter", "--scenario", "crash", "-o", file)
    #expect(result.output == "recorded 8 actions to recorded.ndjson, and crashed as it should\n")
    #expect(result.error == "")
    #expect(result.status == .exited(0))
    #expect(try Inspect.run("diff", Inspect.crash, file).status == .exited(0))
    #expect(
      try Inspect.run("record", "counter", "-o", file).error
        == "inspect: recorded.ndjson: cannot be written: File exists\n")
  }

  @Test("every scenario of every sample records a sound session")
  func allScenarios() throws {
    // The crash and the queue, which waits for the clock, are recorded in sessions/.
    let scenarios = SampleApps.all.flatMap { sample in
      sample.scenarios.filter { !$0.crashes && $0.name != "queue" }.map { (sample.name, $0.name) }
    }
    for (sample, scenario) in scenarios {
      let file = Scratch.path("\(sample)-\(scenario).ndjson")
      let result = try Inspect.run("record", sample, "--scenario", scenario, "-o", file)
      #expect(result.status == .exited(0), "\(sample) \(scenario): \(result.error)")
      #expect(try Inspect.run("check", file).status == .exited(0))
      if sample != "toast-clock" {
        #expect(try Inspect.run("verify", file).status == .exited(0), "\(sample) \(scenario)")
      }
    }
  }

  @Test("an unknown sample or scenario is told, with those that there are")
  func unknownSample() throws {
    #expect(
      try Inspect.run("host", "tost").error
        == "inspect: host: there is no sample tost; there is "
        + SampleApps.all.map(\.name).joined(separator: ", ") + "; usage: inspect host SAMPLE\n")
    #expect(
      try Inspect.run("record", "toast", "--scenario", "x").error
        == "inspect: record: toast has no scenario x; it has queue, burst, dismissal, saga; "
        + "usage: inspect record SAMPLE [--scenario NAME] [-o FILE] [--in-process]\n")
  }
}
