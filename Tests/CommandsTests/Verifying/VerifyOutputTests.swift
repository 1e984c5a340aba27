import Foundation
import SessionFormat
import TestSupport
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("What verify tells other programs")
struct VerifyOutputTests {
  @Test("a host that was replaced is told in each form, and changes no result")
  func restarts() throws {
    var verdict = try VerifySample.verdict(.counter([1, 2]), "good.ndjson")
    let death = HostDeath(command: "host", action: 2, ending: .signal(9), standardError: [])
    verdict.notes = [
      .replaced(HostRestart(n: 2, through: 5, failure: .died(death))),
      .replaced(HostRestart(n: 7, through: 7, failure: .silent(command: "host", seconds: 3))),
    ]
    let session = VerifySample.verified(verdict, 0)
    let note =
      "the host died once (signal 9 (Killed)) while actions 2 to 5 were in flight; another one "
      + "went on from there"
    let other =
      "the host gave no answer for 3 s once while action 7 was in flight; another one went on from "
      + "there"
    #expect(
      session.details
        == "✓ reproduces  good.ndjson  2 of 2 actions equal\n  note      \(note)\n  note      \(other)"
    )
    #expect(
      VerifySample.text(TAPText.bytes([session]))
        == "TAP version 13\n1..1\nok 1 - good.ndjson\n# note: \(note), and 1 more\n")
    #expect(
      VerifySample.text(MarkdownText.bytes([session])) == """
        ## inspect verify

        1 session: 1 reproduce.

        | result | session | what |
        | --- | --- | --- |
        | reproduces | good\\.ndjson | \(Markdown.escaped(note + ", and 1 more")) |


        """)
    #expect(
      GitHubText.lines([session])
        == ["::notice file=good.ndjson,title=reproduces::\(note), and 1 more"])
    #expect(
      verdict.json["restarts"]?.description
        == #"[{"n":2,"through":5,"reason":""# + note
        + #"","death":{"host":"host","action":2,"signal":9,"stderr":[]}},"#
        + #"{"n":7,"through":7,"reason":""# + other + #""}]"#)
    #expect(VerifyReport(sessions: [session]).answer == .yes)
  }

  @Test(
    "what a host did beside its answers, and which sample nobody named, was told in no other form")
  func notes() throws {
    var verdict = try VerifySample.verdict(.counter([1, 2]), "good.ndjson")
    verdict.notes = [.answeredMore(line: "{}"), .left(.status(3))]
    verdict.sample = "counter"
    var session = VerifySample.verified(verdict, 0)
    session.sample = "counter"
    let notes =
      "the host answered more than it was asked for: {}; the host did not leave with status 0 at the "
      + "end of its input: exit status 3"
    let sample = "no host was named; the built-in sample `counter` replayed it"
    #expect(
      VerifySample.text(TAPText.bytes([session]))
        == "TAP version 13\n1..1\nok 1 - good.ndjson\n# note: \(sample); \(notes)\n")
    #expect(
      VerifySample.text(MarkdownText.bytes([session])) == """
        ## inspect verify

        1 session: 1 reproduce.

        | result | session | what |
        | --- | --- | --- |
        | reproduces | good\\.ndjson | \(Markdown.escaped("\(sample); \(notes)")) |


        """)
    // Standard error, where the annotations go, names the sample.
    #expect(
      GitHubText.lines([session]) == ["::notice file=good.ndjson,title=reproduces::\(notes)"])
    #expect(
      VerifySample.text(JUnitText.bytes([session]))
        == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="inspect verify" tests="1" failures="0" errors="0" time="0.000">
        <testsuite name="inspect verify" tests="1" failures="0" errors="0" skipped="0" time="0.000">
        <testcase name="good.ndjson" classname="counter" time="0.000">
        <system-out>note: \(sample)
        ✓ reproduces  good.ndjson  2 of 2 actions equal
          note      the host answered more than it was asked for: {}
          note      the host did not leave with status 0 at the end of its input: exit status 3</system-out>
        </testcase>
        </testsuite>
        </testsuites>

        """)
    var trouble = VerifiedSession(
      result: .trouble(file: "gone.ndjson", .cannotRead(file: "gone.ndjson", errno: 2)),
      store: "counter")
    trouble.sample = "counter"
    #expect(
      VerifySample.text(TAPText.bytes([trouble])) == """
        TAP version 13
        1..1
        not ok 1 - gone.ndjson
          ---
          message: "gone.ndjson: cannot be read: No such file or directory"
          severity: "error"
          result: "trouble"
          store: "counter"
          sample: "counter"
          ...
        # note: \(sample)

        """)
    #expect(
      VerifyReport(sessions: [trouble]).rows.map(\.description) == [
        #"{"file":"gone.ndjson","store":"counter","sample":"counter","result":"trouble","#
          + #""reason":"gone.ndjson: cannot be read: No such file or directory"}"#
      ])
  }

  @Test("a session of which no step was found equal was held to reproduce")
  func nothingEqual() throws {
    // A later version's list may hide anything.
    var builder = SessionBuilder { $0.redactions = ["defaults@2"] }
    builder.whole(0, ["total": 0])
    for n in 1...3 {
      builder.action(n, "add", 1)
      builder.whole(n, ["total": .number(n)])
    }
    let verdict = try VerifySample.verdict(builder, "all.ndjson") { $0.error = 5 }
    #expect(verdict.isDoubtful && verdict.reproduces)
    let session = VerifySample.verified(verdict, 0)
    #expect(
      session.details == """
        ? not comparable  all.ndjson  0 of 3 actions equal, 3 not comparable (1, 2, 3)
          redacted  values are hidden from state 0 on, at total
                    not comparable: action 1 add, total, which is redacted
                    not comparable: action 2 add, total, which is redacted
                    not comparable: action 3 add, total, which is redacted
        """)
    #expect(session.headline == "not comparable: no step is left that was found equal")
    #expect(verdict.json["result"] == "not-comparable")
    #expect(VerifyReport(sessions: [session]).answer == .yes)
  }

  @Test("as JUnit XML")
  func junit() throws {
    let shown = VerifySample.text(JUnitText.bytes(try VerifySample.sessions()))
    #expect(
      shown
        == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="inspect verify" tests="5" failures="1" errors="1" time="1.236">
        <testsuite name="inspect verify" tests="5" failures="1" errors="1" skipped="1" time="1.236">
        <testcase name="good.ndjson" classname="counter" time="1.235">
        <system-out>✓ reproduces  good.ndjson  2 of 2 actions equal</system-out>
        </testcase>
        <testcase name="a/bad,1:2.ndjson" classname="counter" time="0.000">
        <failure message="action 1 add: /total is 2, recorded is 1" type="diverges">✗ DIVERGES  a/bad,1:2.ndjson  at 1/2 add  0 of 2 actions equal
          place     total
          recorded  1
          replayed  2
          prompt    goto 1 · compare replay · verify --steps · verify --ignore &apos;$.total&apos;</failure>
        </testcase>
        <testcase name="hidden.ndjson" classname="counter" time="0.000">
        <skipped message="not comparable: action 1 add: /total is 1, recorded is 2"/>
        <system-out>DOUBT</system-out>
        </testcase>
        <testcase name="gone.ndjson" classname="unknown" time="0.000">
        <error message="gone.ndjson: cannot be read: No such file or directory" type="trouble">gone.ndjson: cannot be read: No such file or directory</error>
        </testcase>
        <testcase name="a/bad,1:2.ndjson" classname="counter" time="0.000">
        <system-out>✗ DIVERGES  a/bad,1:2.ndjson  at 1/2 add  0 of 2 actions equal
          place     total
          recorded  1
          replayed  2
          prompt    goto 1 · compare replay · verify --steps · verify --ignore &apos;$.total&apos;
          accepted  2 states changed, from step 1 on; the file is replaced</system-out>
        </testcase>
        </testsuite>
        </testsuites>

        """.replacing("DOUBT", with: try VerifySample.sessions()[2].details))
  }

  @Test("as TAP")
  func tap() throws {
    #expect(
      VerifySample.text(TAPText.bytes(try VerifySample.sessions())) == #"""
        TAP version 13
        1..5
        ok 1 - good.ndjson
        not ok 2 - a/bad,1:2.ndjson
          ---
          message: "action 1 add: /total is 2, recorded is 1"
          severity: "fail"
          result: "diverges"
          store: "counter"
          line: "3"
          ...
        ok 3 - hidden.ndjson # SKIP not comparable: action 1 add: /total is 1, recorded is 2
        not ok 4 - gone.ndjson
          ---
          message: "gone.ndjson: cannot be read: No such file or directory"
          severity: "error"
          result: "trouble"
          ...
        ok 5 - a/bad,1:2.ndjson

        """#)
    #expect(
      VerifySample.text(TAPText.bytes([])) == "TAP version 13\n1..0 # SKIP there is no session\n")
  }

  @Test("characters that YAML does not have stood in a block of TAP, so that no reader took it")
  func noncharacters() throws {
    var session = VerifiedSession(
      result: .trouble(file: "a", .cannotWrite(file: "b\u{FFFE}c", errno: 2)))
    session.store = "\u{FFFF}\u{FFFD}\u{FFFE}"
    #expect(
      VerifySample.text(TAPText.bytes([session])) == #"""
        TAP version 13
        1..1
        not ok 1 - a
          ---
          message: "b\\u{FFFE}c: cannot be written: No such file or directory"
          severity: "error"
          result: "trouble"
          store: "\\u{FFFF}\#u{FFFD}\\u{FFFE}"
          ...

        """#)
  }

  @Test("as annotations of GitHub, ten of a kind, the last of which counts the rest")
  func github() throws {
    let sessions = try VerifySample.sessions()
    #expect(
      GitHubText.lines(sessions) == [
        "::error file=a/bad%2C1%3A2.ndjson,line=3,title=diverges at action 1::"
          + "action 1 add: /total is 2, recorded is 1",
        "::error file=gone.ndjson,title=trouble::"
          + "gone.ndjson: cannot be read: No such file or directory",
        "::warning file=hidden.ndjson,title=not comparable::"
          + "not comparable: action 1 add: /total is 1, recorded is 2",
      ])
    for count in 0...25 {
      let lines = GitHubText.lines(Array(repeating: sessions[1], count: count))
      #expect(lines.count == min(count, 10))
      let rest = "::error title=inspect verify::\(count - 9) more sessions diverge or are trouble"
      #expect((lines.last == rest) == (count > 10))
    }
  }

  @Test("as Markdown")
  func markdown() throws {
    #expect(
      VerifySample.text(MarkdownText.bytes(try VerifySample.sessions())) == #"""
        ## inspect verify

        5 sessions: 1 reproduce, 1 accepted, 1 not comparable, 1 diverge, 1 trouble.

        | result | session | what |
        | --- | --- | --- |
        | diverges | a\/bad\,1\:2\.ndjson | action 1 add\: \/total is 2\, recorded is 1 |
        | not-comparable | hidden\.ndjson | not comparable\: action 1 add\: \/total is 1\, recorded is 2 |
        | trouble | gone\.ndjson | gone\.ndjson\: cannot be read\: No such file or directory |
        | accepted | a\/bad\,1\:2\.ndjson | 2 states changed\, from step 1 on |


        """#)
    #expect(VerifySample.text(MarkdownText.bytes([])) == "## inspect verify\n\n0 sessions.\n\n")
    let many = Array(repeating: try VerifySample.sessions()[1], count: 150)
    let lines = VerifySample.text(MarkdownText.bytes(many)).split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("| diverges") } == MarkdownText.most)
    #expect(lines.last == "and 50 more sessions")
  }
}
