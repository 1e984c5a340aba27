import Foundation
import TestSupport
import Testing

@Suite("verify --times: a fault that only some replays show")
struct RepeatedReplayTests {
  /// A host that counts its processes in a file, and errs in one of them.
  private let host = Result {
    try Scratch.file(
      "times-host.py",
      """
      import json, os, sys
      count, wrong = sys.argv[1], int(sys.argv[2])
      with open(count, "a") as file: file.write("+")
      errs = os.path.getsize(count) == wrong
      total = 0
      for line in map(json.loads, sys.stdin):
          if line["kind"] == "session":
              print(json.dumps(line), flush=True)
          elif line["kind"] == "reset":
              total = line["state"]["total"]
              print(json.dumps({"kind": "state", "n": line["n"], "state": {"total": total}}), flush=True)
          elif line["kind"] == "action":
              total += line["action"] + (1 if errs and line["n"] == 2 else 0)
              print(json.dumps({"kind": "state", "n": line["n"], "state": {"total": total}}), flush=True)
      """)
  }

  private let session = Result {
    try Scratch.file(
      "times.ndjson",
      """
      {"kind":"session","format":"hindsight-session","version":1,"id":"6f9619ff-8b86-4d01-b42d-00c04fc964ff",\
      "started":"2026-01-02T03:04:05Z","store":"tally"}
      {"kind":"state","n":0,"state":{"total":0}}
      {"kind":"action","n":1,"t":1,"type":"add","action":1}
      {"kind":"state","n":1,"state":{"total":1}}
      {"kind":"action","n":2,"t":2,"type":"add","action":2}
      {"kind":"state","n":2,"state":{"total":3}}
      {"kind":"end","n":2,"t":3}

      """)
  }

  /// What verify answers if one process errs, and how many processes there were.
  private func verify(
    _ options: [String], erring wrong: Int
  ) throws -> (run: Inspect.Result, processes: Int) {
    let count = Scratch.path("times-\(UUID())")
    let run = try Inspect.run(
      ["verify", session.get(), "--host", "python3 \(try host.get()) \(count) \(wrong)"] + options)
    return (run, try Data(contentsOf: URL(filePath: count)).count)
  }

  @Test(
    "the first replay that differs is the last and the verdict; the report says how many there were",
    arguments: 1...4, 0...4)
  func law(times: Int, wrong: Int) throws {
    let (run, processes) = try verify(["--times", "\(times)", "--no-causes"], erring: wrong)
    let isFound = (1...times).contains(wrong)
    #expect(processes == (isFound ? wrong : times))
    #expect(run.status == .exited(isFound ? 1 : 0))
    var expected =
      isFound
      ? "✗ DIVERGES  times.ndjson  at 2/2 add  1 of 2 actions equal\n"
        + "  place     total\n  recorded  3\n  replayed  4\n"
      : "✓ reproduces  times.ndjson  2 of 2 actions equal\n"
    switch (times, isFound, wrong) {
    case (1, _, _): break
    case (_, false, _): expected += "  times     \(times) replays reproduce\n"
    default:
      expected +=
        "  times     replay \(wrong) of up to \(times) is the first that does not reproduce\n"
    }
    #expect(run.output.components(separatedBy: "  prompt ").first == expected)
  }

  @Test("two replays side by side, and JSON")
  func beside() throws {
    let both = try verify(
      ["--times", "3", "--twice", "--no-causes", "--format", "json"], erring: 4)
    #expect(both.processes == 4)
    #expect(both.run.status == .exited(1))
    let json = try #require(
      JSONSerialization.jsonObject(with: Data(both.run.output.utf8)) as? [String: Any])
    let verdict = try #require((json["sessions"] as? [[String: Any]])?.first)
    #expect(verdict["times"] as? [String: Int] == ["made": 3, "requested": 3])
    #expect((verdict["twice"] as? [String: Any])?["equal"] as? Int == 2)
    // Both reproduce the recording no more if they differ from each other.
    let apart = try verify(["--times", "3", "--twice", "--no-causes"], erring: 2)
    #expect(apart.processes == 2)
    #expect(
      apart.run.output.contains(
        "  times     replay 1 of up to 3 is the first that does not reproduce\n"))
  }

  @Test("step by step: the steps are those of the first replay, and the others follow")
  func steps() throws {
    let words = ["--times", "9", "--steps", "--no-causes"]
    let first = try verify(words, erring: 0)
    #expect(first.run.status == .exited(0))
    #expect(first.run.output.contains("  by step   none of 2 steps differs"))
    #expect(first.run.output.contains("  times     9 replays reproduce\n"))
    let last = try verify(words, erring: first.processes)
    #expect(last.run.status == .exited(1))
    #expect(
      last.run.output.contains(
        "  times     replay 9 of up to 9 is the first that does not reproduce\n"))
  }

  @Test("what only a later replay shows is not accepted, and a difference of each is")
  func accepting() throws {
    let recorded = try String(contentsOfFile: session.get(), encoding: .utf8)
    for (wrong, status) in [(3, 1), (0, 0)] {
      let file = try Scratch.file("times-accepted-\(wrong).ndjson", recorded)
      let count = Scratch.path("times-\(UUID())")
      let run = try Inspect.run(
        "verify", file, "--host", "python3 \(try host.get()) \(count) \(wrong)", "--times", "4",
        "--accept")
      #expect(run.status == .exited(status))
      #expect(try String(contentsOfFile: file, encoding: .utf8) == recorded)
      if wrong > 0 { #expect(run.output.contains("the first replay reproduces it")) }
    }
  }

  @Test("a long session is replayed in parts each time")
  func parts() throws {
    var lines = try session.get().lines(1)
    lines.append(#"{"kind":"state","n":0,"state":{"total":0}}"#)
    for n in 1...4_200 {
      lines.append(#"{"kind":"action","n":\#(n),"t":\#(n),"type":"add","action":1}"#)
      lines.append(#"{"kind":"state","n":\#(n),"state":{"total":\#(n)}}"#)
    }
    lines.append(#"{"kind":"end","n":4200,"t":4201}"#)
    let file = try Scratch.file("times-long.ndjson", lines.joined(separator: "\n") + "\n")
    let count = Scratch.path("times-\(UUID())")
    let run = try Inspect.run(
      "verify", file, "--host", "python3 \(try host.get()) \(count) 0", "--times", "3", "--jobs",
      "2")
    #expect(
      run.output
        == "✓ reproduces  times-long.ndjson  4200 of 4200 actions equal\n"
        + "  times     3 replays reproduce\n")
    #expect(try Data(contentsOf: URL(filePath: count)).count == 6)
  }
}

extension String {
  /// The first lines of the file that this names.
  fileprivate func lines(_ count: Int) throws -> [String] {
    try String(contentsOfFile: self, encoding: .utf8).split(separator: "\n").prefix(count)
      .map(String.init)
  }
}
