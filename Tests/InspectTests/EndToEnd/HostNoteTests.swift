import Foundation
import SessionFormat
import TestSupport
import Testing

@Suite("What a host does beside its answers")
struct HostNoteTests {
  private static func counter(_ name: String) throws -> String {
    let file = Scratch.path("host-note-\(name).ndjson")
    _ = try Inspect.run("record", "counter", "--scenario", "steps", "-o", file)
    return file
  }

  /// The host of the counter sample with something done to its output, or behind it.
  private static func host(_ name: String, _ rest: String) throws -> String {
    let text = "'\(try BuiltBinary.inspect.path)' host counter \(rest)\n"
    return "/bin/sh '\(try Scratch.file("host-note-\(name).sh", text))'"
  }

  @Test("a host that answers another type than it was given was held to reproduce")
  func type() throws {
    let file = try Self.counter("type")
    let host = try Self.host(
      "type", #"| sed -u 's/,"crc":"[0-9a-f]*"}$/}/; s/"type":"add"/"type":"sum"/'"#)
    let run = try Inspect.run("verify", file, "--host", host)
    #expect(
      run.output == """
        diverges    host-note-type.ndjson  0 of 6 actions equal
          first at  action 1 add
          the host answers the action under another type than it was given
          expected  add
          actual    sum

        """)
    #expect(run.status == .exited(1))
    let json = try Inspect.run("verify", file, "--host", host, "--format", "ndjson").output
    let row = try JSONValue(parsing: json.trimmingCharacters(in: .newlines))
    #expect(
      row["divergence"]
        == ["n": 1, "type": "add", "kind": "type", "expected": "add", "actual": "sum"])
  }

  @Test("another type that a host answers took the place of the recorded one, and 0 states changed")
  func acceptedType() throws {
    let file = try Self.counter("accepted-type")
    let before = try String(contentsOfFile: file, encoding: .utf8)
    let host = try Self.host(
      "accepted-type",
      #"| sed -u 's/,"crc":"[0-9a-f]*"}$/}/; s/"n":3,\(.*\)"type":"add"/"n":3,\1"type":"sum"/'"#)
    let run = try Inspect.run("verify", file, "--host", host, "--accept")
    #expect(
      run.output == """
        diverges    host-note-accepted-type.ndjson  2 of 6 actions equal
          first at  action 3 add
          the host answers the action under another type than it was given
          expected  add
          actual    sum
          kept      not accepted: the host answers action 3 under the type sum, recorded is add

        """)
    #expect(run.status == .exited(1))
    let row = try Inspect.run("verify", file, "--host", host, "--accept", "--format", "ndjson")
      .output
    #expect(
      try JSONValue(parsing: row.trimmingCharacters(in: .newlines))["notAccepted"]
        == "the host answers action 3 under the type sum, recorded is add")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == before)
  }

  @Test(
    "a host that did more than it was asked for, or left with another status than 0, was not named",
    arguments: [
      (
        "status", "; exit 3", #"{"kind":"left","status":3}"#,
        "the host did not leave with status 0 at the end of its input: exit status 3"
      ),
      (
        "more", #"; echo '{"kind":"state","n":9,"state":{}}'"#,
        #"{"kind":"answered-more","line":"{\"kind\":\"state\",\"n\":9,\"state\":{}}"}"#,
        #"the host answered more than it was asked for: {"kind":"state","n":9,"state":{}}"#
      ),
      (
        "unfinished", #"; printf '{"kind":"st'"#,
        #"{"kind":"answered-more","line":"{\"kind\":\"st"}"#,
        #"the host answered more than it was asked for: {"kind":"st"#
      ),
      (
        "again", #"| sed -u -E 's/,"took".*$/}/; /"state","n":3/p'"#,
        #"{"kind":"answered-more","line":"{\"kind\":\"state\",\"n\":3,\"state\":{\"value\":6,\"steps\":3}}"}"#,
        #"the host answered more than it was asked for: {"kind":"state","n":3,"state":{"value":6,"steps":3}}"#
      ),
    ])
  func end(name: String, rest: String, json: String, words: String) throws {
    let file = try Self.counter(name)
    let host = try Self.host(name, rest)
    let run = try Inspect.run("verify", file, "--host", host)
    #expect(
      run.output == """
        reproduces  host-note-\(name).ndjson  6 of 6 actions equal
          note      \(words)

        """)
    #expect(run.status == .exited(0))
    let row = try Inspect.run("verify", file, "--host", host, "--format", "ndjson").output
    #expect(
      try JSONValue(parsing: row.trimmingCharacters(in: .newlines))["notes"]
        == [try JSONValue(parsing: json)])
    // Nor does a line that no reader knows count.
    let chatty = try Self.host("\(name)-chatty", #"; echo '{"kind":"bye"}'"#)
    #expect(
      try Inspect.run("verify", file, "--host", chatty).output
        == "reproduces  host-note-\(name).ndjson  6 of 6 actions equal\n")
  }

  @Test("replay and reload told neither another type that a host answers nor how it leaves")
  func otherDrivers() throws {
    let file = try Self.counter("drivers")
    let out = Scratch.path("host-note-drivers-replay.ndjson")
    let host = try Self.host(
      "drivers",
      #"| sed -u 's/,"crc":"[0-9a-f]*"}$/}/; s/"n":3,\(.*\)"type":"add"/"n":3,\1"type":"sum"/'; exit 3"#
    )
    let type = "the host answered action 3 under another type than it was given: sum, given was add"
    let status = "the host did not leave with status 0 at the end of its input: exit status 3"
    let notes: JSONValue = [
      ["kind": "type", "n": 3, "given": "add", "answered": "sum"], ["kind": "left", "status": 3],
    ]
    let replay = try Inspect.run("replay", file, "--host", host, "-o", out)
    #expect(
      replay.output == """
        replayed  6 actions of the store counter
        note      \(type)
        note      \(status)
        written   host-note-drivers-replay.ndjson

        """)
    #expect(replay.status == .exited(0))
    let reload = try Inspect.run(file, "--host", host, "-e", "reload")
    #expect(
      reload.output == """
        recording  7 states as before
          note  \(type)
          note  \(status)

        """)
    #expect(reload.status == .exited(0))
    for command in ["replay", "reload"] {
      let run = try Inspect.run(file, "--host", host, "-e", command, "--format", "json")
      let report = try JSONValue(parsing: run.output.trimmingCharacters(in: .newlines))
      #expect(report["notes"] == notes, "\(command)")
    }
    // A branch is reduced by another process after that.
    let branch = try Inspect.run(file, "--host", host, "-e", "reload", "-e", "skip 3")
    #expect(branch.status == .exited(0), "\(branch.output)\(branch.errorBytes)")
  }

  @Test("a text that is thrown was compared with nothing")
  func thrown() throws {
    let file = try Self.counter("thrown")
    func host(_ text: String) throws -> String {
      let thrown = #"s/^(\{"kind":"state","n":[34],.*),"took"/\1,"threw":"TEXT","took"/'"#
      return try Self.host(
        "thrown-\(text)",
        #"| sed -u -E 's/,"crc":"[0-9a-f]*"}$/}/; "# + thrown.replacing("TEXT", with: text))
    }
    let recorded = Scratch.path("host-note-thrown-recorded.ndjson")
    _ = try Inspect.run("replay", file, "-o", recorded, "--host", try host("Left"))
    let same = try Inspect.run("verify", recorded, "--host", try host("Left"))
    #expect(same.output == "reproduces  host-note-thrown-recorded.ndjson  6 of 6 actions equal\n")
    let other = try Inspect.run(
      "verify", recorded, "--host", try host("Right"), "--no-causes", "--steps")
    #expect(
      other.output == """
        diverges    host-note-thrown-recorded.ndjson  2 of 6 actions equal
          first at  action 3 add
          expected  throws Left
          actual    throws Right
          by step   2 of 6 steps differ, each reduced from its own recorded state
                    action 3 add  what it throws
                    action 4 reset  what it throws

        """)
    #expect(other.status == .exited(1))
    let parting = try Inspect.run(
      "bisect", recorded, "--good", try host("Left"), "--bad", try host("Right"))
    #expect(
      parting.output == """
        diverge  action 3 add  2 actions the same
          good      throws Left
          bad       throws Right
          recorded  throws Left

        """)
    // Of steps whose states are the same it was said that their states differ.
    let reloaded = try Inspect.run(recorded, "--host", try host("Right"), "-e", "reload")
    #expect(
      reloaded.output == """
        recording  2 of 7 states differ, 2 of them only in what is thrown, first after 3 add

        """)
    _ = try Inspect.run("verify", recorded, "--host", try host("Right"), "--accept")
    #expect(try Inspect.run("verify", recorded, "--host", try host("Right")).status == .exited(0))
  }

  @Test(
    "a host that took a second to leave, or that never ended its last line, was not named",
    arguments: [
      ("slow", "; sleep 1.3; exit 3", #"{"kind":"left","status":3}"#),
      ("closed", "; exec >&-; sleep 1.3; exit 3", #"{"kind":"left","status":3}"#),
      ("stays", "; sleep 100", #"{"kind":"stayed","seconds":2}"#),
      ("left-behind", "; sleep 100 & exit 3", #"{"kind":"left","status":3}"#),
    ])
  func leaving(name: String, rest: String, note: String) throws {
    let file = try Self.counter(name)
    let host = try Self.host(name, rest)
    let run = try Inspect.run(
      "verify", file, "--host", host, "--patience", "2", "--format", "ndjson")
    let row = try JSONValue(parsing: run.output.trimmingCharacters(in: .newlines))
    #expect(row["result"] == "reproduces")
    #expect(row["notes"] == [try JSONValue(parsing: note)], "\(run.output)")
  }

  @Test("what a host wrote at its end without a line end was read up to 256 MB, and not told")
  func endless() throws {
    let file = try Self.counter("endless")
    let host = try Self.host("endless", "; head -c 50000000 /dev/zero")
    let run = try Inspect.run("verify", file, "--host", host, "--format", "ndjson")
    let row = try JSONValue(parsing: run.output.trimmingCharacters(in: .newlines))
    #expect(row["result"] == "reproduces")
    #expect(row["notes"]?.array?.first?["kind"] == "answered-more", "\(run.output)")
  }

  @Test("bisect and minimize told nothing of how a host leaves")
  func otherSearches() throws {
    let file = try Self.counter("searches")
    let (sound, bad) = (try Self.host("sound", ""), try Self.host("bad", "; exit 3"))
    let status = "the host did not leave with status 0 at the end of its input: exit status 3"
    let bisected = try Inspect.run("bisect", file, "--good", sound, "--bad", bad)
    #expect(
      bisected.output == """
        agree   6 actions the same
          bad       \(status)

        """)
    let json = try Inspect.run("bisect", file, "--good", bad, "--bad", sound, "--format", "json")
    #expect(
      try JSONValue(parsing: json.output.trimmingCharacters(in: .newlines))["notes"]
        == [["kind": "left", "status": 3, "host": "good"]])
    let minimized = try Inspect.run("minimize", file, "$.state.steps > 1", "--host", bad)
    #expect(minimized.output.contains("note      \(status)\n"), "\(minimized.output)")
  }

  @Test("a surplus answer behind the last was not told by reload where there is a branch")
  func reloadedBranch() throws {
    let file = try Self.counter("reloaded")
    let host = try Self.host(
      "reloaded", #"| sed -u -E 's/,"took".*$/}/; /"state","n":6/p'"#)
    let run = try Inspect.run(file, "--host", host, "-e", "skip 3", "-e", "reload")
    #expect(
      run.output.hasSuffix(
        """
        recording  7 states as before
        branch-1   3 states as before
          note  the host answered more than it was asked for: \
        {"kind":"state","n":6,"state":{"value":95,"steps":6}}

        """), "\(run.output)")
  }

  @Test("a branch did not tell that its host answers another type")
  func branchedType() throws {
    let file = try Self.counter("branched")
    let host = try Self.host(
      "branched",
      #"| sed -u 's/,"crc":"[0-9a-f]*"}$/}/; s/{"kind":"began","n":3}/"#
        + #"{"kind":"action","n":3,"t":0,"type":"sum","action":{}}/; s/"type":"add"/"type":"sum"/'"#
    )
    let skipped = try Inspect.run(file, "--host", host, "-e", "skip 2", "-e", "skip 4")
    #expect(
      skipped.output == """
        branch-1 forks after 1; the recording stays as it is
          skipped 2 add
          4 actions reduced again
          note  the host answered action 3 under another type than it was given: sum, given was reset
        0/5 start
          skipped 2 add
          skipped 5 add
          3 actions reduced again
        0/4 start

        """, "\(skipped.output)")
    let dispatched = try Inspect.run(
      file, "--host", host, "-e", "dispatch add {\"add\":{\"_0\":1}}", "--format", "json")
    #expect(dispatched.output.contains(#""notes":[{"kind":"type","n":1,"#), "\(dispatched.output)")
  }

  @Test("a branch whose host throws something else was the same in compare")
  func comparedErrors() throws {
    let file = try Self.counter("compared")
    let thrown = #"| sed -u -E 's/^(\{"kind":"state","n":[23],.*),"took".*$/\1,"threw":"Boom"}/'"#
    let host = try Self.host("compared", thrown)
    let run = try Inspect.run(file, "--host", host, "-e", "skip 1", "-e", "compare")
    #expect(
      run.output == """
        branch-1 forks after 0; the recording stays as it is
          skipped 1 add
          5 actions reduced again
        0/5 start
        different  recording and branch-1
          skipped 1 add
        2 actions did not throw the same, first 3, now 2, add:
          recording  threw nothing
          branch-1  threw Boom
        the states differ after 5 of 5 actions, first after 2, now 1, add:
          ~ /value  3 -> 2
          ~ /steps  2 -> 1
        in the end:
          ~ /steps  6 -> 5

        """)
  }

  @Test("replay wrote inputs twice of a host that answers them and no actions")
  func inputsAlone() throws {
    let out = Scratch.path("host-note-inputs.ndjson")
    let tool = "'\(try BuiltBinary.inspect.path)' host toast"
    let script = try Scratch.file(
      "host-note-inputs.sh", tool + #" | sed -u '/"kind":"action"/d'"# + "\n")
    let replay = try Inspect.run(
      "replay", Inspect.toast, "--host", "/bin/sh '\(script)'", "-o", out)
    #expect(replay.status == .exited(0))
    let diff = try Inspect.run("diff", Inspect.toast, out)
    #expect(diff.output == "the same  18 actions compared\n")
    func inputs(_ path: String) throws -> Int {
      try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        .count { $0.hasPrefix(#"{"kind":"input""#) }
    }
    #expect(try inputs(out) == inputs(Inspect.toast))
  }
}
