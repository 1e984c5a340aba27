import Foundation
import SampleApps
import SessionFormat
import TestSupport
import Testing

@Suite("The recorded sessions")
struct SampleSessionTests {
  @Test("ids from the clock diverge at action 1, path /items/0/id, with both values; exit 1")
  func clockDiverges() throws {
    let result = try Inspect.run("verify", Inspect.clock)
    let told = result.output.masking("[0-9]{10}", with: "ID")
    #expect(
      told.hasPrefix(
        """
        ✗ DIVERGES  sessions/irreproducible/toast-clock.ndjson  at 1/18 enqueueToast  \
        0 of 18 actions equal
          place     items[0].id
          recorded  ID
          replayed  ID
          cause     the clock (
        """))
    #expect(result.status == .exited(1))
  }

  @Test("ids that are ignored and carried along were called a coding that loses something")
  func ignoredIdsAreCarried() throws {
    let result = try Inspect.run("verify", Inspect.clock, "--ignore", "$.items[*].id")
    let told = result.output.masking("[0-9]{10}", with: "ID").split(separator: "\n")
    let cause: ArraySlice<Substring> = told.drop { !$0.hasPrefix("  cause") }
      .prefix { !$0.hasPrefix("  prompt") }
    #expect(
      cause.joined(separator: "\n") == """
          cause     a place left out of the comparison that differs before the step (likely)
                    asked at ToastApp.swift:27 Date()
                    /items/0/id differs before the step, and is carried along: with what the \
        steps before leave there it gives another result, in 10 of 10 runs, and in none of 10 \
        from the recorded state
                    what is left out differs since step 1, and only step 1 from there on asks for \
        the time (witnessed)
        """)
    #expect(result.status == .exited(1))
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
      let bytes = try stateBytes(of: file)
      #expect(
        Double(bytes.written) <= 2.1 * Double(bytes.least) + Double(bytes.largest),
        "\(sample) \(scenario): \(bytes)")
    }
  }

  /// What the states of a session take in its file, the sum of the smaller of change and state, and
  /// the largest state.
  private func stateBytes(of file: String) throws -> (written: Int, least: Int, largest: Int) {
    func size(_ value: JSONValue) -> Int { value.description.utf8.count }
    var (written, least, largest) = (0, 0, 0)
    var before: JSONValue?
    for line in try Data(contentsOf: URL(fileURLWithPath: file)).split(separator: 0x0A) {
      let content: StateContent
      switch try Array(line).withUnsafeBufferPointer({ try LineCoding.line($0, crc: .required) })
        .line
      {
      case .state(let state): content = state.content
      case .outside(let state): content = state.content
      case .keyframe(let keyframe):
        written += size(keyframe.state)
        continue
      default: continue
      }
      let state: JSONValue
      switch content {
      case .whole(let whole):
        written += size(whole)
        state = whole
      case .patch(let patch):
        written += size(patch.document)
        state = try patch.applied(to: try #require(before))
      }
      let change = before.map { size(JSONPatch(from: $0, to: state).document) } ?? .max
      least += min(size(state), change)
      largest = max(largest, size(state))
      before = state
    }
    return (written, least, largest)
  }
}
