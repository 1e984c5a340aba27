import Foundation
import SessionFormat
import TestSupport
import Testing

@Suite("inspect minimize, and bisect between two hosts")
struct MinimizeTests {
  private static let two = "count($.state.items[*]) > 1"

  @Test(
    "the fewest actions for a condition: told, written, sound, reproducing, and true at the end")
  func condition() throws {
    let file = Scratch.path("short.ndjson")
    let run = try Inspect.run("minimize", Inspect.toast, Self.two, "-o", file)
    #expect(
      run.output == """
        2 of 4 actions: true after the last: count($.state.items[*]) > 1
          1  enqueueToast  {"enqueueToast":{"message":""}}  smaller
          2  enqueueToast  {"enqueueToast":{"message":""}}  was 3  smaller
        tried     40 sessions, 31 actions reduced
        written   short.ndjson

        """)
    #expect(run.error == "")
    #expect(run.status == .exited(0))
    #expect(try Inspect.run("check", file).status == .exited(0))
    #expect(
      try Inspect.run("verify", file).output
        == "reproduces  short.ndjson  2 of 2 actions equal\n")
    #expect(try Inspect.run("first", file, Self.two).output.contains("enqueueToast"))
    let again = try Inspect.run("minimize", Inspect.toast, Self.two, "-o", file)
    #expect(
      again.error
        == "inspect: short.ndjson: cannot be written: File exists; --force replaces it\n")
    #expect(again.status == .exited(2))
    let forced = try Inspect.run("minimize", "--force", "-o", file, Inspect.toast, Self.two)
    #expect(forced.status == .exited(0))
  }

  @Test("at the prompt options stand before the condition, which is taken as it stands")
  func prompt() throws {
    let file = Scratch.path("short-prompt.ndjson")
    let words = [
      "minimize", "-o \(file)", "--budget 50 --pairs", "$.state.items[?@.type == \"error\"]",
    ]
    let run = try Inspect.run("-e", words.joined(separator: " "), Inspect.toast)
    #expect(run.error == "")
    #expect(run.output.hasPrefix("1 of 4 actions: true after the last: \(words[3])\n"))
    #expect(run.output.hasSuffix("written   short-prompt.ndjson\n"))
    #expect(run.status == .exited(0))
  }

  @Test("the session itself goes to standard output where that is asked")
  func standardOutput() throws {
    let run = try Inspect.run("minimize", Inspect.toast, Self.two, "-o", "-", "--budget", "5")
    #expect(run.error.hasPrefix("4 of 4 actions") || run.error.contains("stopped   after as many"))
    let file = try Scratch.file("short-output.ndjson", run.output)
    #expect(try Inspect.run("check", file).status == .exited(0))
  }

  @Test("the same crash, by fewer actions")
  func crash() throws {
    let file = Scratch.path("short-crash.ndjson")
    let run = try Inspect.run("minimize", "--crashes", Inspect.crash, "-o", file)
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(lines[0].hasPrefix("3 of 8 actions: the host dies in the last, add: signal "))
    #expect(lines[1...3].map { $0.contains("  add  ") } == [true, true, true])
    #expect(run.status == .exited(0))
    let verdict = try Inspect.run("verify", file)
    #expect(
      verdict.output.hasPrefix("reproduces  short-crash.ndjson  2 of 3 actions equal, and the "))
    let none = try Inspect.run("minimize", "--crashes", Inspect.toast)
    #expect(none.output == "the host does not crash\n")
    #expect(none.status == .exited(1))
  }

  @Test("the same divergence, in the last part of the recording")
  func divergence() throws {
    let zone = Inspect.session("irreproducible/gourmet-zone")
    let zoned = ["TZ": "Asia/Tokyo"]
    for (session, environment) in [(Inspect.clock, [:]), (zone, zoned)] {
      let file = Scratch.path("short-divergence.ndjson")
      let run = try Inspect.run(
        ["minimize", "--diverges", session, "-o", file], environment: environment)
      #expect(run.status == .exited(0), "\(run.error)")
      #expect(run.output.hasPrefix("1 of "))
      #expect(try Inspect.run("check", file).status == .exited(0))
      func first(_ path: String) throws -> [String] {
        let run = try Inspect.run(["verify", path], environment: environment)
        #expect(run.status == .exited(1))
        return run.output.split(separator: "\n").map(String.init).filter {
          $0.hasPrefix("  first at") || $0.hasPrefix("  path")
        }
      }
      #expect(try first(file) == first(session))
    }
    let none = try Inspect.run("minimize", "--diverges", Inspect.toast)
    #expect(none.output == "the replay does not diverge\n")
    #expect(none.status == .exited(1))
  }

  static let refusals: [(words: [String], message: String)] = [
    ([Inspect.toast], "it takes one of COND, --crashes and --diverges"),
    ([Inspect.toast, "$.state", "--crashes"], "it takes one of COND, --crashes and --diverges"),
    ([Inspect.toast, "--crashes", "--diverges"], "it takes one of COND, --crashes and --diverges"),
    ([Inspect.toast, "--crashes", "--budget", "0"], "--budget is a number of 1 or more, not 0"),
    ([Inspect.toast, "--crashes", "--seconds", "x"], "--seconds is a number of 1 or more, not x"),
    (
      [Inspect.toast, "--crashes", "--test", "T.swift"],
      "--test needs -o FILE, which the test replays"
    ),
  ]

  @Test("what it cannot do it refuses, and ends with 2", arguments: refusals.indices)
  func refused(place: Int) throws {
    let run = try Inspect.run(["minimize"] + Self.refusals[place].words)
    #expect(run.error.hasPrefix("inspect: minimize: \(Self.refusals[place].message); usage: "))
    #expect(run.output == "")
    #expect(run.status == .exited(2))
  }

  @Test("trouble is 2: a host that is not there, no condition, no session")
  func trouble() throws {
    for words in [
      [Inspect.toast, "$.state", "--host", "/nowhere/host"], [Inspect.toast, "$.state["],
      [Scratch.path("nowhere.ndjson"), "$.state"],
      [Inspect.toast, "$.state.items[1]", "-o", Inspect.toast],
    ] {
      let run = try Inspect.run(["minimize"] + words)
      #expect(run.status == .exited(2), "\(words)")
      #expect(run.output == "")
      #expect(run.error.hasPrefix("inspect: "))
    }
    let never = try Inspect.run("minimize", Inspect.toast, "$.state.nothing")
    #expect(never.output == "no step matches $.state.nothing\n")
    #expect(never.status == .exited(1))
  }

  @Test("of a damaged session --crashes said that the host does not crash, and not the damage")
  func damaged() throws {
    var lines = try String(contentsOfFile: Inspect.toast, encoding: .utf8).split(separator: "\n")
    lines[8] = "noise"
    let file = try Scratch.file("minimize-damaged.ndjson", lines.joined(separator: "\n") + "\n")
    for words in [
      ["verify", file], ["minimize", file, "--crashes"], ["minimize", file, "--diverges"],
      ["minimize", file, "$.state.nothing"],
    ] {
      let run = try Inspect.run(words)
      #expect(
        run.error
          == "inspect: minimize-damaged.ndjson:9:2: no JSON value begins here (byte 1092); --salvage "
          + "reads the rest, and inspect repair makes a sound copy\n")
      #expect(run.output == "")
      #expect(run.status == .exited(2))
    }
  }

  @Test("where the result cannot be written, that is told before anything is looked for")
  func targets() throws {
    let taken = try Scratch.file("taken.ndjson", "mine")
    let free = Scratch.path("free.ndjson")
    func error(_ words: String...) throws -> String {
      // There is no such host, which would be found out next.
      let run = try Inspect.run(
        ["minimize", Inspect.toast, "$.state.items[1]", "--host", "/nowhere/host"] + words)
      #expect(run.status == .exited(2))
      #expect(!FileManager.default.fileExists(atPath: free))
      return run.error
    }
    let refusal = "inspect: taken.ndjson: cannot be written: File exists; --force replaces it\n"
    #expect(try error("-o", taken) == refusal)
    #expect(try error("-o", free, "--test", taken) == refusal)
    #expect(
      try error("-o", free, "--test", "/nowhere/at/all.swift")
        == "inspect: /nowhere/at/all.swift: cannot be written: No such file or directory\n")
    #expect(
      try error("-o", free, "--test", free).hasPrefix(
        "inspect: minimize: -o and --test are the same file; usage: "))
    #expect(try DamagedSession.text(taken) == "mine")
  }

  /// A session of so many entries of 1 each.
  private static func ledger(_ name: String, _ count: Int) throws -> String {
    var text =
      #"{"kind":"session","format":"hindsight-session","version":1,"id":"s","#
      + #""started":"2026-01-02T03:04:05Z","store":"ledger"}"# + "\n"
      + #"{"kind":"state","n":0,"state":{"total":0,"entries":0}}"# + "\n"
    for n in 1...count {
      text +=
        #"{"kind":"action","n":\#(n),"t":\#(n),"type":"Entry","action":{"amount":1}}"# + "\n"
        + #"{"kind":"state","n":\#(n),"state":{"total":\#(n),"entries":\#(n)}}"# + "\n"
    }
    return try Scratch.file(name, text)
  }

  private static func rogue(_ way: String, _ n: Int) throws -> String {
    "'\(try BuiltBinary.rogueHost.path)' \(way) \(n)"
  }

  @Test("Ctrl-C ends the search with the shortest so far, which is written")
  func interrupted() throws {
    let session = try Self.ledger("long-ledger.ndjson", 6000)
    let file = Scratch.path("interrupted.ndjson")
    let environment = ProcessRun.plainEnvironment.merging(["NO_COLOR": "1"]) { $1 }
    let terminal = try PseudoTerminal(
      try BuiltBinary.inspect,
      [
        "minimize", session, "$.state.total >= 5990 || $.state.entries == 5999", "-o", file,
        "--host",
        try Self.rogue("never", 0),
      ], environment: environment, columns: 120)
    _ = try terminal.readUntil(" tests, ")
    try terminal.send("\u{3}")
    _ = try terminal.readUntil("stopped   by Ctrl-C: there may be a shorter one")
    #expect(try terminal.waitForExit().status == .signaled(2))
    #expect(try Inspect.run("check", file).status == .exited(0))
  }

  @Test("a script went on behind a command that Ctrl-C had ended, and ended with 0")
  func interruptedScript() throws {
    let session = try Self.ledger("long-script.ndjson", 6000)
    let environment = ProcessRun.plainEnvironment.merging(["NO_COLOR": "1"]) { $1 }
    let terminal = try PseudoTerminal(
      try BuiltBinary.inspect,
      [
        "--host", try Self.rogue("never", 0), "-e",
        "minimize $.state.total >= 5990 || $.state.entries == 5999", "-e", "goto 5", session,
      ], environment: environment, columns: 120)
    _ = try terminal.readUntil(" tests, ")
    try terminal.send("\u{3}")
    _ = try terminal.readUntil("stopped   by Ctrl-C: there may be a shorter one")
    let end = try terminal.waitForExit()
    #expect(end.status == .signaled(2))
    #expect(!end.rest.contains("5/6000"))
  }

  @Test("two hosts part at an action, or agree")
  func hosts() throws {
    let session = try Self.ledger("parting-ledger.ndjson", 20)
    let part = try Inspect.run(
      "bisect", "--good", try Self.rogue("never", 0), "--bad", try Self.rogue("trap", 7), session,
      environment: ["SWIFT_BACKTRACE": "enable=no"])
    let lines = part.output.split(separator: "\n").map(String.init)
    #expect(lines.count == 4)
    #expect(lines[0] == "diverge  action 7 Entry  6 actions the same")
    #expect(lines[1] == "  good      goes on")
    #expect(lines[2].hasPrefix("  bad       the host "))
    #expect(lines[2].hasSuffix("Fatal error: the ledger does not balance"))
    #expect(lines[3] == "  recorded  goes on")
    #expect(part.status == .exited(0))
    let same = try Inspect.run(
      "bisect", session, "--good", try Self.rogue("never", 0), "--bad", try Self.rogue("never", 1))
    #expect(same.output == "agree   20 actions the same\n")
    #expect(same.status == .exited(1))
  }

  @Test("bisect takes a condition or two hosts, and says so")
  func bisectUsage() throws {
    for (words, message) in [
      ([Inspect.toast], "it takes COND, or --good and --bad"),
      ([Inspect.toast, "--good", "a"], "--good and --bad go together"),
      ([Inspect.toast, "--bad", "a"], "--good and --bad go together"),
      (
        [Inspect.toast, "$.n", "--good", "a", "--bad", "b"], "it takes COND or two hosts, not both"
      ),
      (
        [Inspect.toast, "--good", "'a", "--bad", "b"],
        "--good is empty, or a quote in it is not closed"
      ),
    ] {
      let run = try Inspect.run(["bisect"] + words)
      #expect(
        run.error
          == "inspect: bisect: \(message); usage: inspect bisect SESSION [COND] [--good CMD] "
          + "[--bad CMD]\n")
      #expect(run.status == .exited(2))
    }
    let missing = try Inspect.run(
      "bisect", "--good", "/nowhere/a", "--bad", "/nowhere/b", Inspect.toast)
    #expect(missing.status == .exited(2))
  }
}
