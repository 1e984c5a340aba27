import Foundation
import SessionFormat
import TestSupport
import Testing

@Suite("States that a host writes without being asked")
struct SurplusStateTests {
  /// The host of the counter sample, whose lines an expression of `sed` alters.
  ///
  /// - Returns: The host, and its words.
  private static func host(_ name: String, _ expression: String) throws -> String {
    let text = #"s/,"took".*$/}/; s/,"crc":"[0-9a-f]*"}$/}/; "# + expression
    let script = "'\(try BuiltBinary.inspect.path)' host counter | sed -u -E '\(text)'\n"
    return "/bin/sh \(try Scratch.file("surplus-\(name).sh", script))"
  }

  private static func session(_ name: String) throws -> String {
    let file = Scratch.path("surplus-\(name).ndjson")
    _ = try Inspect.run("record", "counter", "--scenario", "steps", "-o", file)
    return file
  }

  /// Once more, with the next number, and with the next number before any action.
  private static let manners = [
    ("again", #"/"state","n":3,/p"#, #"{"kind":"state","n":3,"state":{"value":6,"steps":3}}"#),
    (
      "next", #"/"state","n":3,/{p;s/"n":3/"n":4/}"#,
      #"{"kind":"state","n":4,"state":{"value":6,"steps":3}}"#
    ),
    (
      "first", #"/"state","n":0,/{p;s/"n":0/"n":1/}"#,
      #"{"kind":"state","n":1,"state":{"value":0,"steps":0}}"#
    ),
  ]

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

  @Test("elsewhere it was no answer, without a word of what it was", arguments: manners)
  func elsewhere(name: String, expression: String, line: String) throws {
    let file = try Self.session("else-\(name)")
    let host = try Self.host("else-\(name)", expression)
    let (n, reason) =
      switch name {
      case "again": (3, "the action was answered more than once")
      case "next": (4, "its state came before the host said that it has the action")
      default: (1, "its state came before the host said that it has the action")
      }
    let name = Inspect.clean(host)
    let error =
      "inspect: action \(n): the host \(name) wrote what is no answer: \(reason): \(line)\n"
    for words in [
      ["replay", file, "--host", host], ["bisect", file, "--good", host, "--bad", host],
    ] {
      let run = try Inspect.run(words)
      #expect(run.error == error, "\(words[0])")
      #expect(run.status == .exited(2), "\(words[0])")
    }
  }

  @Test("a state that is given and answered twice is named by its number")
  func given() throws {
    let file = try Self.session("given")
    let host = try Self.host("given", #"/"state","n":0,/p"#)
    let run = try Inspect.run("replay", file, "--host", host)
    #expect(
      run.error
        == "inspect: action 1: the host \(Inspect.clean(host)) wrote what is no answer: state 0 was "
        + #"answered more than once: {"kind":"state","n":0,"state":{"value":0,"steps":0}}"# + "\n")
    #expect(run.status == .exited(2))
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
          first at  action 4 reset
          path      /value
          expected  0
          actual    6
                    and 1 other place

        """)
    #expect(run.status == .exited(1))
  }
}
