import Commands
import Foundation
import Inspector
import SessionFormat
import TestSupport
import Testing

#if os(Linux)
  @Suite("The witness of what a step asks, in hosts of many kinds")
  struct WitnessTests {
    private static let date = Result {
      let folder = try SessionFolder()
      let path = folder.file("date.ndjson")
      _ = try ProcessRun.run(try BuiltBinary.zoo, ["record", "date", path])
      return (folder, path)
    }

    @Test("the line that asks is named, with the call that stands there")
    func line() throws {
      let answer = try WitnessedAnswer(
        try Self.date.get().1, host: "\(try BuiltBinary.zoo.path) host date")
      #expect((answer.cause, answer.confidence) == ("clock", "certain"))
      let asked = try #require(answer.asked.first)
      #expect(asked["what"] == "clock")
      #expect(asked["code"] == "Date()")
      let file = try #require(asked["file"]?.string)
      let line = try #require(asked["line"]?.int)
      let lines = try String(contentsOfFile: file, encoding: .utf8).components(separatedBy: "\n")
      #expect(lines[line - 1].contains("Date()"))
      #expect(answer.untested == [])
    }

    @Test("a variable that is read, and that no step writes, is named with the line")
    func variable() throws {
      let folder = try SessionFolder()
      let path = folder.file("token.ndjson")
      let zoo = try BuiltBinary.zoo
      _ = try ProcessRun.run(zoo, ["record", "token-from-before", path])
      let answer = try WitnessedAnswer(path, host: "\(zoo.path) host token-from-before")
      #expect((answer.cause, answer.confidence) == ("hidden-state", "likely"))
      let asked = try #require(answer.asked.first)
      #expect(asked["what"] == "variable Zoo.Tally.shared")
      let file = try #require(asked["file"]?.string)
      let line = try #require(asked["line"]?.int)
      let lines = try String(contentsOfFile: file, encoding: .utf8).components(separatedBy: "\n")
      #expect(lines[line - 1].contains("pen.count = amount + Tally.shared.total"))
    }

    @Test("the earlier step that left what is carried is named, not a later one that asks, too")
    func origin() throws {
      let folder = try SessionFolder()
      let path = folder.file("time.ndjson")
      let zoo = try BuiltBinary.zoo
      _ = try ProcessRun.run(zoo, ["record", "time-from-before", path])
      let answer = try WitnessedAnswer(path, host: "\(zoo.path) host time-from-before")
      #expect((answer.cause, answer.confidence) == ("clock", "certain"))
      #expect(answer.asked.allSatisfy { $0["what"] == "clock" && $0["line"] != nil })
      let kept = try #require(answer.causes.first { $0["cause"] == "hidden-state" })
      #expect(kept["origin"] == 1)
      let evidence = try #require(kept["evidence"]?.array?.last?.string)
      #expect(evidence.hasSuffix("there alone the step gives another result"))
      let asked = kept["asked"]?.array ?? []
      #expect(asked.contains { $0["what"] == "variable Zoo.Opening.hours" })
      #expect(asked.contains { $0["what"] == "clock" && $0["line"] != nil })
    }

    @Test("a coding that rounds is named by a value near the recorded one, with its place")
    func rounded() throws {
      let folder = try SessionFolder()
      let path = folder.file("rounded.ndjson")
      let zoo = try BuiltBinary.zoo
      _ = try ProcessRun.run(zoo, ["record", "rounded-state", path])
      let answer = try WitnessedAnswer(path, host: "\(zoo.path) host rounded-state")
      #expect((answer.cause, answer.confidence) == ("lossy-coding", "likely"))
      #expect(
        answer.first["evidence"]?.array?.first?.string
          == "state 2 with 3.125 at /weight, decoded and encoded again, has 3.0 there: its coding does "
          + "not keep every value")
    }

    @Test(
      "an answer that leads to what was recorded is likely, as something else may have stood in its place",
      arguments: [
        (
          "host-name", "at \(ProcessInfo.processInfo.hostName)", "at oven-7", "the host name oven-7"
        ),
        (
          "processors", "\(ProcessInfo.processInfo.activeProcessorCount) cores", "77 cores",
          "77 processors"
        ),
      ])
    func answered(name: String, own: String, recorded: String, condition: String) throws {
      let folder = try SessionFolder()
      let path = folder.file("\(name).ndjson")
      let zoo = try BuiltBinary.zoo
      _ = try ProcessRun.run(zoo, ["record", name, path])
      let text = try String(contentsOfFile: path, encoding: .utf8)
      let edited = text.replacing("\"\(own)\"", with: "\"\(recorded)\"")
        .replacing(/,"crc":"[^"]*"/, with: "")
      try edited.write(toFile: path, atomically: true, encoding: .utf8)
      let answer = try WitnessedAnswer(path, host: "\(zoo.path) host \(name)")
      #expect((answer.cause, answer.confidence) == ("unrecorded-input", "likely"))
      #expect(
        answer.first["evidence"]?.array?.map(\.string) == [
          "with \(condition) it gives the recorded result, in 10 of 10 runs, and in none of 10 without"
        ])
      #expect(!answer.asked.isEmpty)
    }

    @Test("steps are listed with what they ask, and those that ask for nothing")
    func steps() throws {
      let run = try Inspect.run(
        "--format", "json", "--host", "\(try BuiltBinary.zoo.path) host date", "witness",
        try Self.date.get().1)
      #expect(run.status == .exited(1))
      let report = try JSONValue(parsing: run.output)
      let steps = try #require(report["steps"]?.array)
      #expect(steps.map { $0["n"]?.int } == steps.indices.map { $0 + 1 })
      for step in steps {
        let asked = step["asked"]?.array ?? []
        #expect(step["all"] == true)
        #expect(asked.allSatisfy { $0["what"] == "clock" && $0["code"] == "Date()" })
      }
      #expect(steps.contains { $0["asked"]?.array?.isEmpty == true })
      #expect(steps.contains { $0["asked"]?.array?.isEmpty == false })
      #expect(report["untested"] == [])
    }

    @Test("a file whose name has the bytes that part the fields of the list was left out of it")
    func separators() throws {
      let zoo = try BuiltBinary.zoo
      let folder = try SessionFolder()
      _ = try ProcessRun.run(zoo, ["record", "file", folder.file("file.ndjson")])
      for name in [
        "/none/a\u{1F}b", "/none/\u{1E}\u{1F}1\u{1F}x\n9\u{1F}1\u{1F}getenv\u{1F}a\u{1F}",
      ] {
        let run = try Inspect.run(
          "--format", "json", "--host", "\(zoo.path) host file", "witness",
          folder.file("file.ndjson"), environment: ["ZOO_FILE": name])
        let steps = try JSONValue(parsing: run.output)["steps"]?.array ?? []
        let asked = steps.flatMap { $0["asked"]?.array.map(Array.init) ?? [] }
        let opened = asked.compactMap { $0["what"]?.string }.filter { $0.hasPrefix("open /none") }
        let shown = name.unicodeScalars.map { $0.value < 32 ? "?" : String($0) }.joined()
        #expect(!opened.isEmpty && opened.allSatisfy { $0 == "open \(shown)" }, "\(run.output)")
      }
    }

    @Test(
      "what came is listed with the question",
      arguments: [
        ("host-name", "gethostname", [ProcessInfo.processInfo.hostName]),
        ("file", "open /etc/hostname", ["is there"]),
        ("character-set", "language", ["C", "ANSI_X3.4-1968"]),
        ("wide-letters", "language", ["C"]),
      ])
    func came(name: String, what: String, came: [String]) throws {
      let folder = try SessionFolder()
      let path = folder.file("\(name).ndjson")
      let zoo = try BuiltBinary.zoo
      _ = try ProcessRun.run(zoo, ["record", name, path])
      let run = try Inspect.run(
        "--format", "json", "--host", "\(zoo.path) host \(name)", "witness", path,
        environment: ["LC_ALL": "C"])
      let steps = try JSONValue(parsing: run.output)["steps"]?.array ?? []
      let asked = steps.flatMap { $0["asked"]?.array.map(Array.init) ?? [] }
      let answers = asked.filter { $0["what"]?.string == what }.compactMap { $0["came"]?.string }
      #expect(Set(answers) == Set(came), "\(run.output)")
    }

    @Test("what cannot be seen of a host is said, and is no clean bill")
    func unseen() throws {
      let zoo = try BuiltBinary.zoo.path
      let run = try Inspect.run(
        "--host", "env -u LD_PRELOAD \(zoo) host date", "witness", try Self.date.get().1)
      #expect(run.status == .exited(2))
      #expect(run.output.hasPrefix("no step could be reduced\nnot seen: what the step asks for"))
    }

    @Test("a step that ended the host was passed over, and all was called clean")
    func crash() throws {
      let run = try Inspect.run("witness", "sessions/counter-crash.ndjson")
      #expect(run.status == .exited(2))
      #expect(
        run.output.hasSuffix(
          "7  add    asks for nothing\nnot seen: what is asked at step 8, which was not reduced to its end\n"
        ))
    }

    @Test("without lines in the program the cause is the same, and no line is named")
    func stripped() throws {
      let (folder, path) = try Self.date.get()
      let copy = folder.file("stripped-zoo")
      _ = try ProcessRun.run(
        URL(fileURLWithPath: "/usr/bin/env"),
        ["strip", "-o", copy, try BuiltBinary.zoo.path])
      let answer = try WitnessedAnswer(path, host: "\(copy) host date")
      #expect((answer.cause, answer.confidence) == ("clock", "certain"))
      #expect(answer.asked.first?["what"] == "clock")
      #expect(answer.asked.allSatisfy { $0["line"] == nil })
    }

    @Test("a verify that reproduces never loads it, and one that does not reproduce does")
    func loaded() throws {
      let (folder, path) = try Self.date.get()
      let zoo = try BuiltBinary.zoo.path
      let (script, list) = (folder.file("loads.sh"), folder.file("loads"))
      try "echo \"${LD_PRELOAD-none}\" >> \(list)\nexec \"$@\"\n".write(
        toFile: script, atomically: true, encoding: .utf8)
      func loads(_ host: String, _ session: String) throws -> Set<Substring> {
        try? FileManager.default.removeItem(atPath: list)
        _ = try Inspect.run("--host", "sh \(script) \(host)", "verify", "--twice", session)
        return Set(try String(contentsOfFile: list, encoding: .utf8).split(separator: "\n"))
      }
      let sound = "\(try BuiltBinary.inspect.path) host toast"
      #expect(try loads(sound, "sessions/toast-queue.ndjson") == ["none"])
      #expect(try loads("\(zoo) host date", path).contains { $0.hasSuffix("libWitness.so") })
    }

    @Test("a host that does not load it has the same verdict, and what is untested is said")
    func notLoaded() throws {
      let (_, path) = try Self.date.get()
      let zoo = try BuiltBinary.zoo.path
      let with = try WitnessedAnswer(path, host: "\(zoo) host date")
      let without = try WitnessedAnswer(path, host: "env -u LD_PRELOAD \(zoo) host date")
      #expect(without.n == with.n)
      #expect(without.cause == "clock")
      #expect(without.asked == [])
      #expect(
        without.untested == [
          "what the step asks for, clocks and random numbers: the witness is not there, or the host "
            + "does not load it (linked statically, a cleared environment, AddressSanitizer)"
        ])
    }

    @Test(
      "a host that handed its work on to a program without the library was said to ask for nothing",
      arguments: ["cat | env -u LD_PRELOAD", "cat | env -i"])
    func handedOn(loader: String) throws {
      let (folder, path) = try Self.date.get()
      let script = folder.file("\(UUID().uuidString).sh")
      let zoo = try BuiltBinary.zoo.path
      try "\(loader) \(zoo) host date\n".write(toFile: script, atomically: true, encoding: .utf8)
      let answer = try WitnessedAnswer(path, host: "sh \(script)")
      #expect(answer.cause == "clock")
      #expect(answer.confidence != "certain")
      #expect(answer.asked == [])
      #expect(answer.untested.count == 1)
    }

    @Test(
      "threads, silence, an end, and a library that is not loaded change no verdict",
      arguments: ["--drift --threads", "--hang", "--die"])
    func manners(of host: String) throws {
      let script = Inspect.root.appendingPathComponent(
        "Tests/InspectTests/Scripts/counter_host.py")
      let session = try SessionFolder()
      let path = session.file("counter.ndjson")
      _ = try Inspect.run("record", "counter", "-o", path)
      let verdicts = try ["", "env -u LD_PRELOAD "].map { loader in
        let run = try Inspect.run(
          // Only what never answers need not be waited for on a busy machine.
          "--format", "json", "--patience", host == "--hang" ? "3" : "60", "--host",
          "\(loader)python3 \(script.path) \(host)", "verify", path)
        let verdict = try #require(
          try JSONValue(parsing: run.output)["sessions"]?.array?.first, "\(run.output)")
        let divergence = verdict["divergence"] ?? verdict["crash"]
        return [
          verdict["result"], divergence?["n"], divergence?["type"],
          verdict["reason"].map { .string("\($0)".replacing(loader, with: "")) },
        ]
      }
      #expect(verdicts[0] == verdicts[1])
      #expect(verdicts[0][0] == (host == "--hang" ? "trouble" : "diverges"))
    }
  }
#endif
