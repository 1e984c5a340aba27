import Foundation
import Inspector
import SessionFormat
import TestSupport
import Testing

@Suite("What leaves says what it is, and its name says nothing else")
struct LeavingTests {
  private static func copy(_ name: String) throws -> String {
    let text = try String(contentsOfFile: Inspect.toast, encoding: .utf8)
    return try Scratch.file(name, text)
  }

  @Test(
    "what does not matter for the fault could only be left out by a run of minimize before",
    arguments: [
      (
        "counter-crash", ["--minimize"], 3,
        "3 of 8 actions, the fewest that crash the host in the same way", "crash"
      ),
      (
        "irreproducible/toast-clock", ["--minimize"], 1,
        "1 of 18 actions, the shortest part that diverges in the same way", "divergence"
      ),
      (
        "toast-queue", ["--until", "count(items[*]) > 1"], 2,
        "2 of 18 actions, the fewest that make a condition true", "condition"
      ),
    ] as [(String, [String], Int, String, String)])
  func minimized(
    name: String, options: [String], count: Int, words: String, target: String
  ) throws {
    let file = Inspect.session(name)
    let made = Scratch.path("minimized-\(target).ndjson.gz")
    let run = try Inspect.run(["share", file, "-o", made] + options)
    #expect(run.status == .exited(0), "\(run.error)")
    #expect(run.output.contains("\n- minimized: `\(words)`\n"), "\(run.output)")
    let shared = try Session(path: made)
    #expect(shared.last - shared.first == count)
    // Values are as they were: half of one would be a secret that nobody looks for.
    let recorded = try Session(path: file)
    let actions = try (1...recorded.last).map { try recorded.action($0).action }
    for n in shared.first + 1...shared.last {
      #expect(try actions.contains(shared.action(n).action))
    }
    let again = try Inspect.run(
      ["share", file, "-o", made, "--force", "--format", "json"] + options)
    let json = try JSONParser().parse(Array(again.output.utf8))
    #expect(json["minimized"]?["by"]?.string == target)
    #expect(json["losesDivergence"] == (target == "divergence" ? false : nil))
  }

  /// The sample, in whose header a place is hidden.
  private static func hiding(_ place: String, in name: String) throws -> String {
    var lines = try String(contentsOfFile: Inspect.toast, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var header = try Session(path: Inspect.toast).header
    header.redactions = [place]
    let line = LineCoding.bytes(of: SessionLine.session(header).document)
    lines[0] = String(decoding: line.dropLast(), as: UTF8.self)
    return try Scratch.file(name, lines.joined(separator: "\n"))
  }

  @Test("what was hidden when it was recorded went out, as the host made it anew")
  func minimizedHidden() throws {
    let file = try Self.hiding("$.items[*].message", in: "hidden-toast.ndjson")
    let made = Scratch.path("hidden-minimized.ndjson.gz")
    let run = try Inspect.run(
      "share", file, "-o", made, "--until", "count(items[*]) > 1", "--force")
    #expect(run.status == .exited(0), "\(run.error)")
    #expect(
      run.output.contains("make a condition true, before secrets were replaced`"),
      "\(run.output)")
    #expect(!run.error.contains("not looked at"), "\(run.error)")
    let (recorded, shared) = (try Session(path: Inspect.toast), try Session(path: made))
    let messages = try (1...recorded.last).compactMap {
      try recorded.action($0).action["enqueueToast"]?["message"]
    }
    for n in shared.first + 1...shared.last {
      for item in try #require(try shared.state(n)["items"]?.array) {
        let message = try #require(item["message"])
        #expect(!messages.contains(message))
      }
    }
  }

  @Test("an attachment without any action said actions 1 to 0, and not why")
  func holdsAtStart() throws {
    let made = Scratch.path("at-start.ndjson.gz")
    let run = try Inspect.run("share", Inspect.toast, "-o", made, "--until", "items", "--force")
    #expect(run.status == .exited(0), "\(run.error)")
    #expect(run.output.contains("\n- actions: `none`\n"), "\(run.output)")
    #expect(
      run.output.contains("\n- minimized: `none, as a condition is true at the start`\n"),
      "\(run.output)")
    #expect(run.error.contains("holds at the start, so the attachment has no action"))
  }

  @Test("a folder that is not there was found only after the search")
  func noFolder() throws {
    let made = Scratch.path("no-such-folder") + "/a.ndjson.gz"
    // The search would end with another error.
    let run = try Inspect.run("share", Inspect.toast, "-o", made, "--minimize")
    #expect(run.status == .exited(2))
    #expect(run.error.contains("no-such-folder"), "\(run.error)")
    #expect(!run.error.contains("diverge"), "\(run.error)")
  }

  @Test("what cannot be minimized is not shared, nor with a policy of places that move")
  func notMinimized() throws {
    let policy = try Scratch.file("of-one-index", "redact $.items[0].message\n")
    let made = Scratch.path("not-minimized.ndjson.gz")
    for (options, words) in [
      (["--minimize"], "the replay does not diverge"),
      (["--until", "count(items[*]) > 99"], "no step matches count(items[*]) > 99"),
      (["--minimize", "--last", "2"], "--minimize and --until go without --last and --bytes"),
      (["--minimize", "--policy", policy], "another index than that of $.items[0].message"),
    ] {
      let run = try Inspect.run(["share", Inspect.toast, "-o", made] + options)
      #expect(run.status == .exited(2))
      #expect(run.error.contains(words), "\(run.error)")
      #expect(!FileManager.default.fileExists(atPath: made))
    }
  }

  @Test("a secret in the name of a session is in no name and no page of what is shared")
  func sharedName() throws {
    let file = try Self.copy("ann.smith@example.com.ndjson")
    let folder = URL(filePath: file).deletingLastPathComponent().path
    let tool = try BuiltBinary.inspect.path
    let run = try ProcessRun.run(
      URL(filePath: "/bin/sh"), ["-c", "cd '\(folder)' && exec '\(tool)' share '\(file)'"])
    #expect(run.status == .exited(0))
    let page = "\(folder)/session-shared.md"
    let made = [page, "\(folder)/session-shared.ndjson.gz"]
    defer { for path in made { try? FileManager.default.removeItem(atPath: path) } }
    #expect(made.allSatisfy(FileManager.default.fileExists))
    let text = try String(contentsOfFile: page, encoding: .utf8)
    #expect(!(text + run.output + run.error).contains("ann.smith"))
  }

  @Test("a page of a damaged session is written, and the answer is 2 with the damaged line")
  func damagedReport() throws {
    let file = try Self.copy("damaged-report.ndjson")
    var lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
    lines[4] = lines[4].dropLast(9)
    try (lines.joined(separator: "\n") + "\n").write(
      toFile: file, atomically: true, encoding: .utf8)
    let page = Scratch.path("damaged-report.html")
    let run = try Inspect.run("report", file, "-o", page)
    #expect(run.status == .exited(2))
    #expect(run.error.hasPrefix("inspect: damaged-report.ndjson:5:"))
    #expect(FileManager.default.fileExists(atPath: page))
    let salvaged = try Inspect.run("--salvage", "report", file, "-o", page, "--force")
    #expect(salvaged.status == .exited(0))
  }

  @Test("the page beside a salvaged session said that nothing was left out")
  func damagedShare() throws {
    let file = try Self.copy("damaged-share.ndjson")
    var lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
    lines[5] = lines[5].dropLast(9)
    try (lines.joined(separator: "\n") + "\n").write(
      toFile: file, atomically: true, encoding: .utf8)
    let run = try Inspect.run(
      "--salvage", "share", file, "-o", Scratch.path("damaged-shared.ndjson.gz"))
    #expect(run.status == .exited(0))
    #expect(
      run.output.hasSuffix("## Left out\n\nOf the recording 1 line could not be read.\n"),
      "\(run.output)")
  }

  @Test("on a branch it is said that the recording is written")
  func branch() throws {
    for (name, command) in [
      ("report", "report -o \(Scratch.path("branch.html"))"),
      ("export", "export --to csv -o \(Scratch.path("branch.csv"))"),
      ("share", "share -o \(Scratch.path("branch.ndjson.gz"))"),
    ] {
      let run = try Inspect.run("-e", "skip 3", "-e", command, Inspect.toast)
      #expect(
        run.error.contains("note: the recording was written, not branch-1; save writes the branch"),
        "\(name)")
    }
  }

  private static func session(_ redactions: String, _ text: String) -> String {
    """
    {"kind":"session","format":"hindsight-session","version":1,"id":"i","started":"2026-01-02T03:04:05Z","store":"s"\(redactions)}
    {"kind":"state","n":0,"state":{"note":""}}
    {"kind":"action","n":1,"t":1,"type":"write","action":{"note":"\(text)"}}
    {"kind":"state","n":1,"state":{"note":"\(text)"}}

    """
  }

  @Test("what one redaction kept at a place, a second one without that policy replaces")
  func keptBefore() throws {
    let token = "ghp_" + String(repeating: "aB3dE6gH9k", count: 4).prefix(36)
    let text = "mail ann.smith@acme.com, \(token), 4111111111111111"
    let file = try Scratch.file("kept.ndjson", Self.session("", text))
    let policy = try Scratch.file("keep-mail", "keep email\n")
    let once = Scratch.path("kept-once.ndjson")
    let first = try Inspect.run("redact", file, "-o", once, "--policy", policy)
    #expect(first.status == .exited(0))
    let kept = try String(contentsOfFile: once, encoding: .utf8)
    #expect(kept.contains("ann.smith@acme.com") && !kept.contains(token))
    let second = try Inspect.run("redact", once, "-o", "-")
    #expect(second.status == .exited(0) && !second.error.contains("looked at"))
    #expect(!second.output.contains("ann.smith@acme.com"))
    let end = Scratch.path("kept-end.ndjson.gz")
    #expect(try Inspect.run("share", once, "-o", end, "--last", "1").status == .exited(0))
    let rows = try Inspect.run("log", end, "--format", "ndjson").output
    #expect(rows.contains("write") && !rows.contains("ann.smith"))
  }

  @Test("a pattern that selects nothing is refused, with the nearest; of a policy it is noted")
  func nowhere() throws {
    let file = try Scratch.file("nowhere.ndjson", Self.session("", "Annabella"))
    let made = Scratch.path("nowhere-redacted.ndjson")
    let refused = try Inspect.run("redact", file, "-o", made, "--path", "$.nota")
    #expect(refused.status == .exited(2))
    #expect(refused.error.contains("no state of the session has it; did you mean $.note?"))
    #expect(!FileManager.default.fileExists(atPath: made))
    let policy = try Scratch.file("misspelt", "redact $.nota\nkeep $..text\nredact $.note\n")
    let noted = try Inspect.run("redact", file, "-o", made, "--policy", policy)
    #expect(noted.status == .exited(0))
    #expect(
      noted.error == """
        inspect: note: $.nota of the policy selects nothing in this session
        inspect: note: $..text of the policy selects nothing in this session

        """)
  }

  @Test("what a plain word at a named place also stands at is said")
  func wordElsewhere() throws {
    let text = Self.session("", "Annabella").replacing("write\"", with: "hello.Annabella\"")
    let file = try Scratch.file("word.ndjson", text)
    let policy = try Scratch.file("name", "redact $.note\n")
    let run = try Inspect.run(
      "redact", file, "-o", Scratch.path("word-redacted.ndjson"), "--policy", policy)
    #expect(
      run.output.hasSuffix(
        """
        limited  1 secret is a plain word, or shorter than six bytes. It was replaced only where a name \
        or a place shows it; the same word stands at 1 other place, as in type $.

        """), "\(run.output)")
  }

  /// A session with a line that was cut inside.
  private static func damaged() throws -> String {
    let file = try Self.copy("damaged-share.ndjson")
    var lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
    lines[4] = lines[4].dropLast(9)
    try (lines.joined(separator: "\n") + "\n").write(
      toFile: file, atomically: true, encoding: .utf8)
    return file
  }

  @Test("--salvage finds and replaces in what can be read of a damaged session")
  func salvaged() throws {
    let file = try Self.damaged()
    let made = [Scratch.path("salvaged.ndjson"), Scratch.path("salvaged.ndjson.gz")]
    #expect(try Inspect.run("--salvage", "scan", file).status == .exited(0))
    #expect(try Inspect.run("--salvage", "redact", file, "-o", made[0]).status == .exited(0))
    #expect(try Inspect.run("--salvage", "share", file, "-o", made[1]).status == .exited(0))
    for path in made { #expect(try Inspect.run("check", path).status == .exited(0)) }
  }

  @Test("--force replaces what is there, but never the session itself")
  func force() throws {
    let file = try Self.copy("forced.ndjson")
    let packed = Scratch.path("forced-shared.ndjson.gz")
    for arguments in [
      ["redact", file, "-o", Scratch.path("forced-redacted.ndjson")],
      ["share", file, "-o", packed],
    ] {
      #expect(try Inspect.run(arguments).status == .exited(0))
      #expect(try Inspect.run(arguments).status == .exited(2))
      #expect(try Inspect.run(arguments + ["--force"]).status == .exited(0))
    }
    let own = try Inspect.run("redact", file, "-o", file, "--force")
    #expect(own.status == .exited(2))
    #expect(try Inspect.run("share", packed, "-o", packed, "--force").status == .exited(2))
  }

  @Test("a device is written as it is")
  func device() throws {
    for command in ["redact", "compact"] {
      #expect(try Inspect.run(command, Inspect.toast, "-o", "/dev/null").status == .exited(0))
    }
  }

  @Test("the summary says what was changed after the recording, and its commands run")
  func derived() throws {
    let saved = Scratch.path("derived.ndjson")
    _ = try Inspect.run("-e", "skip 3", "-e", "save \(saved)", Inspect.toast)
    let run = try Inspect.run("share", saved, "-o", Scratch.path("-derived\u{2028}.ndjson.gz"))
    #expect(run.output.contains("- not as recorded: `skipped 3 "), "\(run.output)")
    #expect(run.output.contains(#"# `-derived\u{2028}.ndjson.gz`"#), "\(run.output)")
    #expect(run.output.contains("\ninspect './-derived"), "\(run.output)")
  }

  @Test("a signal that ends it leaves no half file")
  func signal() throws {
    let folder = Scratch.path("signalled")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var builder = ""
    for n in 1...20_000 {
      builder +=
        #"{"kind":"action","n":\#(n),"t":\#(n),"type":"a","action":{"v":"text \#(n)"}}"# + "\n"
      builder += #"{"kind":"state","n":\#(n),"patch":[]}"# + "\n"
    }
    let header =
      Self.session("", "").split(separator: "\n").prefix(2).joined(separator: "\n") + "\n"
    let file = try Scratch.file("signalled.ndjson", header + builder)
    let tool = try BuiltBinary.inspect.path
    let run = try ProcessRun.run(
      URL(filePath: "/bin/sh"),
      [
        "-c",
        """
        cd '\(folder)' && '\(tool)' redact '\(file)' -o out.ndjson & id=$!
        i=0; while [ $i -lt 1200 ] && kill -0 $id; do
          i=$((i + 1)); sleep 0.05; ls '\(folder)' | grep -q partial && break
        done
        ls '\(folder)'; kill -TERM $id; wait $id; echo rest; ls '\(folder)'
        """,
      ])
    #expect(run.output.contains(".partial\nrest\n"), "\(run.output)")
    #expect(run.output.hasSuffix("rest\n"), "\(run.output)")
  }

  @Test("that what the recorder hid is not looked at is said")
  func recorded() throws {
    let file = try Scratch.file(
      "hidden.ndjson", Self.session(#","redactions":["$.note"]"#, "x@acme.com"))
    let run = try Inspect.run("redact", file, "-o", Scratch.path("hidden-redacted.ndjson"))
    #expect(
      run.error
        == "inspect: note: what was hidden when it was recorded was not looked at (1 pattern)\n")
  }
}
