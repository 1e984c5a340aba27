import Foundation
import SessionFormat
import TestSupport
import Testing

@Suite("verify on several sessions")
struct VerifyTests {
  /// A folder with copies of sessions: good ones, one that diverges, and one that is damaged.
  private func folder(_ names: [String]) throws -> String {
    let folder = Scratch.path("verify-\(UUID())")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for name in names {
      let from = name.hasPrefix("bad") ? Inspect.clock : Inspect.toast
      var text = try String(contentsOfFile: from, encoding: .utf8)
      if name.hasPrefix("damaged") { text = text.replacing("Draft", with: "Drift") }
      try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name).ndjson"))
    }
    return folder
  }

  @Test("of every mix of sessions 2 beats 1 beats 0, at once or one by one")
  func exitCodes() throws {
    let folder = try folder(["good", "good2", "bad", "damaged"])
    let kinds = [("good", 0), ("good2", 0), ("bad", 1), ("damaged", 2), ("gone", 2), ("no*ne", 2)]
    for mix in 1..<(1 << kinds.count) {
      let chosen = kinds.indices.filter { mix >> $0 & 1 == 1 }.map { kinds[$0] }
      let files = chosen.map { "\(folder)/\($0.0).ndjson" }
      let jobs = ["--jobs", mix % 2 == 0 ? "2" : "1", "--no-causes"]
      let run = try Inspect.run(["verify"] + jobs + files)
      #expect(run.status == .exited(chosen.map(\.1).max() ?? 0), "\(chosen)")
    }
  }

  @Test("a session in trouble had no page, though it could be read")
  func pages() throws {
    let folder = try folder(["good", "bad"])
    let pages = Scratch.path("pages-\(UUID())")
    let run = try Inspect.run(
      "verify", folder, "\(folder)/gone.ndjson", "--html", pages, "--no-causes", "--host",
      "/none/host")
    #expect(run.status == .exited(2))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: pages).sorted() == [
        "bad.ndjson.html", "good.ndjson.html", "index.html",
      ])
  }

  @Test("whatever runs at once, the same is told in the same order")
  func jobs() throws {
    let folder = try folder(["c", "bad-1", "a", "damaged-1", "bad-2", "b"])
    for format in ["text", "json", "ndjson"] {
      let runs = try ["1", "2", "5", "64"].map { jobs in
        try Inspect.run("verify", folder, "--jobs", jobs, "--format", format, "--no-causes")
      }
      // The clock that makes a session diverge goes on meanwhile.
      let told = runs.map { run in
        run.output.masking(#"((?:replayed|actual)"?[: ]+)[0-9]+"#, with: "$1N")
      }
      #expect(Set(told).count == 1)
      #expect(Set(runs.map(\.error)).count == 1)
      #expect(runs.allSatisfy { $0.status == .exited(2) })
    }
  }

  @Test("a host that takes more memory than it may is the one to blame")
  func memory() throws {
    let host = try Scratch.file(
      "eater.py",
      """
      import sys
      eaten = []
      for line in sys.stdin:
          if '"kind":"session"' in line:
              print(line, end="", flush=True)
          elif '"kind":"reset"' in line:
              print(line.replace('"reset"', '"state"'), end="", flush=True)
          elif '"kind":"action"' in line:
              while True:
                  eaten.append(bytes(1 << 20))
      """)
    let run = try Inspect.run(
      "verify", "--host", "python3 \(host)", "--host-memory", "200M", "--no-causes", Inspect.toast)
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(
      lines.first
        == "✗ DIVERGES  sessions/toast-queue.ndjson  at 1/18 enqueueToast  0 of 18 actions equal")
    #expect(lines.contains("            | (its memory is bound to 209715200 bytes)"))
    #expect(lines.dropLast().last == "            | MemoryError")
    #expect(run.status == .exited(1))
    #expect(
      try Inspect.run("verify", "--host-memory", "1G", "--no-causes", Inspect.toast).status
        == .exited(0))
  }
}
