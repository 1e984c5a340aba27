import Foundation
import SessionFormat
import TestSupport

@testable import Inspector

/// A secret that is made up, and a text around it.
struct PlantedSecret {
  let kind: SecretKind
  let text: String

  /// One of a kind, by chance.
  init(_ kind: SecretKind, _ random: inout SplitMix64) {
    func letters(_ count: Int, _ alphabet: String) -> String {
      let all = Array(alphabet)
      return String((0..<count).map { _ in all[Int.random(in: 0..<all.count, using: &random)] })
    }
    let word = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    self.kind = kind
    switch kind {
    case .token:
      let forms = [
        "AKIA" + letters(16, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"), "ghp_" + letters(36, word),
        "xoxb-" + letters(12, "0123456789") + "-" + letters(24, word),
        "sk_live_" + letters(24, word),
        "AIza" + letters(35, word), "glpat-" + letters(20, word),
      ]
      text = forms[Int.random(in: 0..<forms.count, using: &random)]
    case .jwt:
      func part(_ json: String) -> String {
        Data(json.utf8).base64EncodedString().replacing("=", with: "").replacing("+", with: "-")
          .replacing("/", with: "_")
      }
      text =
        part(#"{"alg":"HS256","typ":"JWT"}"#) + "." + part(#"{"sub":"\#(letters(9, word))"}"#) + "."
        + letters(43, word)
    case .privateKey:
      text =
        "-----BEGIN RSA PRIVATE KEY-----\n" + letters(64, word) + "\n-----END RSA PRIVATE KEY-----"
    case .authorization: text = "Bearer " + letters(12, word) + "7" + letters(12, word)
    case .password: text = "https://ann:" + letters(8, word) + "7@example.org/x"
    case .email:
      text = letters(3, "abc") + "." + letters(5, word) + "@" + letters(6, "abcxyz") + ".org"
    case .card:
      var digits = [UInt8(4)] + (0..<14).map { _ in UInt8.random(in: 0...9, using: &random) }
      digits.append((0...9).first { CardNumber.luhn(digits + [$0]) } ?? 0)
      let plain = digits.map(String.init).joined()
      text =
        Bool.random(using: &random)
        ? plain
        : stride(from: 0, to: 16, by: 4).map { String(plain.dropFirst($0).prefix(4)) }
          .joined(separator: " ")
    case .iban:
      let account = letters(18, "0123456789")
      let check = (2...98).first { check in
        var rest = IBAN.Remainder()
        for (place, byte) in "DE\(check < 10 ? "0" : "")\(check)\(account)".utf8.enumerated() {
          rest.add(byte, at: place)
        }
        return rest.isRight
      }
      text = "DE\((check ?? 0) < 10 ? "0" : "")\(check ?? 0)\(account)"
    case .phone: text = "+49 30 " + letters(7, "123456789")
    case .name, .place, .copy: text = "hunter" + letters(8, word) + "2"
    }
  }

  static let kinds: [SecretKind] = [
    .token, .jwt, .privateKey, .authorization, .password, .email, .card, .iban, .phone, .name,
  ]

  /// What must not be in a redacted file: the part that only this secret has.
  var canary: String {
    switch kind {
    case .privateKey: String(text.split(separator: "\n")[1])
    case .authorization: String(text.dropFirst(7))
    case .password: String(text.dropFirst(12).prefix(9))
    default: text
    }
  }

  /// The ways in which a text is written inside another one.
  enum Form: CaseIterable {
    case alone, within, percent, nestedJSON, base64
  }

  func written(_ form: Form) -> String {
    switch form {
    case .alone: text
    case .within: "saved \(text), then left"
    case .percent:
      "https://a.example/?q="
        + (text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text)
    case .nestedJSON: JSONValue.object([("body", .string(text))]).description
    case .base64: Data("note: \(text)".utf8).base64EncodedString()
    }
  }
}
