import Foundation
import SessionFormat
import TestSupport
import Testing

@testable import Inspector

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("What verify tells other programs")
struct VerifyOutputTests {
  /// A session that reproduces, one that diverges, one with doubts, trouble, and one accepted.
  private func sessions() throws -> [VerifiedSession] {
    let good = verified(try verdict(.counter([1, 2]), "good.ndjson"), 1_234_567_890)
    var bad = verified(try verdict(.counter([1, 2]), "a/bad,1:2.ndjson") { $0.error = 1 }, 499_999)
    bad.line = 3
    bad.place = bad.file
    var hidden = SessionBuilder { $0.redactions = ["$.secret"] }
    hidden.whole(0, ["total": 0, "secret": "xxx"])
    hidden.action(1, "add", 1)
    hidden.whole(1, ["total": 2, "secret": "xxx"])
    let doubtful = verified(try verdict(hidden, "hidden.ndjson"), 0)
    let trouble = VerifiedSession(
      result: .trouble(file: "gone.ndjson", .cannotRead(file: "gone.ndjson", errno: 2)))
    var accepted = bad
    accepted.acceptance = .accepted(AcceptedChanges(states: 2, first: 1))
    return [good, bad, doubtful, trouble, accepted]
  }

  private func verdict(
    _ builder: SessionBuilder, _ file: String,
    _ alter: (inout CounterHost.Manners) -> Void = { _ in }
  ) throws -> Verdict {
    let session = try Session(bytes: Data(builder.bytes()), file: file)
    return try Verification(session, host: .counter(alter)).verdict()
  }

  private func verified(_ verdict: Verdict, _ nanoseconds: UInt64) -> VerifiedSession {
    var session = VerifiedSession(result: .verdict(verdict), store: verdict.store)
    session.nanoseconds = nanoseconds
    return session
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test("a host that was replaced is told in each form, and changes no result")
  func restarts() throws {
    var verdict = try verdict(.counter([1, 2]), "good.ndjson")
    let death = HostDeath(command: "host", action: 2, ending: .signal(9), standardError: [])
    verdict.restarts = [
      HostRestart(n: 2, through: 5, failure: .died(death)),
      HostRestart(n: 7, through: 7, failure: .silent(command: "host", seconds: 3)),
    ]
    let session = verified(verdict, 0)
    let note =
      "the host died once (signal 9 (Killed)) while actions 2 to 5 were on their way; another one "
      + "went on from there"
    let other =
      "the host gave no answer for 3 s once while action 7 was on its way; another one went on "
      + "from there"
    #expect(
      session.details
        == "reproduces  good.ndjson  2 of 2 actions equal\n  note      \(note)\n  note      \(other)"
    )
    #expect(
      text(TAPText.bytes([session]))
        == "TAP version 13\n1..1\nok 1 - good.ndjson\n# note: \(note), and 1 more\n")
    #expect(
      text(MarkdownText.bytes([session])) == """
        ## inspect verify

        1 session: 1 reproduce.

        | result | session | what |
        | --- | --- | --- |
        | reproduces | good\\.ndjson | \(MarkdownText.escaped(note + ", and 1 more")) |


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
    var verdict = try verdict(.counter([1, 2]), "good.ndjson")
    verdict.notes = [.answeredMore(line: "{}"), .left(.status(3))]
    verdict.sample = "counter"
    var session = verified(verdict, 0)
    session.sample = "counter"
    let notes =
      "the host answered more than it was asked for: {}; the host did not leave with status 0 at the "
      + "end of its input: exit status 3"
    let sample = "no host was named; the built-in sample `counter` replayed it"
    #expect(
      text(TAPText.bytes([session]))
        == "TAP version 13\n1..1\nok 1 - good.ndjson\n# note: \(sample); \(notes)\n")
    #expect(
      text(MarkdownText.bytes([session])) == """
        ## inspect verify

        1 session: 1 reproduce.

        | result | session | what |
        | --- | --- | --- |
        | reproduces | good\\.ndjson | \(MarkdownText.escaped("\(sample); \(notes)")) |


        """)
    // Standard error, where the annotations go, names the sample.
    #expect(
      GitHubText.lines([session]) == ["::notice file=good.ndjson,title=reproduces::\(notes)"])
    #expect(
      text(JUnitText.bytes([session]))
        == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="inspect verify" tests="1" failures="0" errors="0" time="0.000">
        <testsuite name="inspect verify" tests="1" failures="0" errors="0" skipped="0" time="0.000">
        <testcase name="good.ndjson" classname="counter" time="0.000">
        <system-out>note: \(sample)
        reproduces  good.ndjson  2 of 2 actions equal
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
      text(TAPText.bytes([trouble])) == """
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
    let verdict = try verdict(builder, "all.ndjson") { $0.error = 5 }
    #expect(verdict.isDoubtful && verdict.reproduces)
    let session = verified(verdict, 0)
    #expect(
      session.details == """
        not comparable  all.ndjson  0 of 3 actions equal, 3 not comparable (1, 2, 3)
          redacted  values are hidden from state 0 on, at /total
                    not comparable: action 1 add, /total, which is redacted
                    not comparable: action 2 add, /total, which is redacted
                    not comparable: action 3 add, /total, which is redacted
        """)
    #expect(session.headline == "not comparable: no step is left that was found equal")
    #expect(verdict.json["result"] == "not-comparable")
    #expect(VerifyReport(sessions: [session]).answer == .yes)
  }

  @Test("as JUnit XML")
  func junit() throws {
    #expect(
      text(JUnitText.bytes(try sessions()))
        == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="inspect verify" tests="5" failures="1" errors="1" time="1.236">
        <testsuite name="inspect verify" tests="5" failures="1" errors="1" skipped="1" time="1.236">
        <testcase name="good.ndjson" classname="counter" time="1.235">
        <system-out>reproduces  good.ndjson  2 of 2 actions equal</system-out>
        </testcase>
        <testcase name="a/bad,1:2.ndjson" classname="counter" time="0.000">
        <failure message="action 1 add: /total is 2, recorded is 1" type="diverges">diverges    a/bad,1:2.ndjson  0 of 2 actions equal
          first at  action 1 add
          path      /total
          expected  1
          actual    2</failure>
        </testcase>
        <testcase name="hidden.ndjson" classname="counter" time="0.000">
        <skipped message="not comparable: action 1 add: /total is 1, recorded is 2"/>
        <system-out>DOUBT</system-out>
        </testcase>
        <testcase name="gone.ndjson" classname="unknown" time="0.000">
        <error message="gone.ndjson: cannot be read: No such file or directory" type="trouble">gone.ndjson: cannot be read: No such file or directory</error>
        </testcase>
        <testcase name="a/bad,1:2.ndjson" classname="counter" time="0.000">
        <system-out>diverges    a/bad,1:2.ndjson  0 of 2 actions equal
          first at  action 1 add
          path      /total
          expected  1
          actual    2
          accepted  2 states changed, from step 1 on; the file is replaced</system-out>
        </testcase>
        </testsuite>
        </testsuites>

        """.replacing("DOUBT", with: try sessions()[2].details))
  }

  @Test("as TAP")
  func tap() throws {
    #expect(
      text(TAPText.bytes(try sessions())) == #"""
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
    #expect(text(TAPText.bytes([])) == "TAP version 13\n1..0 # SKIP there is no session\n")
  }

  @Test("characters that YAML does not have stood in a block of TAP, so that no reader took it")
  func noncharacters() throws {
    var session = VerifiedSession(
      result: .trouble(file: "a", .cannotWrite(file: "b\u{FFFE}c", errno: 2)))
    session.store = "\u{FFFF}\u{FFFD}\u{FFFE}"
    #expect(
      text(TAPText.bytes([session])) == #"""
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
    let sessions = try sessions()
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
      text(MarkdownText.bytes(try sessions())) == #"""
        ## inspect verify

        5 sessions: 1 reproduce, 1 accepted, 1 not comparable, 1 diverge, 1 trouble.

        | result | session | what |
        | --- | --- | --- |
        | diverges | a\/bad\,1\:2\.ndjson | action 1 add\: \/total is 2\, recorded is 1 |
        | not-comparable | hidden\.ndjson | not comparable\: action 1 add\: \/total is 1\, recorded is 2 |
        | trouble | gone\.ndjson | gone\.ndjson\: cannot be read\: No such file or directory |
        | accepted | a\/bad\,1\:2\.ndjson | 2 states changed\, from step 1 on |


        """#)
    #expect(text(MarkdownText.bytes([])) == "## inspect verify\n\n0 sessions.\n\n")
    let many = Array(repeating: try sessions()[1], count: 150)
    let lines = text(MarkdownText.bytes(many)).split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("| diverges") } == MarkdownText.most)
    #expect(lines.last == "and 50 more sessions")
  }

  // MARK: Text from strangers

  /// Pieces of which names are made that would mean something in one of the forms.
  private static let pieces = [
    "a", "]]>", "<x a='1'>", "&amp;", "&#27;", "\"", "'", "\u{1B}[2J", "\n", "\r\n", "\t", "\u{0}",
    "%0A",
    "%", "::error::x", "##[error]", "# TODO", "# SKIP", "\\", "\\#", "1..9", "not ok 1", "\u{202E}",
    "\u{2028}", "\u{FFFE}", "\u{FFFF}", "\u{85}", "|", "`", "[x](http://y)", "<img src=z>", "@name",
    ":x:",
    ",", ":", "  ---", "  ...", "é", "e\u{301}", "👩‍👩‍👧", "\u{FEFF}", "\u{E0041}", " ", "$(x)",
    "\u{7F}",
  ]

  private func name(_ random: inout SplitMix64) -> String {
    (0..<Int.random(in: 1...6, using: &random)).map { _ in
      Self.pieces.randomElement(using: &random) ?? ""
    }.joined()
  }

  /// Sessions whose names, stores, types, and messages of hosts are hostile.
  private func hostile(_ random: inout SplitMix64) throws -> [VerifiedSession] {
    try (0..<8).map { _ in
      let type = name(&random)
      var builder = SessionBuilder()
      builder.whole(0, ["total": 0])
      builder.action(1, type)
      builder.whole(1, ["total": 1])
      var session: VerifiedSession
      if Bool.random(using: &random) {
        session = verified(try verdict(builder, name(&random)), 0)
      } else {
        let file = name(&random)
        session = VerifiedSession(
          result: .trouble(file: file, .host(.cannotStart(command: type, reason: name(&random)))))
      }
      session.store = name(&random)
      if Bool.random(using: &random) { session.acceptance = .refused(name(&random)) }
      session.place = name(&random)
      session.line = 7
      return session
    }
  }

  @Test(
    "whatever sessions are called, each form stays what it is", arguments: 0..<40 as Range<UInt64>)
  func hostileNames(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let sessions = try hostile(&random)
    for bytes in [
      JUnitText.bytes(sessions), TAPText.bytes(sessions), MarkdownText.bytes(sessions),
      GitHubText.lines(sessions).flatMap { Array("\($0)\n".utf8) },
    ] {
      let acting = text(bytes).unicodeScalars.filter { $0 != "\n" && UnsafeText.contains($0) }
      #expect(Array(acting) == [])
    }
    let xml = try #require(ParsedXML(JUnitText.bytes(sessions)))
    #expect(xml.faults == [])
    #expect(try #require(ParsedXML(JUnitText.bytes(self.sessions()))).faults == [])
    #expect(xml.cases == sessions.map { .init(name: shown($0.file), store: shown($0.store)) })
    #expect(xml.counts["failure", default: 0] == sessions.count { $0.kind == .bad })
    #expect(xml.counts["error", default: 0] == sessions.count { $0.kind == .trouble })
    #expect(xml.messages == sessions.map { shown($0.headline) })

    let points = text(TAPText.bytes(sessions)).split(separator: "\n").filter { !$0.hasPrefix("  ") }
    #expect(points.count == sessions.count + 2)
    #expect(points.dropFirst(2).allSatisfy { $0.hasPrefix("not ok ") })
    #expect(!points.dropFirst(2).contains { $0.replacing(/\\./, with: "").contains("#") })

    let commands = GitHubText.lines(sessions)
    #expect(commands.count == sessions.count)
    for (command, session) in zip(commands, sessions) {
      // The properties end at the first :: behind the name, and no comma is in a value.
      let parts = try #require(command.wholeMatch(of: /::error ([^\n]*?)::([^\n]*)/))
      let values = parts.1.split(separator: ",", omittingEmptySubsequences: false)
      #expect(values.count == 3)
      #expect(values.first.map(String.init) == "file=" + GitHubText.property(session.place ?? ""))
      #expect(
        parts.2.replacing("%25", with: "%") == VisibleText.escaped(session.headline ?? ""))
    }

    let rows = text(MarkdownText.bytes(sessions)).split(separator: "\n").filter {
      $0.hasPrefix("| ")
    }
    #expect(rows.count == sessions.count + 2)
    // A bar that is not escaped parts cells.
    #expect(rows.allSatisfy { $0.replacing(/\\./, with: "").count { $0 == "|" } == 4 })
  }

  private func shown(_ text: String?) -> String {
    VisibleText.escaped(text ?? "")
      .replacing("\u{FFFE}", with: "\\u{FFFE}").replacing("\u{FFFF}", with: "\\u{FFFF}")
  }

  @Test("prove reads the TAP, hostile names and all")
  func prove() throws {
    var random = SplitMix64(seed: 9)
    let sessions = try hostile(&random) + sessions()
    let file = FileManager.default.temporaryDirectory.appending(path: "verify-\(UUID()).tap")
    try Data(TAPText.bytes(sessions)).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let run = try ProcessRun.run(
      URL(filePath: "/usr/bin/env"), ["prove", "--exec", "cat", file.path])
    let wrong = sessions.count { $0.kind == .bad || $0.kind == .trouble }
    let told = run.output.split(separator: "\n").map(String.init)
    #expect(told.contains("Failed \(wrong)/\(sessions.count) subtests "), "\(run.output)")
    #expect(told.contains("\t(less 1 skipped subtest: \(sessions.count - wrong - 1) okay)"))
    #expect(!run.output.contains("Parse errors"), "\(run.output)")
  }
}

/// The test cases of a JUnit file, as an XML parser reads them.
private final class ParsedXML: NSObject, XMLParserDelegate {
  struct Case: Equatable {
    let name: String
    let store: String
  }

  private(set) var cases: [Case] = []
  private(set) var counts: [String: Int] = [:]
  private(set) var messages: [String] = []
  /// What the schema of Jenkins does not have.
  private(set) var faults: [String] = []
  private var open: [String] = []

  /// Where an element of that schema may stand, and which attributes it may and must have.
  private static let schema:
    [String: (parents: Set<String>, attributes: Set<String>, required: Set<String>)] = [
      "testsuites": ([""], ["name", "time", "tests", "failures", "errors"], []),
      "testsuite": (
        ["testsuites"], ["name", "time", "tests", "failures", "errors", "skipped"],
        ["name", "tests", "failures", "errors"]
      ),
      "testcase": (["testsuite"], ["name", "classname", "time"], ["name"]),
      "failure": (["testcase"], ["message", "type"], []),
      "error": (["testcase"], ["message", "type"], []),
      "skipped": (["testcase"], ["message", "type"], []),
      "system-out": (["testcase"], [], []),
    ]

  /// Nil where it is not well formed.
  init?(_ bytes: [UInt8]) {
    super.init()
    let parser = XMLParser(data: Data(bytes))
    parser.delegate = self
    guard parser.parse() else { return nil }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    counts[name, default: 0] += 1
    let known = Self.schema[name]
    let isPlaced = known.map { $0.parents.contains(open.last ?? "") } ?? false
    let others = Set(attributes.keys).subtracting(known?.attributes ?? [])
    let missing = Set(known?.required ?? []).subtracting(attributes.keys)
    if !isPlaced || !others.isEmpty || !missing.isEmpty { faults.append(name) }
    if let time = attributes["time"], time.wholeMatch(of: /[0-9]+\.[0-9]{3}/) == nil {
      faults.append("time \(time)")
    }
    open.append(name)
    if name == "testcase" {
      cases.append(Case(name: attributes["name"] ?? "", store: attributes["classname"] ?? ""))
    }
    if let message = attributes["message"] { messages.append(message) }
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    open.removeLast()
  }
}
