/// The names of members that usually hold a secret: version 1 of the default list.
///
/// Sessions name the list by its version instead of its patterns, so it never changes. A new list
/// needs a new version in addition to this one.
enum SecretNames {
  static let version1: [String] = {
    var seen: Set<String> = []
    let names =
      (secretPhrases + variants).flatMap(spellings) + actions.flatMap(spellingsInCode)
    return names.filter { seen.insert($0).inserted }
  }()

  private static let secretPhrases = [
    // Passwords
    "password", "passwords", "passwd", "pwd", "passphrase", "passcode", "old password",
    "new password", "current password", "confirm password", "password confirmation",
    "mysql pwd",
    // Tokens and keys
    "secret", "secrets", "client secret", "shared secret", "token", "tokens", "access token",
    "refresh token", "id token", "auth token", "session token", "device token", "push token",
    "csrf token", "xsrf token", "jwt", "bearer", "bearer token", "api key", "x api key",
    "api secret", "api token", "access key", "secret key", "private key", "signing key",
    "encryption key", "seed phrase", "mnemonic",
    // Identity of the caller
    "auth", "oauth", "authorization", "proxy authorization", "authentication", "credential",
    "credentials", "cookie", "cookies", "set cookie", "session id", "session key",
    // One-time codes
    "pin", "otp", "totp", "one time code", "one time password", "verification code",
    "recovery code", "recovery codes",
    // Persons and money
    "ssn", "social security number", "card number", "credit card", "credit card number", "cvv",
    "cvc", "security code", "iban", "account number", "routing number",
  ]

  /// Variants of names for passwords, tokens and the like, if there are several.
  private static let variants: [String] = {
    let words = [
      "password", "passcode", "passphrase", "secret", "token", "access token", "refresh token",
      "api key",
    ]
    let prefixes = ["new", "old", "current", "confirm", "repeat", "user"]
    return words.flatMap { word in prefixes.map { "\($0) \(word)" } }
      // A map has pins too, so only names that do not apply to those.
      + ["confirm pin", "repeat pin", "old pin", "pin code"]
  }()

  /// Names of actions that carry a secret: a case's payload is a member with the case's name.
  private static let actions: [String] = {
    let words = [
      "password", "passcode", "passphrase", "secret", "token", "access token", "refresh token",
      "api key", "otp", "one time code", "cvv", "cvc", "ssn", "iban", "card number",
    ]
    let prefixes = ["set", "update", "change", "enter"]
    let suffixes = ["changed", "entered", "updated", "field", "text", "input"]
    return words.flatMap { word in
      prefixes.map { "\($0) \(word)" } + suffixes.map { "\(word) \($0)" }
    } + ["enter pin", "change pin", "pin entered", "pin input", "pin field"]
  }()

  /// Words that Swift names write in capitals.
  private static let initialisms: Set<Substring> = [
    "api", "id", "csrf", "xsrf", "jwt", "otp", "cvv", "cvc", "ssn", "iban", "pin",
  ]

  private static func spellingsInCode(_ phrase: String) -> [String] {
    let all = spellings(phrase)
    return [all[2], all[3], all[0]]
  }

  private static func spellings(_ phrase: String) -> [String] {
    let words = phrase.split(separator: " ")
    let capitalized = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }
    if words.count == 1 { return [phrase, capitalized[0], phrase.uppercased()] }
    let swift = zip(words, capitalized).map { word, other in
      initialisms.contains(word) ? word.uppercased() : other
    }
    return [
      words.joined(separator: "_"), words.joined(separator: "-"),
      words[0] + capitalized.dropFirst().joined(), words[0] + swift.dropFirst().joined(),
      capitalized.joined(), swift.joined(), words.joined(), capitalized.joined(separator: "-"),
      words.joined(separator: "_").uppercased(),
    ]
  }
}
