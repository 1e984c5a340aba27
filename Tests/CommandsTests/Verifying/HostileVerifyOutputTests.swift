import Foundation
import SessionFormat
import TestSupport
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("What verify tells other programs of sessions from strangers")
struct HostileVerifyOutputTests {
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
        session = VerifySample.verified(try VerifySample.verdict(builder, name(&random)), 0)
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
      let acting = VerifySample.text(bytes).unicodeScalars.filter {
        $0 != "\n" && UnsafeText.contains($0)
      }
      #expect(Array(acting) == [])
    }
    let xml = try #require(ParsedXML(JUnitText.bytes(sessions)))
    #expect(xml.faults == [])
    #expect(try #require(ParsedXML(JUnitText.bytes(VerifySample.sessions()))).faults == [])
    #expect(xml.cases == sessions.map { .init(name: shown($0.file), store: shown($0.store)) })
    #expect(xml.counts["failure", default: 0] == sessions.count { $0.kind == .bad })
    #expect(xml.counts["error", default: 0] == sessions.count { $0.kind == .trouble })
    #expect(xml.messages == sessions.map { shown($0.headline) })

    let points = VerifySample.text(TAPText.bytes(sessions)).split(separator: "\n").filter {
      !$0.hasPrefix("  ")
    }
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

    let rows = VerifySample.text(MarkdownText.bytes(sessions)).split(separator: "\n").filter {
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

  @Test("prove reads the TAP, hostile names and all", .disabled(if: FastRun.isOn))
  func prove() throws {
    var random = SplitMix64(seed: 9)
    let sessions = try hostile(&random) + VerifySample.sessions()
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

  /// Nil if it is not well formed.
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
