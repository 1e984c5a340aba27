import Foundation
import SessionFormat
import TestSupport
import Testing

@testable import Recorder

@Suite("The list of redactions")
struct RedactionsTests {
  @Test("a text that is no pattern is refused with its place")
  func refused() throws {
    let error = try #require(throws: PathPatternError.self) {
      try Redactions(["$.a", "$.b-c", "d"])
    }
    #expect(error.text == "$.b-c" && error.column == 4)
  }

  @Test("lists add up, each pattern once")
  func sum() throws {
    let sum = try Redactions(["$.a", "$.b", "$.a"]) + Redactions(["$.b", "$..c"]) + .none
    #expect(sum.patterns.map(\.description) == ["$.a", "$.b", "$..c"])
    #expect(try Redactions([]).isEmpty && Redactions.none.isEmpty)
    var options = RecorderOptions()
    #expect(options.redactions == .none)
    options.redactions = try .defaults + Redactions(["$.user.email"])
    #expect(options.redactions.patterns.last?.description == "$.user.email")
    #expect(Redactions.defaults.patterns.count == Redactions.secretNames.count)
  }

  @Test("every spelling of a name in the default list is a pattern that reads back")
  func spellings() throws {
    let texts = Redactions.defaults.patterns.map(\.description)
    #expect(try Redactions(texts) == .defaults)
    let names = Set(Redactions.secretNames)
    #expect(names.count == Redactions.secretNames.count)
    for name in [
      "password", "Password", "PASSWORD", "passwd", "secret", "token", "api_key", "api-key",
      "apiKey",
      "ApiKey", "APIKey", "apikey", "API_KEY", "Api-Key", "X-Api-Key", "auth", "Authorization",
      "credentials", "privateKey", "private_key", "bearer", "Set-Cookie", "sessionId", "sessionID",
      "session_id", "ssn", "cardNumber", "cvv", "iban", "pin", "otp", "accessToken", "idToken",
      "IDToken", "mysql_pwd",
    ] { #expect(names.contains(name), "\(name)") }
  }

  @Test("a payload is hidden under the names that actions have which carry a secret")
  func namesOfActions() throws {
    let names = Set(Redactions.secretNames)
    for name in [
      "setPassword", "passwordChanged", "userPassword", "newPassword", "confirmPassword",
      "repeat_password", "enterPasscode", "passphraseEntered", "updateToken", "setAccessToken",
      "refreshTokenUpdated", "setAPIKey", "setApiKey", "apiKeyChanged", "otpEntered", "enterOTP",
      "oneTimeCodeInput", "cvvField", "setCVC", "ssnText", "setIBAN", "cardNumberChanged",
      "enterPIN", "set_password",
    ] { #expect(names.contains(name), "\(name)") }
    // Names that are common where nothing is secret.
    for name in [
      "setPin", "newPin", "currentPin", "pinText", "pinChanged", "user", "text", "input", "field",
      "email", "name", "key", "code", "number", "newCode", "userID",
    ] { #expect(!names.contains(name), "\(name)") }
    var redactor = Redactor(.defaults, key: RedactionKey(1, 2))
    let hidden = redactor.redact(["setPassword": ["_0": "hunter2"]])
    #expect(hidden == ["setPassword": ["_0": "pecmps7"]])
  }

  @Test("the default list is far below the size from which the inspector takes all for hidden")
  func size() {
    let size = Redactions.defaults.patterns.reduce(0) { $0 + $1.description.utf8.count }
    #expect(size < 1 << 15)
  }

  @Test("the documentation has the whole default list, and no other name")
  func documented() throws {
    let text = try String(
      contentsOf: PackageRoot.url.appending(path: "docs/redaction.md"), encoding: .utf8)
    let block = try #require(text.components(separatedBy: "```text\n").dropFirst().first)
    let list = try #require(block.components(separatedBy: "```").first)
    #expect(list.split(whereSeparator: \.isWhitespace).map(String.init) == Redactions.secretNames)
  }
}
