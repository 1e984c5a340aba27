import Foundation
import SessionFormat
import TestSupport
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("A scan finds each planted secret, wherever it stands")
struct SecretScanTests {
  /// Where a secret is planted.
  enum Spot: CaseIterable {
    case first, patch, deepPatch, keyframe, outside, action, dispatched, input, mark, threw, at,
      type
    case header, memberName, unknown
  }

  static func session(_ spot: Spot, _ name: String, _ text: String) -> SessionBuilder {
    let value: JSONValue = ["deep": [["x": 1, "y": .object([(name, .string(text))])]]]
    var builder = SessionBuilder { header in
      if spot == .header { header.app = .object([(name, .string(text))]) }
    }
    let start: JSONValue = ["count": 0, "deep": [["x": 1, "y": [:]]], "list": []]
    builder.whole(0, spot == .first ? value : start)
    var action = ActionLine(n: 1, t: 5, type: "go", action: 1)
    if spot == .action { action.action = value }
    if spot == .at { action.at = text }
    if spot == .type { action.type = text }
    builder.add(.action(action))
    if spot == .input { builder.input(1, "thing", value) }
    var line = StateLine(n: 1, content: .patch(JSONPatch()))
    if spot == .threw { line.threw = "Failure(\(text))" }
    if spot == .memberName {
      line.content = .patch(JSONPatch([.add(JSONPointer(tokens: ["deep", "0", "y", text]), 7)]))
    }
    if spot == .patch {
      line.content = .patch(JSONPatch([.add(JSONPointer(tokens: ["v"]), value)]))
    }
    if spot == .deepPatch {
      let path = JSONPointer(tokens: ["deep", "0", "y", name])
      line.content = .patch(JSONPatch([.add(path, .string(text))]))
    }
    if spot == .keyframe { line.content = .whole(value) }
    builder.add(.state(line))
    if spot == .keyframe { builder.keyframe(1, value) }
    if spot == .outside {
      builder.add(.outside(OutsideLine(n: 1, t: 6, content: .whole(value))))
    }
    if spot == .dispatched {
      builder.add(.dispatched(DispatchedLine(n: 1, t: 7, type: "x", action: value)))
    }
    if spot == .mark { builder.mark(1, text) }
    if spot == .unknown { builder.add(["kind": "later", "n": 1, "note": .string(text)]) }
    builder.add(.end(EndLine(n: 1, t: 9)))
    return builder
  }

  static func findings(_ builder: SessionBuilder) throws -> [SecretFinding] {
    var scan = SecretScan(try builder.session())
    try scan.run()
    return scan.findings
  }

  @Test("a thousand places and secrets", arguments: (0..<1000).thinned(250, usual: 1))
  func canaries(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let secret = PlantedSecret(PlantedSecret.kinds[seed % 10], &random)
    let spot = Spot.allCases[seed / 10 % Spot.allCases.count]
    let form = PlantedSecret.Form.allCases[Int.random(in: 0..<5, using: &random)]
    // What only its name shows has none in these places, and in a text it is no member.
    let isNamed = secret.kind == .name
    if isNamed, [.mark, .threw, .at, .type, .memberName, .unknown].contains(spot) {
      return
    }
    let text = isNamed ? secret.text : secret.written(form)
    let found = try Self.findings(Self.session(spot, isNamed ? "token" : "note", text))
    let shown = "\(spot) \(secret.kind) \(form) \(text)"
    try #require(!found.isEmpty, "\(shown)")
    let own = found.filter { $0.kind == secret.kind }
    #expect(!own.isEmpty, "\(shown): \(found.map(\.kind))")
    for one in found {
      #expect(!one.preview.contains(secret.canary), "\(shown)")
      #expect(!one.place.description.contains(secret.canary), "\(shown)")
    }
  }

  @Test("nothing is found where nothing is", arguments: (0..<64).thinned(16))
  func nothing(seed: Int) throws {
    let recording = RandomRecording(seed: seed, plain: false)
    var scan = SecretScan(try recording.session())
    try scan.run()
    #expect(scan.findings.isEmpty, "\(scan.findings.map(\.preview))")
  }

  @Test("a field into which a password is typed kept the first eleven letters of it")
  func typed() throws {
    let password = "Sommerferien2024"
    var builder = SessionBuilder()
    builder.whole(0, ["login": ["password": ""]])
    for n in 1...password.count {
      let text = JSONValue.string(String(password.prefix(n)))
      builder.action(n, "textChanged", ["textChanged": ["field": "pw", "text": text]])
      builder.patch(n, to: ["login": ["password": text]])
    }
    var redaction = try SessionRedaction(try builder.session(), RedactionPolicy())
    let (writer, _) = try redaction.write { () throws(InspectorError) in SessionWriter(to: nil) }
    let text = String(decoding: writer.kept, as: UTF8.self)
    for count in 6...password.count { #expect(!text.contains(password.prefix(count)), "\(count)") }
  }

  @Test(
    "names of keys as the tools of a cloud spell them, and a secret behind a name as logs write it",
    arguments: [
      "AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI", "aws_session_token = \"FwoGZXIvYXdz1\"",
      "secret_access_key: wJalrXUtn1FEMI", "login with password: hunter2", "token: 9f8e7d6c",
    ])
  func named(text: String) throws {
    var builder = SessionBuilder()
    builder.whole(0, ["log": [.string(text)]])
    #expect(try Self.findings(builder).map(\.kind) == [.password], "\(text)")
    builder = SessionBuilder()
    builder.whole(0, ["aws_secret_access_key": "wJalrXUtnFEMI"])
    #expect(try Self.findings(builder).map(\.kind) == [.name])
  }

  @Test(
    "what an action carried whose type is the name of a secret was not found",
    arguments: [
      "SetPassword", "setPassword", "auth/setToken", "LoginAction.setToken", "passwordChanged",
      "auth/refreshToken/fulfilled", "user/setPin",
    ])
  func types(type: String) throws {
    let action: JSONValue = [
      "type": .string(type), "payload": ["value": "Zq1w!canaryAA1", "n": 7, "on": true],
    ]
    for isDispatched in [false, true] {
      var builder = SessionBuilder()
      builder.whole(0, ["n": 1])
      if isDispatched {
        builder.add(.dispatched(DispatchedLine(n: 0, t: 1, type: type, action: action)))
      } else {
        builder.action(1, type, action)
      }
      let found = try Self.findings(builder)
      #expect(
        found.map { "\($0.kind) \($0.place)" } == ["name $.payload.value", "name $.payload.n"])
    }
  }

  @Test(
    "other types, and a type alone, are none",
    arguments: [
      "tokenExpired", "showPassword", "notes/pin", "notes/pin/fulfilled", "nextPageToken",
      "setPasswordRules",
      "login.forgotPassword",
    ])
  func harmlessTypes(type: String) throws {
    var builder = SessionBuilder()
    builder.whole(0, ["n": 1])
    builder.add(.dispatched(DispatchedLine(n: 0, t: 1, type: "setPassword", action: "setPassword")))
    builder.action(1, type, ["type": .string(type), "payload": "Zq1w!canaryAA1"])
    #expect(try Self.findings(builder).isEmpty)
  }

  @Test(
    "a value that another member of its object calls a secret was not found",
    arguments: [
      #"{"name":"X-Api-Key","value":"Zq1w"}"#, #"{"key":"password","value":"Zq1w"}"#,
      #"{"path":"/user/password","value":"Zq1w"}"#, #"{"field":"password","text":"Zq1w"}"#,
      #"{"value":4711,"label":"New password"}"#, #"{"id":"login-pin","value":"1234"}"#,
      #"{"type":"@@redux-form/CHANGE","meta":{"field":"password"},"payload":"Zq1w"}"#,
    ])
  func namedByOthers(text: String) throws {
    let object = try JSONValue(parsing: text)
    var builder = SessionBuilder()
    builder.whole(0, ["n": 1])
    builder.action(1, "send", ["fields": [object]])
    let found = try Self.findings(builder)
    #expect(found.count == 1 && found.first?.kind == .name, "\(found.map(\.place))")
    // What is typed there later has its name in the state before.
    for path in ["form", "list"] {
      var typed = SessionBuilder()
      let (empty, full) = (Self.with("", in: object), object)
      typed.whole(0, path == "form" ? ["form": empty] : ["list": [empty]])
      typed.action(1)
      typed.patch(1, to: path == "form" ? ["form": full] : ["list": [full]])
      #expect(try Self.findings(typed).map(\.count) == [1], "\(path)")
    }
  }

  private static func with(_ value: JSONValue, in object: JSONValue) -> JSONValue {
    .object(
      (object.object.map(Array.init) ?? []).map { name, old in
        (name, ["value", "text", "payload"].contains(name) ? value : old)
      })
  }

  @Test(
    "what is typed into a field was found only if nothing else stood in the line with its name",
    arguments: [
      #"{"f":{"name":"password","value":""}}"#, #"{"f":{"name":"form/password","value":""}}"#,
      #"{"token":null,"f":{"name":"password","value":""}}"#,
      #"{"a":"say \"hi\"","f":{"name":"password","value":""}}"#,
      #"{"a":"ann@example.org","f":{"name":"password","value":""}}"#,
    ])
  func typedIntoNamed(text: String) throws {
    var builder = SessionBuilder()
    builder.whole(0, try JSONValue(parsing: text))
    builder.action(1, "go", ["typed": "hunter2xyz"])
    builder.add(
      .state(
        StateLine(
          n: 1,
          content: .patch(
            JSONPatch([.replace(JSONPointer(tokens: ["f", "value"]), "hunter2xyz")])))))
    builder.end(1)
    let found = try Self.findings(builder).filter { $0.kind != .email }
    #expect(Set(found.map(\.source)) == [.state, .action])
    #expect(!(try Self.redacted(builder)).contains("hunter2xyz"))
  }

  @Test("a value that a change of another member made a secret was not found", arguments: [1, 2])
  func namedLater(depth: Int) throws {
    let way = depth == 1 ? ["f", "name"] : ["f", "meta", "field"]
    var builder = SessionBuilder()
    builder.whole(
      0, ["f": ["name": "user", "meta": ["field": "user"], "value": "hunter2xyz"]])
    builder.action(1, "go", ["typed": "hunter2xyz"])
    builder.add(
      .state(
        StateLine(
          n: 1, content: .patch(JSONPatch([.replace(JSONPointer(tokens: way), "password")])))))
    builder.end(1)
    #expect(!(try Self.findings(builder)).isEmpty)
    #expect(!(try Self.redacted(builder)).contains("hunter2xyz"))
  }

  @Test("the name of a case in a password's action was replaced in all states")
  func casesOfActions() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["status": "loggedOut", "user": 1_234_567])
    builder.action(
      1, "passwordChanged", ["screen": "loggedOut", "user": 1_234_567, "to": "hunter2x"])
    builder.whole(1, ["status": "loggedOut", "user": 1_234_567, "draft": "hunter2x"])
    builder.end(1)
    let out = try Self.redacted(builder)
    #expect(out.contains(#""status":"loggedOut","user":1234567"#), "\(out)")
    #expect(!out.contains("hunter2x"), "\(out)")
  }

  /// The session without its secrets.
  private static func redacted(_ builder: SessionBuilder) throws -> String {
    var redaction = try SessionRedaction(try builder.session(), RedactionPolicy())
    var (writer, _) = try redaction.write { () throws(InspectorError) in SessionWriter(to: nil) }
    try writer.finish()
    return String(decoding: writer.kept, as: UTF8.self)
  }

  @Test(
    "what a form shows of such a field is none",
    arguments: [
      #"{"name":"password","value":true}"#, #"{"id":"password","text":"Change your password"}"#,
      #"{"key":"mail","value":"Zq1w"}"#, #"{"name":"password","value":"Password"}"#,
      #"{"name":"password","value":{"isValid":true,"hint":"six letters"}}"#,
    ])
  func shownFields(text: String) throws {
    var builder = SessionBuilder()
    builder.whole(0, ["form": [try JSONValue(parsing: text)]])
    #expect(try Self.findings(builder).isEmpty)
  }

  @Test("a secret of one place is found in others, also inside texts and in base 64")
  func copies() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["token": "hunter7x", "log": ["used hunter7x"], "raw": ""])
    builder.action(1)
    builder.patch(
      1,
      to: [
        "token": "hunter7x", "log": ["used hunter7x"],
        "raw": .string(Data("{\"v\":\"hunter7x\"}".utf8).base64EncodedString()),
      ])
    builder.mark(1, "hunter7x again")
    let found = try Self.findings(builder)
    #expect(
      found.map {
        "\($0.source) \($0.place) \($0.kind) \($0.count) \($0.first ?? -1) \($0.preview)"
      }
        == [
          "state $.token name 1 0 ********", "state $.log[*] copy 1 0 ********",
          "state $.raw copy 1 1 ************************", "mark $ copy 1 1 ********",
        ])
  }

  @Test("what a header hides is not looked at, and a word is not looked for elsewhere")
  func hidden() throws {
    var builder = SessionBuilder { $0.redactions = ["defaults@1", "$.mail"] }
    builder.whole(0, ["token": "x7y8z9a0", "mail": "ann@example.org", "auth": "none", "s": "none"])
    #expect(try Self.findings(builder).isEmpty)
    // A part of a recording has its stand-ins; what a host made has none.
    for (changes, places) in [
      (["begins with the recorded state 3"], []), (["skipped 1 add"], ["$.token", "$.mail"]),
      (["skipped 1 add", "secrets replaced"], []),
    ] {
      builder = SessionBuilder {
        $0.redactions = ["$.token", "$.mail"]
        $0.derived = SessionHeader.Derivation(id: "d", changes: changes)
      }
      builder.whole(0, ["token": "x7y8z9a0", "mail": "a horse"])
      #expect(try Self.findings(builder).map(\.place.description) == places)
    }
    builder = SessionBuilder()
    builder.whole(0, ["auth": "none", "s": "none"])
    #expect(try Self.findings(builder).map(\.place.description) == ["$.auth"])
  }

  @Test("values behind keys that are no strings, in a state and in a patch of it")
  func pairs() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["form": ["mail", "x", "password", "a"]])
    builder.action(1)
    builder.patch(1, to: ["form": ["mail", "x", "password", "b"]])
    let found = try Self.findings(builder)
    #expect(found.map { "\($0.place) \($0.count)" } == ["$.form[*] 2"])
  }

  @Test("an element that a patch appends stands at any index")
  func appended() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["log": []])
    builder.action(1)
    let patch = JSONPatch([.add(JSONPointer(tokens: ["log", "-"]), "ann@example.org")])
    builder.add(.state(StateLine(n: 1, content: .patch(patch))))
    #expect(try Self.findings(builder).map(\.place.description) == ["$.log[*]"])
  }

  @Test("names mean secrets in any spelling, also in the header and in unknown members")
  func spellings() throws {
    var builder = SessionBuilder { header in
      header.app = ["committed": ["password": "sunshine", "pin": 4711]]
    }
    builder.whole(0, ["headers": ["X-API-Key": "abc", "apikey": "def", "x-auth-token": "ghi"]])
    builder.action(1, "send", ["headers": [["X-CSRF-TOKEN", "jkl"], ["Host", "x"]]])
    builder.add(["kind": "later", "n": 1, "clientSecret": "mno"])
    #expect(
      try Self.findings(builder).map { "\($0.source) \($0.place)" } == [
        "header $.app.committed.password", "header $.app.committed.pin",
        "state $.headers['X-API-Key']", "state $.headers.apikey", "state $.headers['x-auth-token']",
        "action $.headers[*][*]", "other $.clientSecret",
      ])
  }

  @Test("places without end are bounded")
  func bounded() throws {
    var builder = SessionBuilder()
    let members = (0..<6000).map { (name: "p\($0)", value: JSONValue.string("a\($0)@example.org")) }
    builder.whole(0, ["deep": ["er": .object(members)]])
    let found = try Self.findings(builder)
    #expect(found.count == 1001)
    #expect(found.last?.place.description == "$.deep.er..*")
  }
}
