import Commands
import Foundation
import Inspector
import TestSupport
import Testing

@Suite("Results that cannot be written")
struct FailedWriteTests {
  private static let failure =
    "inspect: standard output: cannot be written: No space left on device\n"

  /// Words for each verb of the tool that has a result on standard output.
  private static func uses() throws -> [[String]] {
    let (toast, host) = (Inspect.toast, "'\(try BuiltBinary.inspect.path)' host toast")
    return [
      ["log", toast], ["show", toast, "4"], ["print", toast, "4", "/items"],
      ["print", toast, "4", "/items", "--canonical"], ["diff", toast, "3", "4"],
      ["diff", toast, Inspect.archive], ["why", toast, "/items"], ["history", toast, "/items"],
      ["find", toast, "$.n > 3"], ["first", toast, "$.n > 3"], ["bisect", toast, "$.n > 3"],
      ["bisect", "--good", host, "--bad", host, toast], ["blame", toast], ["stats", toast],
      ["grep", toast, "Upload"], ["timeline", toast], ["plot", toast, "items[0].id"],
      ["sessions", toast],
      ["triage", Inspect.root.appending(path: "sessions/counter-crash.ndjson").path],
      ["report", toast, "-o", "-"],
      ["export", toast, "--to", "devtools"], ["export", toast, "--to", "csv"],
      ["import", try file("actions.json", #"[{"type":"a"}]"#), "-o", "-"],
      ["scan", try file("edited.ndjson", edited())],
      ["redact", try file("edited.ndjson", edited()), "-o", "-"],
      ["share", toast, "-o", Scratch.path("failed-share.ndjson.gz")],
      ["check", toast], ["verify", toast], ["verify", toast, "--tap", "-"],
      ["witness", toast, "1"],
      ["replay", toast],
      ["minimize", toast, "$.state.items[0]"], ["minimize", toast, "$.state.items[0]", "-o", "-"],
      ["expand", toast], ["compact", toast], ["follow", toast], ["repair", toast, "-o", "-"],
      ["repair", toast, "-o", Scratch.path("failed-repair.ndjson")],
      ["record", "counter", "--scenario", "steps", "-o", Scratch.path("failed-record.ndjson")],
      ["--help"], ["log", "--help"], ["help"], ["apropos", "crash"], ["--version"],
      ["-e", "list", toast], ["-e", "next", "-e", "why /items", toast],
      ["--keep-going", "-e", "list", "-e", "list", toast],
    ]
  }

  /// A recording that was edited so that it has a secret.
  private static func edited() throws -> String {
    try String(contentsOf: URL(filePath: Inspect.toast), encoding: .utf8)
      .replacing(/,"crc":"[0-9a-f]{8}"/, with: "")
      .replacing(#""message":"Draft saved""#, with: #""message":"anna@example.org""#)
  }

  /// A file that no run removes.
  private static func file(_ name: String, _ text: String) throws -> String {
    let path = try inputs.get().file(name)
    try Data(text.utf8).write(to: URL(filePath: path))
    return path
  }

  private static let inputs = Result { try SessionFolder() }

  /// Runs the tool with a device for standard output that takes nothing.
  private static func run(_ words: [String], input: String = "") throws -> ProcessRun {
    try ProcessRun.run(
      URL(filePath: "/bin/bash"),
      ["-c", "\"$@\" > /dev/full", "bash", try BuiltBinary.inspect.path] + words, input: input)
  }

  @Test(
    "a full disk ended each verb with 2 and without a word", .enabled(if: FullDevice.isThere))
  func everyVerb() throws {
    let verbs = CommandTable.library.filter { $0.batch != nil }.map(\.name)
    let uses = try Self.uses()
    #expect(Set(verbs).isSubset(of: Set(uses.map { $0[0] })))
    for words in uses {
      for format in ["text", "json", "ndjson"] {
        for word in words where word.hasPrefix(Scratch.folder.path) {
          try? FileManager.default.removeItem(atPath: word)
          let page = word.replacing(".ndjson.gz", with: ".md")
          try? FileManager.default.removeItem(atPath: page)
        }
        let run = try Self.run(["--format", format] + words)
        // As rows a sound session has no fault to list.
        if words[0] == "check", format == "ndjson" { continue }
        #expect(Inspect.withoutSampleNotes(run.error) == Self.failure, "\(words) as \(format)")
        #expect(run.status == .exited(2), "\(words) as \(format)")
      }
    }
  }

  @Test("so did the prompt, and a host", .enabled(if: FullDevice.isThere))
  func promptAndHost() throws {
    let prompt = try Self.run([Inspect.toast], input: "goto 3\nlist\n")
    #expect(prompt.error == Self.failure)
    #expect(prompt.status == .exited(2))
    let session = try String(contentsOfFile: Inspect.toast, encoding: .utf8)
    let host = try Self.run(["host", "toast"], input: session)
    #expect(
      host.error == "host toast: standard output cannot be written: No space left on device\n")
    #expect(host.status == .exited(2))
  }

  @Test(
    "a note that cannot be written took the verdict along", .enabled(if: FullDevice.isThere),
    arguments: ["> /dev/full", ">&-"])
  func standardError(redirection: String) throws {
    let script = Inspect.root.appendingPathComponent("Tests/InspectTests/Scripts/counter_host.py")
    let counter = Scratch.path("failed-error-\(redirection.count).ndjson")
    _ = try Inspect.run("record", "counter", "--scenario", "steps", "-o", counter)
    func run(_ words: [String]) throws -> ProcessRun {
      try ProcessRun.run(
        URL(filePath: "/bin/bash"),
        ["-c", "\"$@\" 2\(redirection)", "bash", try BuiltBinary.inspect.path] + words)
    }
    let good = try run(["verify", Inspect.toast])
    #expect(good.output == "✓ reproduces  \(Inspect.toast)  18 of 18 actions equal\n")
    #expect(good.status == .exited(0))
    let drifting = ["verify", counter, "--no-causes", "--host", "python3 '\(script.path)' --drift"]
    let verdict = """
      ✗ DIVERGES  \(counter)  at 3/6 add  2 of 6 actions equal
        place     value
        recorded  6
        replayed  7
        prompt    goto 3 · compare replay · verify --steps · verify --ignore '$.value'

      """
    let bad = try run(drifting)
    #expect(bad.output == verdict)
    #expect(bad.status == .exited(1))
    // Annotations are a report, which is lost.
    let github = try run(drifting + ["--github"])
    #expect(github.output == verdict)
    #expect(github.status == .exited(2))
    let trouble = try run(["verify", "/nowhere.ndjson", Inspect.toast])
    #expect(trouble.output == "✓ reproduces  \(Inspect.toast)  18 of 18 actions equal\n")
    #expect(trouble.status == .exited(2))
  }

  @Test("a file that may not grow ended the tool without a word, and left what it had begun")
  func sizeLimit() throws {
    let folder = Scratch.path("failed-limit")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    func run(_ words: [String], _ redirection: String) throws -> ProcessRun {
      try ProcessRun.run(
        URL(filePath: "/bin/bash"),
        ["-c", "ulimit -f 1; \"$@\" \(redirection)", "bash", try BuiltBinary.inspect.path] + words)
    }
    for (words, file, redirection) in [
      (["expand", Inspect.archive], "standard output", "> '\(folder)/log'"),
      (["expand", Inspect.archive, "-o", "\(folder)/made"], "\(folder)/made", ""),
      (["replay", Inspect.archive, "-o", "\(folder)/made"], "\(folder)/made", ""),
    ] {
      let run = try run(words, redirection)
      #expect(
        Inspect.withoutSampleNotes(run.error)
          == "inspect: \(file): cannot be written: File too large\n")
      #expect(run.status == .exited(2))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["log"])
  }

  @Test("a closed standard output is named too")
  func closed() throws {
    let run = try ProcessRun.run(
      URL(filePath: "/bin/bash"),
      ["-c", "exec 3< /dev/null; \"$@\" >&-", "bash", try BuiltBinary.inspect.path, "--version"])
    #expect(run.error == "inspect: standard output: cannot be written: Bad file descriptor\n")
    #expect(run.status == .exited(2))
    for closing in [">&-", "<&- >&-"] {
      let log = try Self.run(["log", Inspect.toast], closing: closing)
      #expect(log.error == "inspect: standard output: cannot be written: Bad file descriptor\n")
      #expect(log.status == .exited(2))
    }
  }

  @Test("a file got the number of a closed stream, and what was said went into it")
  func closedErrors() throws {
    for closing in ["2>&-", "<&- 2>&-"] {
      let file = Scratch.path("closed.ndjson")
      let host = "'\(try BuiltBinary.inspect.path)' host toast"
      for words in [["replay", Inspect.toast, "-o", file], ["verify", Inspect.toast]] {
        let run = try Self.run(words + ["--host", host], closing: closing)
        #expect(run.status == .exited(0), "\(words) \(closing)")
      }
      #expect(try Inspect.run("check", file).status == .exited(0))
      #expect(try Self.run(["log", "/none"], closing: closing).status == .exited(2))
    }
    let input = try Self.run(["log", "-"], closing: "<&-")
    #expect(input.error == "inspect: -: cannot be read: Bad file descriptor\n")
    #expect(input.status == .exited(2))
  }

  /// Runs the tool without some of its standard streams.
  private static func run(_ words: [String], closing: String) throws -> ProcessRun {
    try ProcessRun.run(
      URL(filePath: "/bin/bash"),
      ["-c", "\"$@\" \(closing)", "bash", try BuiltBinary.inspect.path] + words)
  }

  @Test("a file that cannot be written whole is named with the reason, and is not there")
  func files() throws {
    let folder = Scratch.path("failed-files")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let out = folder + "/out.ndjson"
    let counter = Scratch.path("failed-accept.ndjson")
    _ = try Inspect.run("record", "counter", "--scenario", "steps", "-o", counter)
    let script = Inspect.root.appendingPathComponent("Tests/InspectTests/Scripts/counter_host.py")
    let drifting = "python3 '\(script.path)' --drift"
    let toast = Inspect.toast
    for (words, target) in [
      (["expand", toast, "-o", out], out), (["compact", toast, "-o", out], out),
      (["expand", toast, "-o", out + ".gz"], out + ".gz"), (["replay", toast, "-o", out], out),
      (["repair", toast, "-o", out], out),
      (["minimize", toast, "$.state.items[0]", "-o", out], out),
      (["-e", "replay -o \(out)", toast], out),
      (["-e", "skip 2", "-e", "save \(out)", toast], out),
      (["verify", toast, "--junit", out + ".xml"], out + ".xml"),
      (["verify", toast, "--tap", out + ".tap"], out + ".tap"),
      (["verify", toast, "--summary", out + ".md"], out + ".md"),
      (["verify", counter, "--accept", "--no-causes", "--host", drifting], counter),
    ] {
      // What the shell sets holds for all that it runs: no file may grow.
      let run = try ProcessRun.run(
        URL(filePath: "/bin/bash"),
        ["-c", "trap '' XFSZ; ulimit -f 0; \"$@\"", "bash", try BuiltBinary.inspect.path] + words)
      let error = Inspect.withoutSampleNotes(run.error)
      // At the prompt the line follows, with a caret under the file.
      let message = error.split(separator: "\n").last { !$0.hasPrefix("  ") } ?? ""
      #expect(
        message.hasSuffix("\(target): cannot be written: File too large"), "\(words) \(error)")
      #expect(run.status == .exited(2), "\(words)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [], "\(words)")
    }
  }

  @Test("a recording of which only the beginning was written was a success")
  func recordedInPart() throws {
    let file = Scratch.path("recorded-in-part.ndjson")
    try? FileManager.default.removeItem(atPath: file)
    let run = try ProcessRun.run(
      URL(filePath: "/bin/bash"),
      [
        "-c", "trap '' XFSZ; ulimit -f 1; \"$@\"", "bash", try BuiltBinary.inspect.path, "record",
        "toast", "--scenario", "queue", "-o", file,
      ])
    #expect(run.status == .exited(2))
    #expect(run.output.hasPrefix("recorded up to action 1, and no further, to "), "\(run.output)")
    #expect(run.error.hasPrefix("inspect: note: the recording to "), "\(run.error)")
  }

  @Test("a recording that cannot be written is no success")
  func recording() throws {
    for name in ["failed-recording.ndjson", "failed-recording.ndjson.gz"] {
      let file = Scratch.path(name)
      let run = try ProcessRun.run(
        URL(filePath: "/bin/bash"),
        [
          "-c", "trap '' XFSZ; ulimit -f 0; \"$@\"", "bash", try BuiltBinary.inspect.path, "record",
          "counter", "--scenario", "steps", "-o", file,
        ])
      #expect(run.status == .exited(2), "\(run.output)\(run.error)")
      #expect(run.error.contains("File too large"), "\(run.error)")
    }
  }
}

private enum FullDevice {
  /// Whether the system has the device that is always full.
  static var isThere: Bool {
    FileManager.default.fileExists(atPath: "/dev/full")
  }
}
