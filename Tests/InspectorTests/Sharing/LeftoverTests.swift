import Foundation
import SessionFormat
import TestSupport
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("Nothing of a secret is left beside it")
struct LeftoverTests {
  private func redacted(
    _ builder: SessionBuilder, _ policy: RedactionPolicy = RedactionPolicy()
  ) throws -> (text: String, session: Session, account: SessionRedaction.Account) {
    var redaction = try SessionRedaction(try builder.session(), policy)
    var (writer, account) = try redaction.write { () throws(InspectorError) in
      SessionWriter(to: nil)
    }
    try writer.finish()
    let bytes = Data(writer.kept)
    let new = try Session(bytes: bytes, file: "redacted.ndjson")
    #expect(try SessionCheck(new, interrupted: { false }).faults.isEmpty)
    return (String(decoding: bytes, as: UTF8.self), new, account)
  }

  /// A text field, in an action and a state, with each of these texts.
  private static func field(_ texts: [String]) -> SessionBuilder {
    var builder = SessionBuilder()
    builder.whole(0, ["form": ["text": ""], "title": "Settings of ann.smith"])
    for (n, text) in texts.enumerated() {
      builder.action(n + 1, "typed", ["typed": ["_0": .string(text)]])
      builder.patch(
        n + 1, to: ["form": ["text": .string(text)], "title": "Settings of ann.smith"])
    }
    return builder
  }

  private static let secrets = [
    "ann.smith@example.com", "4111111111111111", "+49 30 1234567", "DE89370400440532013000",
    "ghp_iK2ZWeqhFWCEPyYngFb51yBMWXaSCrUZoL8g",
  ]

  @Test("what was typed key by key, and deleted again", arguments: secrets)
  func typed(secret: String) throws {
    let public0 = secret.hasPrefix("ghp_") ? 4 : 0
    let begun = (1...secret.count).map { String(secret.prefix($0)) }
    let builder = Self.field(begun.map { "to " + $0 } + begun.reversed().map { "to " + $0 })
    let (text, session, _) = try redacted(builder)
    for length in (public0 + 6)...secret.count {
      #expect(!text.contains("\"to \(secret.prefix(length))"), "\(length)")
    }
    // Elsewhere such a part is any word.
    #expect(try session.state(1)["title"] == "Settings of ann.smith")
    #expect(try session.state(3)["form"]?["text"]?.string == "to \(secret.prefix(3))")
    var scan = SecretScan(try builder.session())
    try scan.run()
    #expect(scan.findings.contains { $0.kind == .copy && $0.source == .state })
  }

  @Test(
    "the two halves around an insertion, and what deleting from the front leaves",
    arguments: secrets)
  func halves(secret: String) throws {
    let middle = secret.index(secret.startIndex, offsetBy: secret.count / 2)
    let texts = [
      secret, "\(secret[..<middle]) and \(secret[middle...])", String(secret.dropFirst()),
      String(secret.dropFirst(2)),
    ]
    let (text, _, _) = try redacted(Self.field(texts))
    for part in [secret[..<middle], secret[middle...], secret.dropFirst(2)] {
      #expect(!text.contains(part), "\(part)")
    }
  }

  @Test("a secret that patches put together, again in two halves")
  func assembled() throws {
    let secret = Self.secrets[4]
    let (first, second) = (secret.prefix(20), secret.dropFirst(20))
    var builder = SessionBuilder { $0.requires = [SessionHeader.splice] }
    builder.whole(0, ["big": .string(String(repeating: "text ", count: 300))])
    for (n, piece) in [" \(first) ", String(second), " and "].enumerated() {
      builder.action(n + 1)
      let splice = TextSplice(at: [4, 25, 25][n], removed: 0, inserted: piece)
      try builder.patch(n + 1, by: JSONPatch([.splice(JSONPointer(tokens: ["big"]), splice)]))
    }
    builder.mark(3, "again \(secret)")
    let (text, _, _) = try redacted(builder)
    #expect(!text.contains(first) && !text.contains(second))
  }

  @Test("the same where a card is typed as a number")
  func typedNumber() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["n": 0])
    for n in 1...16 {
      builder.action(n)
      builder.patch(n, to: ["n": .number(JSONNumber(Int("4111111111111111".prefix(n)) ?? 0))])
    }
    let (text, _, _) = try redacted(builder)
    #expect(!text.contains("411111") && text.contains("41111"))
  }

  @Test("a name in the header's patterns, and the pattern still fits")
  func patternNames() throws {
    var builder = SessionBuilder {
      $0.redactions = ["$.old['bob@example.org'].x", "$.all", "later@7"]
    }
    builder.whole(
      0, ["old": ["bob@example.org": ["x": "***"]], "all": ["ann@example.org": ["***"]]])
    let (text, session, _) = try redacted(builder)
    #expect(!text.contains("bob@") && !text.contains("ann@"))
    let name = try #require(try session.state(0)["old"]?.object?.first?.name)
    #expect(session.header.redactions?.first == "$.old['\(name)'].x")
    #expect(session.header.redactions?.contains("later@7") == true)
    #expect(try session.state(0)["old"]?[name]?["x"] == "***")
  }

  @Test("copies of passwords without a digit; a plain word is counted, with where else it stands")
  func words() throws {
    let found = [
      "ZqAbXkPwRtLmNvQs", "qwErTyUiOpAsDfGh", "geheimesPasswort", "ABCDEFGHIJKLMNOP",
      "ABCD-EFGH-JKLM", "swordfish!", "123456", "unpronounceable", "pass-phrase", "SUNSHINE",
    ]
    let plain = ["hunter", "Sunshine", "abcd", "ab1"]
    for password in found + plain {
      var builder = SessionBuilder()
      builder.whole(0, ["password": .string(password), "note": .string("<<\(password)>>")])
      builder.mark(0, "again \(password).")
      builder.mark(0, "in\(password)side")
      let (_, session, account) = try redacted(builder)
      let note = try #require(try session.state(0)["note"]?.string)
      #expect((note == "<<\(password)>>") == plain.contains(password), "\(password) \(note)")
      #expect(account.plainCount == (plain.contains(password) ? 1 : 0))
      let places = account.words.map { "\($0.source) \($0.place)" }
      #expect(
        places == (plain.contains(password) ? ["state $.note", "mark $"] : []), "\(password)")
    }
  }

  @Test("a value that is also the name of a case is not looked for in names")
  func cases() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["authorization": "notDetermined", "last": ["notDetermined": [:]]])
    builder.action(1, "notDetermined", ["notDetermined": ["note": "is notDetermined"]])
    let (text, session, _) = try redacted(builder)
    #expect(try session.state(0)["last"] == ["notDetermined": [:]])
    #expect(try session.action(1).type == "notDetermined")
    #expect(!text.contains("is notDetermined"))
  }
}
