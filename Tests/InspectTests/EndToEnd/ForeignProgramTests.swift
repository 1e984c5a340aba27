import Foundation
import SessionFormat
import TestSupport
import Testing

@Suite("Programs in other languages")
struct ForeignProgramTests {
  private static let scripts = Inspect.root.appendingPathComponent("Tests/InspectTests/Scripts")
    .path
  private static let host = "python3 \(scripts)/counter_host.py"

  private func steps() throws -> String {
    let file = Scratch.path("foreign-\(UUID().uuidString).ndjson")
    _ = try Inspect.run("record", "counter", "--scenario", "steps", "-o", file)
    return file
  }

  @Test("a host in Python that answers states only reproduces a recording")
  func pythonHost() throws {
    let file = try steps()
    let result = try Inspect.run("--host", Self.host, "verify", file)
    #expect(
      result.output.masking("foreign-[^ ]*", with: "FILE")
        == "reproduces  FILE  6 of 6 actions equal\n")
    #expect(result.error == "")
    #expect(result.status == .exited(0))
  }

  @Test("a Python host that miscounts is caught at the step, the path and the values")
  func driftingHost() throws {
    let file = try steps()
    let result = try Inspect.run("--host", "\(Self.host) --drift", "verify", file, "--no-causes")
    #expect(
      result.output.masking("foreign-[^ ]*", with: "FILE") == """
        diverges    FILE  2 of 6 actions equal
          first at  action 3 add
          path      /value
          expected  6
          actual    7

        """)
    #expect(result.status == .exited(1))
  }

  @Test("a Python host that dies in the fatal action reproduces the crash, with its last words")
  func pythonCrash() throws {
    let result = try Inspect.run("--host", Self.host, "replay", Inspect.crash, "-o", "/dev/null/x")
    #expect(result.error == "inspect: /dev/null/x: cannot be written: Not a directory\n")
    let verify = try Inspect.run(
      "--host", Self.host, "--format", "json", "verify", Inspect.crash)
    let session = try JSONValue(parsing: verify.output)["sessions"]?[0]
    #expect(session?["result"] == "reproduces")
    #expect(session?["crash"]?["status"] == 70)
    #expect(session?["crash"]?["action"] == 8)
    #expect(session?["crash"]?["stderr"] == ["OverflowError: 138 is no eight-bit number"])
    #expect(verify.status == .exited(0))
  }

  @Test("an action of one's own is reduced by the Python host, on a branch")
  func pythonDispatch() throws {
    let result = try Inspect.run(
      "--host", Self.host, "-e", "goto 2", "-e", #"dispatch {"add":{"_0":5}}"#, "-e", "print",
      Inspect.crash)
    #expect(result.output.hasSuffix("{\n  \"steps\": 3,\n  \"value\": 85\n}\n"))
    #expect(result.status == .exited(0))
  }

  @Test("a host of another store is refused, with what it said; exit 2")
  func wrongStore() throws {
    let result = try Inspect.run(
      "--host", "python3 \(Self.scripts)/counter_host.py", "verify", Inspect.toast)
    #expect(
      result.error == """
        inspect: sessions/toast-queue.ndjson: the host python3 \
        Tests/InspectTests/Scripts/counter_host.py refused: wrong-store: toast

        """)
    #expect(result.output == "")
    #expect(result.status == .exited(2))
  }

  @Test("jq reads every line of every session")
  func jq() throws {
    for file in [Inspect.toast, Inspect.archive, Inspect.crash, Inspect.clock] {
      let text = try String(contentsOfFile: file, encoding: .utf8)
      let run = try ProcessRun.run(
        URL(fileURLWithPath: "/usr/bin/env"), ["jq", "-r", ".kind"], input: text)
      #expect(run.status == .exited(0))
      #expect(run.output.split(separator: "\n").count == text.split(separator: "\n").count)
    }
  }

  @Test("an applier in Python gets each keyframe out of the patches")
  func patchesInPython() throws {
    let run = try ProcessRun.run(
      URL(fileURLWithPath: "/usr/bin/env"),
      [
        "python3", "\(Self.scripts)/check_patches.py", Inspect.toast, Inspect.archive,
        Inspect.crash,
      ])
    #expect(run.error == "")
    #expect(
      run.output == """
        toast-queue.ndjson: 19 states, 2 keyframes
        archive-cheese.ndjson: 7 states, 0 keyframes
        counter-crash.ndjson: 8 states, 0 keyframes

        """)
    #expect(run.status == .exited(0))
  }
}
