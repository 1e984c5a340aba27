import Commands
import Foundation
import Inspector
import TestSupport
import Testing

@Suite("A session on standard input, gzipped or not")
struct StandardInputTests {
  private struct Run {
    let status: TestSupport.ExitStatus
    let output: String
    let error: String
  }

  /// Runs the tool with bytes as its input, through a pipe.
  private func run(_ arguments: [String], _ input: [UInt8]) throws -> Run {
    let run = try ProcessRun.run(try BuiltBinary.inspect, arguments, input: input)
    return Run(status: run.status, output: run.output, error: Inspect.clean(run.error))
  }

  /// Runs a line of a shell in which `inspect` is the tool.
  private func shell(_ line: String) throws -> Run {
    let text = "inspect() { '\(try BuiltBinary.inspect.path)' \"$@\"; }; \(line)"
    let run = try ProcessRun.run(URL(filePath: "/bin/bash"), ["-c", text])
    return Run(status: run.status, output: run.output, error: Inspect.clean(run.error))
  }

  private func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path)))
  }

  /// The gzip of a session, as the tool writes it.
  private func gzipped(_ name: String) throws -> String {
    let path = Scratch.path(name)
    #expect(try Inspect.run("compact", Inspect.toast, "-o", path).status == .exited(0))
    return path
  }

  @Test("every verb reads it, from a pipe, from a file, and gzipped under any name")
  func verbs() throws {
    let path = try gzipped("verbs.ndjson.gz")
    let renamed = try Scratch.file("verbs.data", try bytes(path))
    for verb in [
      ["log"], ["show", "5"], ["print", "5", "/items"], ["find", "$.state.items[0]"],
      ["first", "$.state.items[1]"], ["bisect", "$.n > 4"], ["why", "/items"],
      ["history", "/items"], ["diff", "3", "7"], ["diff", Inspect.toast], ["check"], ["verify"],
      ["replay"], ["expand"], ["compact"],
    ] {
      func words(_ session: String) -> [String] { [verb[0], session] + verb.dropFirst() }
      let expected = try Inspect.run(words(Inspect.toast))
      let plain = expected.output.replacingOccurrences(of: "sessions/toast-queue.ndjson", with: "-")
      let piped = try run(words("-"), try bytes(Inspect.toast))
      let isReplay = verb[0] == "replay"
      #expect(isReplay || piped.output == plain, "\(verb)")
      #expect(piped.status == expected.status, "\(verb)")
      let inflated = try run(words("-"), try bytes(path))
      #expect(isReplay || inflated.output == plain, "\(verb)")
      #expect(inflated.status == expected.status, "\(verb)")
      let named = try Inspect.run(words(renamed))
      #expect(named.status == expected.status, "\(verb)")
      let quoted = verb.dropFirst().map { "'\($0)'" }.joined(separator: " ")
      let redirected = try shell("inspect \(verb[0]) - \(quoted) < '\(path)'")
      #expect(isReplay || redirected.output == plain, "\(verb)")
      #expect(redirected.status == expected.status, "\(verb)")
    }
  }

  @Test("commands come from -e or a file then; without them it is told")
  func commands() throws {
    let session = try bytes(Inspect.toast)
    #expect(try run(["-e", "print items", "-"], session).output == "[]\n")
    let script = try Scratch.file("commands.txt", "print items\nwhy items[0]\n")
    #expect(
      try run(["-x", script, "-"], session).output == "[]\n/items/0 is in no state up to 0\n")
    let bare = try run(["-"], session)
    #expect(
      bare.error == """
        inspect: the session comes on standard input, so the commands must come from -e or -x FILE; \
        usage: inspect [OPTIONS] SESSION, or inspect VERB ...; inspect --help lists all

        """)
    #expect(bare.status == .exited(2))
    let twice = try run(["-x", "-", "-"], session)
    #expect(
      twice.error == """
        inspect: standard input (-) can be read only once; \
        usage: inspect [OPTIONS] SESSION, or inspect VERB ...; inspect --help lists all

        """)
  }

  @Test("twice - is refused before anything is read")
  func twice() throws {
    for (arguments, usage) in [
      (["diff", "-", "-"], "inspect diff SESSION A|SESSION2 [B] [--as paths|tree|patch]"),
      (["verify", "-", Inspect.toast, "-"], try CommandTable.usage(ofVerb: "verify")),
    ] {
      let result = try run(arguments, [])
      #expect(
        result.error
          == "inspect: \(arguments[0]): standard input (-) can be read only once; usage: \(usage)\n"
      )
      #expect(result.status == .exited(2))
    }
  }

  @Test("an empty, a closed and a foreign input are told, exit 2")
  func nothing() throws {
    let empty = try run(["log", "-"], [])
    #expect(
      empty.error
        == "inspect: -:1:1: the file is empty: a session begins with a line of kind \"session\" (byte 0)\n"
    )
    #expect(empty.status == .exited(2))
    let closed = try shell("inspect log - <&-")
    #expect(closed.error == "inspect: -: cannot be read: Bad file descriptor\n")
    #expect(closed.status == .exited(2))
    let folder = try shell("inspect log - < /")
    #expect(folder.error == "inspect: -: cannot be read: Is a directory\n")
    #expect(folder.status == .exited(2))
  }

  @Test("of a file that was read in part only the rest is taken")
  func rest() throws {
    let file = try Scratch.file("rest.txt", Array("one line\n".utf8) + bytes(Inspect.archive))
    let result = try shell("{ read line; inspect check -; } < '\(file)'")
    #expect(result.output == "-: sound  17 lines, 6 actions, closed\n")
  }

  @Test("a terminal is no session: what to do is told")
  func terminal() throws {
    let terminal = try PseudoTerminal(
      try BuiltBinary.inspect, ["--color", "never", "log", "-"],
      environment: ProcessRun.plainEnvironment, columns: 200, rows: 10)
    let end = try terminal.waitForExit()
    #expect(
      end.rest == "inspect: -: standard input is a terminal: send a session into it, as in "
        + "gunzip -c SESSION | inspect log -\r\n")
    #expect(end.status == .exited(2))
  }

  @Test("a gzip that was cut off is a cut-off session, said; check calls it damage")
  func cutOff() throws {
    let all = try bytes(try gzipped("whole.ndjson.gz"))
    let file = try Scratch.file("cut.ndjson.gz", Array(all.dropLast(8)))
    let log = try Inspect.run("log", file)
    #expect(
      log.error
        == "inspect: cut.ndjson.gz: note: the gzip was cut off: the end of the session is missing\n"
    )
    #expect(log.output == (try Inspect.run("log", Inspect.toast).output))
    #expect(log.status == .exited(0))
    let check = try Inspect.run("check", file)
    #expect(check.output.hasPrefix("cut.ndjson.gz:54:1: the gzip was cut off"))
    #expect(check.status == .exited(1))
  }

  @Test("a bomb is refused in bounded memory, and the option in the error allows more")
  func bomb() throws {
    let path = Scratch.path("bomb.gz")
    _ = try shell("head -c 300000000 /dev/zero | gzip -9 > '\(path)'")
    let limited = try shell("ulimit -v 4000000; inspect log '\(path)'")
    #expect(
      limited.error == "inspect: bomb.gz: inflates to more than 300 times its size, which may be a "
        + "trap; --inflate-ratio N allows more\n")
    #expect(limited.status == .exited(2))
    let small = try Inspect.run("--inflate-limit", "1K", "log", try gzipped("small.ndjson.gz"))
    #expect(
      small.error
        == "inspect: small.ndjson.gz: inflates to more than 1024 bytes, which may be a trap; "
        + "--inflate-limit SIZE allows more\n")
    let enough = try Inspect.run(
      "--inflate-limit", "1M", "check", Scratch.folder.appending(path: "small.ndjson.gz").path)
    #expect(enough.status == .exited(0))
    for (option, value, reason) in [
      ("--inflate-limit", "0", "a number of bytes of 1 or more, which may end in K, M or G, not 0"),
      (
        "--inflate-limit", "9999999999G",
        "a number of bytes of 1 or more, which may end in K, M or G, not 9999999999G"
      ),
      ("--inflate-ratio", "x", "a number of 1 or more, not x"),
    ] {
      let result = try Inspect.run(option, value, "log", Inspect.toast)
      #expect(
        result.error == "inspect: \(option) is \(reason); usage: inspect [OPTIONS] SESSION, or "
          + "inspect VERB ...; inspect --help lists all\n")
      #expect(result.status == .exited(2))
    }
  }
}
