import Foundation
import SessionFormat
import TestSupport
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("A redacted session")
struct SessionRedactionTests {
  private func redacted(
    _ builder: SessionBuilder, _ policy: RedactionPolicy = RedactionPolicy()
  ) throws -> (text: String, session: Session, account: SessionRedaction.Account) {
    try redacted(try builder.session(), policy)
  }

  private func redacted(
    _ session: Session, _ policy: RedactionPolicy = RedactionPolicy()
  ) throws -> (text: String, session: Session, account: SessionRedaction.Account) {
    var redaction = try SessionRedaction(session, policy)
    var (writer, account) = try redaction.write { () throws(InspectorError) in
      SessionWriter(to: nil)
    }
    try writer.finish()
    let bytes = Data(writer.kept)
    let new = try Session(bytes: bytes, file: "redacted.ndjson")
    #expect(try SessionCheck(new, interrupted: { false }).faults.isEmpty)
    return (String(decoding: bytes, as: UTF8.self), new, account)
  }

  @Test(
    "has none of a thousand planted secrets, in no form",
    arguments: (0..<1000).thinned(250, usual: 1))
  func canaries(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let secret = PlantedSecret(PlantedSecret.kinds[seed % 10], &random)
    let spots = SecretScanTests.Spot.allCases
    let spot = spots[seed / 10 % spots.count]
    let form = PlantedSecret.Form.allCases[Int.random(in: 0..<5, using: &random)]
    let isNamed = secret.kind == .name
    if isNamed, [.mark, .threw, .at, .type, .header, .memberName, .unknown].contains(spot) {
      return
    }
    let text = isNamed ? secret.text : secret.written(form)
    var builder = SecretScanTests.session(spot, isNamed ? "token" : "note", text)
    // Once more, beside and inside others.
    builder.lines.removeLast()
    builder.mark(1, "again \(secret.canary) and \(Data(secret.canary.utf8).base64EncodedString())")
    builder.add(.end(EndLine(n: 1, t: 9)))
    let (out, session, _) = try redacted(builder)
    let shown = "\(spot) \(secret.kind) \(form) \(text)\n\(out)"
    for canary in Self.forms(of: secret.canary) { #expect(!out.contains(canary), "\(shown)") }
    // What was replaced is not found again.
    var scan = SecretScan(session)
    try scan.run()
    #expect(scan.findings.isEmpty, "\(scan.findings.map(\.place)) \(shown)")
  }

  /// Files of Redux DevTools in each shape, with a name in each state and action that they may have.
  private static let files: [String] = {
    let state = #"{"user":{"name":"Alice"},"v":1}"#
    let action = #"{"type":"say","payload":{"name":"Alice"}}"#
    let computed = #"{"state":\#(state)}"#
    // A skipped action, one that is not staged, and a state too many.
    let lifted = #"""
      {"actionsById":{"0":{"action":\#(action)},"1":{"action":\#(action)},"2":{"action":\#(action)},
      "7":{"action":\#(action)}},"stagedActionIds":[0,1,2],"skippedActionIds":[2],"nextActionId":8,
      "currentStateIndex":2,"committedState":\#(state),"monitorState":{},
      "computedStates":[\#(computed),\#(computed),\#(computed)EXTRA]}
      """#
    let usual = lifted.replacing("EXTRA", with: "")
    let odd = lifted.replacing("EXTRA", with: "," + computed)
    func envelope(_ payload: String) -> String {
      JSONValue.object([("payload", .string(payload)), ("preloadedState", .string(state))])
        .description
    }
    return [
      usual, odd, envelope(usual), envelope(odd), envelope("[\(action)]"), "[\(action)]",
      "\(action)\n\(action)",
    ]
  }()

  @Test(
    "states and actions that an import keeps beside those of its steps had what a pattern hides",
    arguments: files)
  func imported(file: String) throws {
    let imported = try DevToolsImport(
      Array(file.utf8), from: "a.json", store: "s", id: SessionBuilder.id)
    let session = try Session(bytes: Data(try imported.bytes()), file: "a.ndjson")
    #expect(String(decoding: session.bytes, as: UTF8.self).contains("Alice"))
    var policy = RedactionPolicy()
    for path in ["$.user.name", "$.payload.name"] { policy.add(.redact, try PathPattern(path)) }
    let (text, new, _) = try redacted(session, policy)
    #expect(!text.contains("Alice"))
    // It is still such a file, in which equal values are equal.
    let export = try DevToolsExport(new) { false }
    let names = export.document.description.matches(of: #/name\\*":\\*"([A-Za-z]+)/#).map { $0.1 }
    #expect(Set(names).count == 1)
    var scan = SecretScan(new, places: policy.places)
    try scan.run()
    #expect(scan.findings.isEmpty)
  }

  @Test("a value stayed that had become the password, as only its name in the object had changed")
  func renamedField() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["field": ["name": "city", "value": "Lisbon"], "n": 1])
    builder.action(1)
    builder.patch(1, to: ["field": ["name": "password", "value": "Lisbon"], "n": 1])
    let (_, new, _) = try redacted(builder)
    #expect(try new.state(0)["field"]?["value"] == "Lisbon")
    #expect(try new.state(1)["field"]?["value"] != "Lisbon")
  }

  @Test("words behind a header's value were replaced beside other secrets of that place")
  func wordsBehindHeader() throws {
    let text = "got X-Auth-Token: N4t10vUdaMPTV0EMlV0vbh84 from server"
    let other = "got 5586 3181 2943 2131 from server"
    var builder = SessionBuilder()
    builder.whole(0, ["log": ""])
    builder.action(1)
    builder.whole(1, ["log": .string(text)])
    builder.action(2)
    builder.whole(2, ["log": .string(other)])
    builder.end(2)
    let (out, session, _) = try redacted(builder)
    #expect(!out.contains("N4t10vUda") && !out.contains("5586 3181"))
    let log = try #require(try session.state(2)["log"]?.string)
    #expect(log.hasPrefix("got ") && log.hasSuffix(" from server") && log != other)
  }

  @Test("a number in the header or in an unknown line was still found after it was replaced")
  func numbersWithoutPatterns() throws {
    var builder = SessionBuilder { header in
      header.app = ["pin": 839_274, "card": 4_111_111_111_111_111]
    }
    builder.whole(0, [:])
    builder.add(
      try JSONValue(
        parsing: #"{"kind":"hello","n":0,"secret":-44.5e2,"is":{"card":5586318129432131}}"#))
    builder.end(0)
    let (out, session, _) = try redacted(builder)
    #expect(session.header.app == ["pin": "******", "card": "****************"])
    #expect(out.contains(#""secret":"-**.***""#))
    var scan = SecretScan(session)
    try scan.run()
    #expect(scan.findings.isEmpty, "\(scan.findings.map(\.place))")
  }

  /// How a secret might be written.
  private static func forms(of secret: String) -> [String] {
    let json = JSONValue.string(secret).description.dropFirst().dropLast()
    let percent = secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? secret
    let base64 = (0..<3).map { shift in
      String(decoding: Base64Text.inner(of: Array(secret.utf8), shift: shift), as: UTF8.self)
    }
    return [secret, String(json), percent] + base64
  }

  @Test("is equal but for what was replaced", arguments: (0..<24).thinned(8))
  func others(seed: Int) throws {
    let session = try RandomRecording(seed: seed, plain: seed % 2 == 0).session()
    let (_, new, account) = try redacted(session)
    #expect(account.replaced.isEmpty)
    for n in session.first...session.last where session.hasState(n) {
      #expect(try new.state(n) == session.state(n))
    }
  }

  @Test("keeps structure, and equal secrets equal")
  func values() throws {
    var builder = SessionBuilder()
    builder.whole(
      0, ["user": ["token": "ab12-CD", "mail": "ann@example.org", "n": 1], "log": []])
    builder.action(1, "login", ["login": ["password": "pa55word", "mail": "ann@example.org"]])
    builder.patch(
      1,
      to: [
        "user": ["token": "ab12-CD", "mail": "ann@example.org", "n": 2],
        "log": ["mail to ann@example.org sent", "with pa55word"],
      ])
    builder.mark(1, "ann@example.org was here")
    let (_, new, account) = try redacted(builder)
    let state = try new.state(1)
    let mail = try #require(state["user"]?["mail"]?.string)
    #expect(mail != "ann@example.org")
    #expect(mail.count == 15 && mail.contains("@"))
    #expect(state["log"]?[0]?.string == "mail to \(mail) sent")
    #expect(try new.action(1).action["login"]?["mail"]?.string == mail)
    let password = try #require(try new.action(1).action["login"]?["password"]?.string)
    #expect(state["log"]?[1]?.string == "with \(password)")
    #expect(state["user"]?["n"] == 2)
    #expect(try new.state(0)["user"]?["token"] == state["user"]?["token"])
    guard case .mark(let mark)? = try new.events(1).first else { return #expect(Bool(false)) }
    #expect(mark.text == "***@*******.*** was here")
    #expect(
      new.header.redactions == [
        "$.user.token", "$.user.mail", "$.login.password", "$.login.mail", "$.log[*]",
      ])
    #expect(account.first?.n == 0)
  }

  @Test(
    "what the recorder hid went out where a host had made it anew, also with a policy that keeps all",
    arguments: [["skipped 1 add"], ["secrets replaced", "replayed, as it does not reproduce"]])
  func hiddenAnew(changes: [String]) throws {
    var builder = SessionBuilder { header in
      header.redactions = ["$.items[*].message", "$.pin"]
      header.derived = SessionHeader.Derivation(id: "d", changes: changes)
    }
    builder.whole(0, ["items": [["message": "stand-in of before"]], "pin": 1])
    builder.action(1)
    builder.patch(1, to: ["items": [["message": "the blue horse is mine"]], "pin": 471_108_152])
    builder.mark(1, "the blue horse is mine")
    let policy = try RedactionPolicy(text: Array("keep all\n".utf8))
    for policy in [policy, RedactionPolicy()] {
      let (out, new, _) = try redacted(builder, policy)
      #expect(!out.contains("blue horse is mine") && !out.contains("471108152"))
      #expect(new.header.redactions?.prefix(2) == ["$.items[*].message", "$.pin"])
      // After that nothing but stand-ins is there.
      #expect(!new.header.isOfHost)
    }
  }

  @Test(
    "what the policy keeps by its place was hidden again where a host had made it anew",
    arguments: [
      ("keep $.pin\n", true), ("keep $.pin\nkeep all\n", true), ("redact all\nkeep $.pin\n", true),
      ("keep $.pin\nredact all\n", false), ("redact $.pin\nkeep all\n", false),
      ("keep place\n", false),
    ])
  func keptAnew(rules: String, stays: Bool) throws {
    var builder = SessionBuilder { header in
      header.redactions = ["$.items[*].message", "$.pin"]
      header.derived = SessionHeader.Derivation(id: "d", changes: ["secrets replaced", "replayed"])
    }
    builder.whole(
      0,
      [
        "items": [["message": "the blue horse is mine"]], "log": "he said the blue horse is mine",
        "pin": 471_108_152,
      ])
    // What quotes a hidden text is no less hidden if the place of the quote is kept.
    let rules = rules + "keep $.log\n"
    let (out, new, account) = try redacted(builder, RedactionPolicy(text: Array(rules.utf8)))
    #expect((try new.state(0)["pin"] == 471_108_152) == stays)
    #expect(account.kept.map(\.place.description) == (stays ? ["$.pin"] : []))
    #expect(!out.contains("blue horse"))
    #expect(new.header.redactions == ["$.items[*].message", "$.pin", "$.log"])
  }

  @Test("a secret without the blanks around it stayed where an app had trimmed it")
  func trimmed() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["password": " Xk7pQ2vLm9zR4tWq\n", "sent": "Xk7pQ2vLm9zR4tWq"])
    let (_, new, _) = try redacted(builder)
    let state = try new.state(0)
    let sent = try #require(state["sent"]?.string)
    #expect(sent != "Xk7pQ2vLm9zR4tWq")
    #expect(state["password"]?.string == " \(sent)\n")
  }

  @Test("names of members, escaped texts and numbers")
  func forms() throws {
    var builder = SessionBuilder()
    builder.whole(
      0,
      [
        "byMail": ["ann@example.org": 1], "card": 4_111_111_111_111_111,
        "url": "https://a.example/?mail=ann%40example.org&x=1",
        "json": #"{"mail":"ann\u0040example.org"}"#,
      ])
    let (_, new, _) = try redacted(builder)
    let state = try new.state(0)
    let name = try #require(state["byMail"]?.object?.first?.name)
    #expect(name.contains("@") && name != "ann@example.org")
    let url = try #require(state["url"]?.string)
    #expect(url == "https://a.example/?mail=\(name.replacing("@", with: "%40"))&x=1")
    #expect(state["json"]?.string == #"{"mail":"\#(name.replacing("@", with: #"\u0040"#))"}"#)
    #expect(state["card"]?.number?.text.count == 16)
    #expect(state["card"] != 4_111_111_111_111_111)
  }

  @Test(
    "a JSON text stays one",
    arguments: [
      #"{"token":"abcd\u0041efgh1234"}"#, #"{"password":12345678}"#, #"{"pin":-1.5e3}"#,
      #"{"key":"-----BEGIN PRIVATE KEY-----\nMIIEvQabc\n-----END PRIVATE KEY-----"}"#,
      #"{"secret":"\u00fc\ud83d\ude00x\"y\\z1"}"#, #"{"a":"Hi\nann@example.org"}"#,
      #"{"h":"Authorization: Digest u=\"Mufasa\""}"#, #"{"password":"!!??!!"}"#,
    ])
  func escapes(text: String) throws {
    for seed in 0..<8 {
      var builder = SessionBuilder()
      builder.whole(0, ["body": .string(text), "other": .number(JSONNumber(seed))])
      let (_, new, _) = try redacted(builder)
      let body = try #require(try new.state(0)["body"]?.string)
      #expect(body != text)
      #expect(throws: Never.self) { try JSONValue(parsing: body) }
    }
  }

  @Test("a policy keeps and adds; the last rule that fits decides")
  func policy() throws {
    var builder = SessionBuilder()
    builder.whole(
      0, ["mail": "ann@example.org", "name": "Ann", "token": "ab12cd34", "sub": ["token": "x"]])
    let text = """
      # what our team may see
      keep email
      redact $.name
      keep name
      redact $.sub.token
      """
    let policy = try RedactionPolicy(text: Array(text.utf8))
    let (_, new, account) = try redacted(builder, policy)
    let state = try new.state(0)
    #expect(state["mail"] == "ann@example.org")
    #expect(state["name"] != "Ann")
    #expect(state["token"] == "ab12cd34")
    #expect(state["sub"]?["token"] != "x")
    #expect(account.kept.map(\.place.description) == ["$.mail", "$.token"])
    let json = try RedactionPolicy(
      text: Array(#"{"keep":["all"],"redact":["$.name"]}"#.utf8))
    let (_, other, _) = try redacted(builder, json)
    #expect(try other.state(0)["name"] != "Ann")
    #expect(try other.state(0)["sub"] == ["token": "x"])
    for bad in ["hide email", "keep mails", "keep $.[", "{\"keep\":1}", "{", "keep"] {
      #expect(throws: RedactionPolicy.Fault.self) { try RedactionPolicy(text: Array(bad.utf8)) }
    }
  }

  @Test("a change is redacted as the whole state is", arguments: (0..<48).thinned(16))
  func incremental(seed: Int) throws {
    let recording = RandomRecording(seed: seed, plain: true)
    let session = try recording.session()
    var policy = RedactionPolicy()
    for path in ["$..*"] { policy.add(.redact, try PathPattern(path)) }
    let (_, new, _) = try redacted(session, policy)
    // Equal values stay equal, and others differ, as stand-ins of a form do.
    var seen: [String: JSONValue] = [:]
    for n in session.first...session.last where session.hasState(n) {
      let (old, state) = (try session.state(n), try new.state(n))
      if let before = seen[old.description] { #expect(before == state) }
      seen[old.description] = state
      #expect(shape(of: old) == shape(of: state), "\(n)")
    }
  }

  private func shape(of value: JSONValue) -> JSONValue {
    if let array = value.array { return .array(array.map(shape)) }
    if let object = value.object {
      return .object(object.map { ($0.name, shape(of: $0.value)) })
    }
    return .string(value.kind.rawValue + (value.string.map { " \($0.unicodeScalars.count)" } ?? ""))
  }
}
