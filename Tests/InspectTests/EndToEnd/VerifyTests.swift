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

  @Test("whatever runs at once, the same is told in the same order")
  func jobs() throws {
    let folder = try folder(["c", "bad-1", "a", "damaged-1", "bad-2", "b"])
    for format in ["text", "json", "ndjson"] {
      let runs = try ["1", "2", "5", "64"].map { jobs in
        try Inspect.run("verify", folder, "--jobs", jobs, "--format", format, "--no-causes")
      }
      // The clock that makes a session diverge goes on meanwhile.
      let told = runs.map { run in
        run.output.masking(#"(actual"?[: ]+)[0-9]+"#, with: "$1N")
      }
      #expect(Set(told).count == 1)
      #expect(Set(runs.map(\.error)).count == 1)
      #expect(runs.allSatisfy { $0.status == .exited(2) })
    }
  }

  @Test("a pattern that the shell left, and shards that share out what it means")
  func shards() throws {
    let folder = try folder(["a", "b", "c", "d", "e"])
    let all = try Inspect.run("verify", "\(folder)/**/*.ndjson")
    #expect(all.status == .exited(0))
    let first = try Inspect.run("verify", folder, "--shard", "1/2").output
    let second = try Inspect.run("verify", folder, "--shard", "2/2").output
    func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }
    #expect(lines(first) == [0, 2, 4].map { lines(all.output)[$0] })
    #expect(lines(second) == [1, 3].map { lines(all.output)[$0] })
    let none = try Inspect.run("verify", "\(folder)/a.ndjson", "--shard", "2/2")
    #expect(none.output == "")
    #expect(none.error == "inspect: note: no session falls to this shard\n")
    #expect(none.status == .exited(0))
  }

  @Test("all forms at once leave standard output as it is")
  func outputs() throws {
    let folder = try folder(["a", "bad"])
    let plain = try Inspect.run("verify", folder)
    let summary = Scratch.path("step.md")
    try Data("before\n".utf8).write(to: URL(filePath: summary))
    let files = ["junit", "tap", "summary"].map { Scratch.path("verify-out.\($0)") }
    let run = try Inspect.run(
      [
        "verify", folder, "--junit", files[0], "--tap", files[1], "--summary", files[2], "--github",
      ], environment: ["GITHUB_STEP_SUMMARY": summary])
    let clock = #"actual    [0-9]+"#
    #expect(run.output.masking(clock, with: "N") == plain.output.masking(clock, with: "N"))
    #expect(run.status == .exited(1))
    func read(_ path: String) throws -> String {
      Inspect.clean(try String(contentsOfFile: path, encoding: .utf8))
    }
    let name = URL(filePath: folder).lastPathComponent
    #expect(
      run.error.masking(" is [0-9]+, recorded is [0-9]+", with: " differs") == """
        ::error file=\(name)/bad.ndjson,line=3,title=diverges at action 1::action 1 enqueueToast: \
        /items/0/id differs

        """)
    #expect(try read(files[0]).contains(#"tests="2" failures="1" errors="0""#))
    #expect(try read(files[1]).hasPrefix("TAP version 13\n1..2\nok 1 - \(name)/a.ndjson\n"))
    #expect(try read(summary) == "before\n" + read(files[2]))
  }

  @Test("damage was annotated without its line, and of a gzipped file there is none")
  func damageLine() throws {
    let toast = try String(contentsOfFile: Inspect.toast, encoding: .utf8)
    let file = try Scratch.file("annotated.ndjson", toast.replacing("Draft", with: "Drift"))
    let run = try Inspect.run("verify", "--github", file)
    let fault = "annotated.ndjson:9:129: the checksum (crc) does not match: "
    #expect(
      run.error.hasPrefix("::error file=annotated.ndjson,line=9,title=trouble::\(fault)"),
      "\(run.error)")
    _ = try ProcessRun.run(URL(filePath: "/usr/bin/env"), ["gzip", "-kf", file])
    let gzipped = try Inspect.run("verify", "--github", file + ".gz")
    #expect(
      gzipped.error.hasPrefix("::error file=annotated.ndjson.gz,title=trouble::annotated"),
      "\(gzipped.error)")
  }

  @Test("one form may go to standard output, and the report then to standard error")
  func standardOutput() throws {
    let report = try Inspect.run("verify", Inspect.toast)
    let run = try Inspect.run("verify", Inspect.toast, "--tap", "-")
    #expect(
      run.output == """
        TAP version 13
        1..1
        ok 1 - sessions/toast-queue.ndjson
        # note: no host was named; the built-in sample `toast` replayed it

        """)
    #expect(run.error == report.output)
    #expect(run.status == .exited(0))
  }

  @Test("a form that would take the place of something else is refused")
  func refusedForms() throws {
    let usage = "; usage: "
    for (words, message) in [
      (["--tap", "-", "--junit", "-"], "verify: only one form can go to standard output (-)"),
      (["--tap", "x", "--junit", "x"], "verify: x is given for two forms"),
      (["--junit", "a.ndjson"], "verify: --junit a.ndjson has the name of a session"),
      (["--jobs", "0"], "verify: --jobs is a number from 1 to 256, not 0"),
      (["--shard", "3/2"], "verify: --shard is I/M with I from 1 to M, such as 2/3, not 3/2"),
    ] {
      let run = try Inspect.run(["verify", Inspect.toast] + words)
      #expect(run.error.components(separatedBy: usage)[0] == "inspect: \(message)")
      #expect(run.output == "")
      #expect(run.status == .exited(2))
    }
    let run = try Inspect.run("verify", Inspect.toast, "--tap", "/nobody/is/here")
    #expect(run.error == "inspect: /nobody/is/here: cannot be written: No such file or directory\n")
    #expect(run.status == .exited(2))
  }

  @Test("a report took the place of a link to a pipe, and nobody at the pipe got it")
  func linkToPipe() throws {
    let files = FileManager.default
    let (pipe, link) = (Scratch.path("verify-pipe"), Scratch.path("verify-link"))
    #expect(mkfifo(pipe, 0o600) == 0)
    try files.createSymbolicLink(atPath: link, withDestinationPath: "verify-pipe")
    for (name, path) in [("verify-pipe", pipe), ("verify-link", link)] {
      let run = try Inspect.run("verify", Inspect.toast, "--junit", path)
      #expect(
        run.error
          == "inspect: \(name): is not replaced: it is a pipe, a device or a socket, not a file\n")
      #expect(run.status == .exited(2))
      let short = try Inspect.run(
        "minimize", Inspect.toast, "$.state.items[0]", "-o", path, "--force")
      #expect(short.error == run.error)
      #expect(short.status == .exited(2))
    }
    #expect(try files.destinationOfSymbolicLink(atPath: link) == "verify-pipe")
  }

  @Test("two outputs to one new file were both written where their names differ, and one was lost")
  func oneNewFile() throws {
    let files = FileManager.default
    let folder = Scratch.path("verify-new")
    try files.createDirectory(atPath: folder + "/real", withIntermediateDirectories: true)
    try files.createSymbolicLink(atPath: folder + "/linked", withDestinationPath: "real")
    let names = ["real/new", "real/./new", "linked/new", "linked/../real/new", "real/../real//new"]
    for name in names {
      let (one, other) = ("\(folder)/real/new", "\(folder)/\(name)")
      let run = try Inspect.run("verify", Inspect.toast, "--junit", one, "--tap", other)
      #expect(
        run.error.components(separatedBy: "; usage: ")[0]
          == "inspect: verify: verify-new/\(name) is given for two forms")
      #expect(run.status == .exited(2))
      let short = try Inspect.run("minimize", Inspect.toast, "$.n", "-o", one, "--test", other)
      #expect(
        short.error.components(separatedBy: "; usage: ")[0]
          == "inspect: minimize: -o and --test are the same file")
      #expect(short.status == .exited(2))
    }
    #expect(try files.contentsOfDirectory(atPath: folder + "/real") == [])
    let two = try Inspect.run(
      "verify", Inspect.toast, "--junit", folder + "/new", "--tap", folder + "/linked/new")
    #expect(two.status == .exited(0))
    #expect(try files.contentsOfDirectory(atPath: folder).sorted() == ["linked", "new", "real"])
    #expect(try files.contentsOfDirectory(atPath: folder + "/real") == ["new"])
  }

  @Test("a config file names the host and what to ignore, by store; options go before it")
  func config() throws {
    let script = Inspect.root.appendingPathComponent("Tests/InspectTests/Scripts/counter_host.py")
    let drifting = "python3 \(script.path) --drift"
    let counter = Scratch.path("config.ndjson")
    _ = try Inspect.run("record", "counter", "--scenario", "steps", "-o", counter)
    let rc = try Scratch.file(
      "project.rc", "[store counter]\nhost = \(drifting)\npatience = 9\nhost-memory = 1G\n")
    #expect(try Inspect.run("verify", counter).status == .exited(0))
    let verify = ["verify", counter, "--no-causes"]
    #expect(try Inspect.run(verify + ["--config", rc]).status == .exited(1))
    #expect(try Inspect.run(verify, environment: ["INSPECT_CONFIG": rc]).status == .exited(1))
    let tool = try BuiltBinary.inspect.path
    #expect(
      try Inspect.run("verify", counter, "--config", rc, "--host", "\(tool) host counter").status
        == .exited(0))
    let ignoring = try Scratch.file(
      "ignoring.rc", "[store counter]\nhost = \(drifting)\nignore = $.value\n")
    let ignored = try Inspect.run("verify", counter, "--config", ignoring)
    #expect(ignored.status == .exited(0))
    #expect(ignored.output.contains("  ignored   $.value"))
    #expect(
      try Inspect.run("--config", ignoring, "-e", "verify", counter).output == ignored.output)
    let home = Scratch.path("home")
    try FileManager.default.createDirectory(
      atPath: home + "/inspect", withIntermediateDirectories: true)
    try Data("[store counter]\nhots = x\n".utf8)
      .write(to: URL(filePath: home + "/inspect/inspectrc"))
    let fault = try Inspect.run("verify", counter, environment: ["XDG_CONFIG_HOME": home])
    #expect(
      fault.error
        == "inspect: home/inspect/inspectrc:2:1: there is no setting hots; did you mean host?\n")
    #expect(fault.status == .exited(2))
    let gone = try Inspect.run("verify", counter, "--config", "/nobody/rc")
    #expect(gone.error == "inspect: /nobody/rc: cannot be read: No such file or directory\n")
    #expect(gone.status == .exited(2))
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
    #expect(lines.first == "diverges    sessions/toast-queue.ndjson  0 of 18 actions equal")
    #expect(lines.contains("            | (its memory is bound to 209715200 bytes)"))
    #expect(lines.last == "            | MemoryError")
    #expect(run.status == .exited(1))
    #expect(
      try Inspect.run("verify", "--host-memory", "1G", "--no-causes", Inspect.toast).status
        == .exited(0))
  }

  @Test("--accept replaces what diverged, leaves trouble alone, and what it replaced reproduces")
  func accept() throws {
    let script = Inspect.root.appendingPathComponent("Tests/InspectTests/Scripts/counter_host.py")
    let host = ["--host", "python3 \(script.path) --drift"]
    let folder = Scratch.path("accept-\(UUID())")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let counter = folder + "/counter.ndjson"
    _ = try Inspect.run("record", "counter", "--scenario", "steps", "-o", counter)
    let toast = try String(contentsOfFile: Inspect.toast, encoding: .utf8)
    try Data(toast.utf8).write(to: URL(filePath: folder + "/toast.ndjson"))
    let run = try Inspect.run(
      ["verify", folder, "--accept", "--no-causes", "--format", "ndjson"] + host)
    let rows = try run.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    #expect(rows.map { $0["result"] } == ["diverges", "trouble"])
    #expect(rows[0]["accepted"]?["first"] == 3)
    #expect(rows[0]["notAccepted"] == nil)
    #expect(run.status == .exited(2))
    #expect(try String(contentsOfFile: folder + "/toast.ndjson", encoding: .utf8) == toast)
    #expect(try Inspect.run(["verify", counter] + host).status == .exited(0))
    #expect(try Inspect.run("check", counter).status == .exited(0))
    // It was made for the other reducer.
    #expect(try Inspect.run("verify", counter, "--no-causes").status == .exited(1))
    #expect(try Inspect.run("verify", counter, "--accept", "--no-causes").status == .exited(0))
    #expect(try Inspect.run("verify", counter).status == .exited(0))
  }
}
