import Foundation
import SessionFormat
import TestSupport
import Testing

@Suite("States that a host writes without being asked")
struct SurplusStateTests {
  /// The host of the counter sample, whose lines an expression of `sed` alters.
  ///
  /// - Returns: The host, and its words.
  static func host(_ name: String, _ expression: String) throws -> String {
    let text = #"s/,"took".*$/}/; s/,"crc":"[0-9a-f]*"}$/}/; "# + expression
    let script = "'\(try BuiltBinary.inspect.path)' host counter | sed -u -E '\(text)'\n"
    return "/bin/sh \(try Scratch.file("surplus-\(name).sh", script))"
  }

  static func session(_ name: String) throws -> String {
    let file = Scratch.path("surplus-\(name).ndjson")
    _ = try Inspect.run("record", "counter", "--scenario", "steps", "-o", file)
    return file
  }

  /// Once more, with the next number, and with the next number before any action.
  private static let manners =
    [
      ("again", #"/"state","n":3,/p"#, #"{"kind":"state","n":3,"state":{"value":6,"steps":3}}"#),
      (
        "next", #"/"state","n":3,/{p;s/"n":3/"n":4/}"#,
        #"{"kind":"state","n":4,"state":{"value":6,"steps":3}}"#
      ),
      (
        "first", #"/"state","n":0,/{p;s/"n":0/"n":1/}"#,
        #"{"kind":"state","n":1,"state":{"value":0,"steps":0}}"#
      ),
      (
        "ahead", #"/"state","n":3,/{h;s/"n":3/"n":77/;p;g}"#,
        #"{"kind":"state","n":77,"state":{"value":6,"steps":3}}"#
      ),
      (
        "last", #"/"state","n":6,/{h;s/"n":6/"n":7/;p;g}"#,
        #"{"kind":"state","n":7,"state":{"value":95,"steps":6}}"#
      ),
    ]
    + [
      #"{"kind":"error","n":3,"reason":"unknown-action","message":"m"}"#,
      #"{"kind":"input","n":3,"is":"date","value":3}"#,
      #"{"kind":"action","n":3,"t":0,"type":"add","action":{"add":{"_0":1}}}"#,
    ].enumerated().map { ("behind-\($0)", #"/"state","n":3,/a "# + $1, $1) }

  @Test(
    "one too many was trouble with a second replay, and one with the next number a divergence",
    arguments: manners)
  func verified(name: String, expression: String, line: String) throws {
    let file = try Self.session(name)
    let host = try Self.host(name, expression)
    let steps = "  by step   none of 6 steps differs from its own recorded state on\n"
    let twice = "  twice     two replays are equal in 6 steps\n"
    for (options, more) in [
      ([], ""), (["--twice"], twice), (["--steps"], steps),
      (["--steps", "--twice"], steps + twice),
    ] {
      let run = try Inspect.run(["verify", file, "--host", host] + options)
      #expect(
        run.output == """
          reproduces  surplus-\(name).ndjson  6 of 6 actions equal
            note      the host answered more than it was asked for: \(line)
          \(more)
          """)
      #expect(run.status == .exited(0))
    }
  }

  @Test("elsewhere it was trouble, where verify noted it", arguments: manners)
  func elsewhere(name: String, expression: String, line: String) throws {
    let file = try Self.session("else-\(name)")
    let host = try Self.host("else-\(name)", expression)
    let note = "the host answered more than it was asked for: \(line)"
    let written = Scratch.path("surplus-replay-\(name).ndjson")
    let replay = try Inspect.run("replay", file, "--host", host, "-o", written)
    #expect(
      replay.output == """
        replayed  6 actions of the store counter
        note      \(note)
        written   surplus-replay-\(name).ndjson

        """)
    #expect(try Inspect.run("diff", file, written).status == .exited(0))
    let bisect = try Inspect.run("bisect", file, "--good", host, "--bad", host)
    #expect(
      bisect.output == """
        agree   6 actions the same
          good      \(note)
          bad       \(note)

        """)
    #expect(bisect.status == .exited(1))
  }

  @Test(
    "minimize and accept ended with trouble, or tried nothing",
    arguments: manners.map { ($0.0, $0.1) } + [
      ("given", #"/"state","n":0,/{p;s/"n":0/"n":1/;s/"steps":0/"steps":55/}"#),
      ("early", #"/"state","n":0,/{s/"n":0/"n":1/;p;s/"n":1/"n":0/}"#),
      ("each", #"/"state","n":[0-9]/{p;s/"steps":[0-9]/"steps":55/}"#),
    ])
  func minimized(name: String, expression: String) throws {
    let file = try Self.session("minimize-\(name)")
    func told(_ host: String) throws -> [Substring] {
      let minimize = try Inspect.run("minimize", file, "$.state.steps > 3", "--host", host)
      #expect(minimize.status == .exited(0), "\(minimize.error)")
      let accept = try Inspect.run("verify", file, "--host", host, "--accept")
      #expect(accept.status == .exited(0), "\(accept.error)")
      return (minimize.output + accept.output).split(separator: "\n")
    }
    let sound = try told(try Self.host("minimize-sound", ""))
    let surplus = try told(try Self.host("minimize-\(name)", expression))
    func isNote(_ line: Substring) -> Bool { line.contains("the host answered more than it was") }
    // An answer that was none is asked for once more.
    func answers(_ lines: [Substring]) -> [Substring] {
      lines.filter { !isNote($0) && !$0.hasPrefix("tried ") }
    }
    #expect(answers(surplus) == answers(sound))
    #expect(surplus.filter(isNote).count == 2)
  }

  @Test(
    "a branch and reload took a state that was not asked for as the answer",
    arguments: [
      ("again", #"/"state","n":3,/p"#, 3),
      ("plus", #"/"state","n":1,/{p;s/"n":1/"n":2/;s/"steps":1/"steps":99/}"#, 2),
      ("reset", #"/"state","n":0,/{p;s/"n":0/"n":1/;s/"steps":0/"steps":55/}"#, 1),
    ])
  func branch(name: String, expression: String, n: Int) throws {
    let file = try Self.session("branch-\(name)")
    func told(_ host: String) throws -> String {
      try Inspect.run(
        file, "--host", host, "-e", "insert 1 add {\"add\":{\"_0\":1}}", "-e", "skip 5", "-e",
        "print", "-e", "compare", "-e", "reload"
      ).output
    }
    let sound = try told(try Self.host("branch-sound", ""))
    let host = try Self.host("branch-\(name)", expression)
    let surplus = try told(host)
    let note =
      "  note  the host answered more than it was asked for: {\"kind\":\"state\",\"n\":\(n),"
    #expect(surplus.contains(note), "\(surplus)")
    // From where the second change is reduced is no matter.
    func answers(_ text: String) -> [Substring] {
      text.split(separator: "\n").filter { line in
        !line.hasPrefix("  note  ") && !line.hasSuffix(" reduced again")
      }
    }
    #expect(answers(surplus) == answers(sound), "\(surplus)")
  }

  @Test("a state that came before it was asked for was taken for the answer, and a coding blamed")
  func given() throws {
    let file = try Self.session("given")
    let early = #"/"kind":"session"/a {"kind":"state","n":0,"state":{"value":9,"steps":9}}"#
    let host = try Self.host("given", early)
    for words in [["verify", file, "--host", host], ["replay", file, "--host", host]] {
      let run = try Inspect.run(words)
      #expect(
        (run.output + run.error).contains(
          "the host \(Inspect.clean(host)) wrote something that is not an answer: "
            + "state 0 was answered more than once: "
            + #"{"kind":"state","n":0,"state":{"value":0,"steps":0}}"#),
        "\(run.output)\(run.error)")
      #expect(run.status == .exited(2))
    }
    // Twice the same is a note.
    let twice = try Self.host("given-twice", #"/"state","n":0,/p"#)
    #expect(
      try Inspect.run("verify", file, "--host", twice).output == """
        reproduces  surplus-given.ndjson  6 of 6 actions equal
          note      the host answered more than it was asked for: \
        {"kind":"state","n":0,"state":{"value":0,"steps":0}}

        """)
  }

  @Test("a host that numbers its answers in another way is refused, and not waited for")
  func otherNumbers() throws {
    let file = try Self.session("numbers")
    for (words, place) in [
      (["verify", file], "surplus-numbers.ndjson: action 3: "), (["replay", file], "action 3: "),
    ] {
      let host = try Self.host("numbers", #"s/"state","n":3,/"state","n":8,/"#)
      let run = try Inspect.run(words + ["--host", host])
      #expect(
        run.error == """
          inspect: \(place)the host \(Inspect.clean(host)) wrote something that is not an \
          answer: another answer was expected: {"kind":"state","n":8,"state":{"value":6,"steps":3}}

          """)
      #expect(run.status == .exited(2))
    }
    let reset = try Self.host("numbers-reset", #"s/"state","n":0,/"state","n":5,/"#)
    #expect(
      try Inspect.run("verify", file, "--host", reset).error.hasSuffix(
        #"another answer was expected: {"kind":"state","n":5,"state":{"value":0,"steps":0}}"#
          + "\n"))
  }

  @Test("minimize refused a host that renames types, though a replay of its replay is the same")
  func otherTypeOnce() throws {
    let file = try Self.session("minimize-renamed")
    let host = try Self.host("minimize-renamed", #"s/"type":"add"/"type":"sum"/"#)
    let run = try Inspect.run("minimize", file, "$.state.steps > 3", "--host", host)
    #expect(
      run.output.hasPrefix(
        """
        4 of 4 actions: true after the last: $.state.steps > 3
          of the replay, as the recording does not reproduce
          1  sum  {"add":{"_0":0}}  smaller

        """), "\(run.output)")
    #expect(
      run.output.hasSuffix(
        """
        note      the host answered action 1 under another type than it was given: sum, given was add

        """), "\(run.output)")
    #expect(run.status == .exited(0))
  }

  @Test(
    "minimize took a host that answers another type each time for one that is not the same twice")
  func otherTypeEachTime() throws {
    let file = try Self.session("minimize-type")
    let host = try Self.appendingHost("minimize-type")
    let run = try Inspect.run("minimize", file, "$.state.steps > 3", "--host", host)
    #expect(
      run.error == """
        inspect: the host answers action 1 of its own replay under another type than it was given: \
        add++, given was add+, so no session of fewer actions would reproduce

        """)
    #expect(run.status == .exited(2))
  }

  /// The host of the counter sample, which answers each type that it is given with a plus behind it.
  private static func appendingHost(_ name: String) throws -> String {
    let script = """
      import sys, json, re, subprocess
      host = subprocess.Popen(
          ["\(try BuiltBinary.inspect.path)", "host", "counter"], stdin=subprocess.PIPE,
          stdout=subprocess.PIPE, text=True, bufsize=1)
      import threading
      given = {}
      def ask():
          for line in sys.stdin:
              if '"kind":"action"' in line:
                  action = json.loads(line)
                  given[action["n"]] = action["type"]
              host.stdin.write(line)
              host.stdin.flush()
          host.stdin.close()
      threading.Thread(target=ask, daemon=True).start()
      for line in host.stdout:
          line = re.sub(r',"crc":"[0-9a-f]*"}$', "}", line)
          if '"kind":"action"' in line:
              action = json.loads(line)
              action["type"] = given[action["n"]] + "+"
              line = json.dumps(action) + "\\n"
          sys.stdout.write(line)
          sys.stdout.flush()
      """
    return "python3 \(try Scratch.file("surplus-\(name).py", script))"
  }

  @Test("of a host that never answers actions a state with the next number is an answer")
  func mute() throws {
    let file = try Self.session("mute")
    let drop = #"/"kind":"action"/d; "#
    let sound = try Self.host("mute", drop)
    #expect(
      try Inspect.run("verify", file, "--host", sound).output
        == "reproduces  surplus-mute.ndjson  6 of 6 actions equal\n")
    let next = try Self.host("mute-next", drop + #"/"state","n":3,/{p;s/"n":3/"n":4/}"#)
    let run = try Inspect.run("verify", file, "--host", next, "--no-causes")
    #expect(
      run.output == """
        diverges    surplus-mute.ndjson  3 of 6 actions equal
          note      the host answered more than it was asked for: {"kind":"state","n":4,"state":{"value":0,"steps":4}}
          first at  action 4 reset
          path      /value
          expected  0
          actual    6
                    and 1 other place

        """)
    #expect(run.status == .exited(1))
  }

  @Test(
    "a host that says of some actions alone that it has them was waited for",
    arguments: [
      ("later", #"/"kind":"action","n":[356],/d"#), ("first", #"/"kind":"action","n":1,/d"#),
      ("last", #"/"kind":"action","n":6,/d"#), ("one", #"/"kind":"action","n":[1-46],/d"#),
    ])
  func someActions(name: String, expression: String) throws {
    let file = try Self.session("some-\(name)")
    func told(_ host: String) throws -> String {
      let run = try Inspect.run("verify", file, "--host", host, "--steps", "--twice")
      let written = Scratch.path("surplus-some-\(name)-replay.ndjson")
      let replay = try Inspect.run("replay", file, "--host", host, "-o", written)
      let same = try Inspect.run("diff", file, written)
      try FileManager.default.removeItem(atPath: written)
      return run.output + run.error + replay.output + replay.error + same.output
    }
    #expect(
      try told(try Self.host("some-\(name)", expression))
        == told(try Self.host("some-\(name)-sound", "")))
  }
}
