import SessionFormat

/// The last words of a name that say that it is one of a secret, as in `retypePassword`,
/// `oauth_token` and `card-cvv`.
///
/// Capitals and signs divide words. A text with a blank is a sentence, and one with a slash an address.
struct SecretEndings: Sendable {
  /// What a name ends with; what is a secret alone as well.
  static let endings = [
    "password", "passwort", "kennwort", "passwd", "pwd", "passcode", "passphrase", "secret",
    "secrets", "token", "pin", "cvv", "cvc", "otp", "totp", "ssn", "iban", "jwt", "mnemonic",
    "credential", "credentials", "api key", "access key", "account key", "secret key",
    "private key", "signing key", "encryption key", "seed phrase", "recovery phrase",
    "password hash", "card number", "card no", "card pan", "account number", "otp code",
    "pin code", "auth code", "authorization code", "login code", "sms code", "mfa code",
    "two factor code", "2fa code", "one time code", "verification code", "security code",
    "recovery code", "recovery codes", "backup code", "backup codes", "code verifier",
    "connection string", "set cookie",
  ]

  /// What tells that a secret came: `loginPasswordChanged`.
  private static let changed = ["password", "passcode", "passphrase", "otp", "cvv", "ssn", "iban"]
    .flatMap { word in
      ["changed", "entered", "updated", "field", "text", "input"].map { "\(word) \($0)" }
    }

  /// Words that end no other: they need no boundary before them.
  private static let long: [StaticString] = [
    "password", "passwort", "kennwort", "passcode", "passphrase", "passwd", "wachtwoord",
  ]

  /// What begins a name that asks or tells something about a secret.
  private static let askers = folded([
    "is", "has", "had", "show", "shows", "hide", "hides", "need", "needs", "require", "requires",
    "remember", "forgot", "forgotten", "can", "should", "allow", "allows", "use", "uses", "without",
    "no", "support", "supports", "enable", "enables", "did", "will", "toggle",
  ])

  /// What stands before `token` where that is a place in a list, a symbol of a text or of a design, or
  /// something that is traded or cancelled.
  private static let harmless = folded([
    "page", "next", "previous", "prev", "continuation", "cancellation", "cancel", "abort", "design",
    "theme", "color", "font", "spacing", "sync", "delta", "change", "cursor", "resume", "syntax",
    "lexer", "keyword", "identifier", "operator", "punctuation", "comma", "eof", "end", "start",
    "first", "last", "peek", "lookahead", "from", "to", "selected", "native", "base", "quote",
    "wrapped", "source", "target", "observation", "observer", "max", "min", "total", "dispatch",
    "undo", "sort", "skip", "bracket", "whitespace", "string", "number", "literal", "expected",
    "unexpected",
  ])

  /// What stands before `pin` where that is a number; there are pins on maps and boards as well.
  private static let keepers = folded([
    "login", "card", "user", "new", "current", "account", "atm", "bank", "security", "device",
    "app", "sim", "unlock", "lock", "access", "wallet", "entered", "typed", "my", "customer",
    "parental", "payment", "transaction", "set", "update", "reset", "verify", "submit", "enter",
    "change", "confirm", "repeat", "old",
  ])

  private let known = folded(Self.endings + Self.changed)
  /// Rules out most names by their last three letters.
  private let filter: [Bool]

  private static let noName = ByteSet(" \t\r\n/")
  /// No ending has more words.
  private static let mostWords = 3
  /// A longer text is hardly a name.
  private static let longestName = 200

  init() {
    var filter = [Bool](repeating: false, count: 1 << 15)
    let long = Self.long.map { $0.withUTF8Buffer(Array.init) }
    for ending in known.union(long) {
      filter[ending.withUnsafeBufferPointer { Self.slot($0, $0.count) }] = true
    }
    self.filter = filter
  }

  private static func folded(_ names: [String]) -> Set<[UInt8]> {
    Set(names.map { name in name.utf8.filter(ByteSet.alphanumeric.contains).map { $0 | 0x20 } })
  }

  @inline(__always)
  private static func slot(_ name: UnsafeBufferPointer<UInt8>, _ end: Int) -> Int {
    Int(name[end - 3] & 31) << 10 | Int(name[end - 2] & 31) << 5 | Int(name[end - 1] & 31)
  }

  /// Whether a name ends so; digits may follow, as in `password2`.
  ///
  /// Complexity: O(length of the name), for most names O(1).
  @inline(__always)
  func end(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    var end = name.count
    while end > 3, end > name.count - 2, ByteSet.digits.contains(name[end - 1]) { end -= 1 }
    guard end > 2, end <= Self.longestName, filter[Self.slot(name, end)] else { return false }
    return isSecret(UnsafeBufferPointer(rebasing: name[..<end]))
  }

  private func isSecret(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    guard !name.contains(where: Self.noName.contains) else { return false }
    // Of `login.showPassword` the last part asks.
    if let dot = name.lastIndex(of: UInt8(ascii: ".")), dot + 1 < name.count {
      return isSecret(UnsafeBufferPointer(rebasing: name[(dot + 1)...]))
    }
    let starts = Self.starts(of: name)
    guard let first = starts.last,
      starts.count == 1 || !Self.askers.contains(Self.word(first, starts, name))
    else { return false }
    for place in starts.indices.prefix(Self.mostWords) {
      let ending = Self.letters(name[starts[place]...])
      guard known.contains(ending) else { continue }
      let before = place + 1 < starts.count ? Self.word(starts[place + 1], starts, name) : nil
      if ending == Array("token".utf8) {
        return before.map { !Self.harmless.contains($0) } ?? true
      }
      if ending == Array("pin".utf8) {
        return before.map { Self.keepers.contains($0) } ?? true
      }
      return true
    }
    return Self.long.contains { name.has(anyCase: $0, at: name.count - $0.utf8CodeUnitCount) }
  }

  /// Where the words of a name begin, the last one first.
  private static func starts(of name: UnsafeBufferPointer<UInt8>) -> [Int] {
    name.indices.reversed().filter { at in
      guard ByteSet.alphanumeric.contains(name[at]) else { return false }
      guard at > 0, ByteSet.alphanumeric.contains(name[at - 1]) else { return true }
      guard ByteSet.capitals.contains(name[at]) else { return false }
      // Of `APNSToken` the last capital of several begins a word.
      return !ByteSet.capitals.contains(name[at - 1])
        || (at + 1 < name.count && !ByteSet.capitals.contains(name[at + 1])
          && ByteSet.letters.contains(name[at + 1]))
    }
  }

  /// The word that begins at one of these places.
  private static func word(
    _ start: Int, _ starts: [Int], _ name: UnsafeBufferPointer<UInt8>
  ) -> [UInt8] {
    let end = starts.last { $0 > start } ?? name.count
    return letters(name[start..<end])
  }

  private static func letters(_ part: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8] {
    part.filter(ByteSet.alphanumeric.contains).map { $0 | 0x20 }
  }
}
