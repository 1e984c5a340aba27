import SessionFormat

/// The names that usually mean a secret, found by bytes in whatever way they are spelled.
///
/// Case and the dividers do not matter: headers have no case (RFC 9110), each language has its own dividers
/// between words, and a property wrapper is reflected as `_password` or `$password`. Of `user.password` and
/// `form[password]` the last part counts. `X-` before a header's name does not matter either. A longer name is
/// one if its last words are, as of ``SecretEndings``. So the table finds all that the list of the recorder hides,
/// and more.
struct SecretNameTable: Sendable {
  static let shared = SecretNameTable(
    RedactionList.defaults.memberNames + headers + SecretEndings.endings)

  /// What services call their keys, which the recorder's list does not have, and names whose words
  /// nothing divides.
  private static let headers = [
    "security token", "amz security token", "goog api key", "private token", "bot token",
    "vault token", "subscription key", "ocp apim subscription key", "app secret",
    "webhook secret", "session cookie", "jsessionid", "phpsessid", "secret access key",
    "aws secret access key", "aws secret key", "aws session token", "password confirm",
    "password repeat", "jwt token", "fcm token", "private key pem", "google api key", "reset token",
    "password reset token", "verification token", "github token", "gitlab token", "slack token",
    "apns token", "csrf", "csrf middleware token", "oauth token", "login token", "magic token",
    // `pass` alone is also a test that passed, and one to board a plane.
    "user pass", "db pass", "admin pass", "smtp pass", "mail pass", "login pass", "auth pass",
    "wifi pass", "root pass", "key pass", "store pass", "key store pass", "login pin", "card cvv",
    "cc number", "primary account number", "mot de passe", "contrasena", "contraseña", "senha",
    "wachtwoord", "lösenord", "salasana", "heslo", "jelszó",
  ]

  /// Names in other letters; a name that ends so is one as well.
  private static let foreign = [
    "пароль", "Пароль", "ПАРОЛЬ", "密码", "密碼", "口令", "パスワード", "暗証番号", "비밀번호", "סיסמה",
    "كلمة المرور", "κωδικός",
  ].map { Array($0.utf8) }

  private static let endings = SecretEndings()

  /// By hash; the letters distinguish names with equal hashes.
  private let names: [UInt64: [UInt8]]
  /// Rules out most names by their first and last letter.
  private var filter = [Bool](repeating: false, count: 32 * 32)
  /// The same by the last letter alone.
  private var endings = [Bool](repeating: false, count: 32)
  private let longest: Int

  init(_ names: [String]) {
    var folded: [UInt64: [UInt8]] = [:]
    var longest = 0
    for name in names {
      let letters = name.utf8.filter(ByteSet.alphanumeric.contains).map { $0 | 0x20 }
      guard let first = letters.first, let last = letters.last else { continue }
      filter[Self.slot(first, last)] = true
      endings[Int(last & 31)] = true
      folded[letters.reduce(Self.start, Self.mixed)] = letters
      longest = max(longest, letters.count)
    }
    self.names = folded
    // With `X-` and a divider between any two words.
    self.longest = 2 + longest + longest / 2
  }

  private static let start: UInt64 = 0xCBF2_9CE4_8422_2325

  @inline(__always)
  private static func mixed(_ hash: UInt64, _ letter: UInt8) -> UInt64 {
    (hash ^ UInt64(letter)) &* 0x100_0000_01B3
  }

  @inline(__always)
  private static func slot(_ first: UInt8, _ last: UInt8) -> Int {
    Int(first & 31) << 5 | Int(last & 31)
  }

  func contains(_ name: String) -> Bool {
    var name = name
    return name.withUTF8 { contains($0) }
  }

  /// Complexity: O(length of the name), for most names O(1).
  @inline(__always)
  func contains(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    guard name.count > 2 else { return false }
    let (first, last) = (name[0], name[name.count - 1])
    guard ByteSet.alphanumeric.contains(first), ByteSet.alphanumeric.contains(last) else {
      return containsTrimmed(name)
    }
    if isWhole(name) || Self.endings.end(name) { return true }
    guard endings[Int(last & 31)], name.count <= Self.longestPath,
      let end = name.lastIndex(where: Self.isPartSign)
    else { return false }
    return isWhole(UnsafeBufferPointer(rebasing: name[(end + 1)...]))
  }

  /// Whether an action of that type has a secret, as `SetPassword` and `auth/setToken` have.
  func containsType(_ type: String) -> Bool {
    // What is done with a note is no number; and what was masked is no name any more.
    containsPath(type)
      && !type.split(separator: "/").suffix(2).contains { ["pin", "Pin"].contains($0) }
      && !type.utf8.contains(UInt8(ascii: "*"))
  }

  /// Whether the last part of a text with slashes is the name of a secret, as of `/user/password`; what a thunk
  /// adds behind its name is no part.
  func containsPath(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { containsPath($0) }
  }

  func containsPath(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count <= Self.longestPath else { return false }
    var (part, rest) = Self.lastPart(of: text)
    if Self.phases.contains(where: { part.count == $0.utf8CodeUnitCount && part.has($0, at: 0) }) {
      (part, rest) = Self.lastPart(of: rest)
    }
    return contains(part)
  }

  /// What stands behind the last slash or colon, and before it.
  private static func lastPart(
    of text: UnsafeBufferPointer<UInt8>
  ) -> (part: UnsafeBufferPointer<UInt8>, rest: UnsafeBufferPointer<UInt8>) {
    guard let sign = text.lastIndex(where: typeSigns.contains) else { return (text, text) }
    return (
      UnsafeBufferPointer(rebasing: text[(sign + 1)...]),
      UnsafeBufferPointer(rebasing: text[..<sign])
    )
  }

  private static let typeSigns = ByteSet("/:")
  private static let phases: [StaticString] = ["pending", "fulfilled", "rejected"]

  /// Whether a name is listed without the signs around it.
  private func containsTrimmed(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    if name[name.count - 1] >= 0x80,
      Self.foreign.contains(where: { name.suffix($0.count).elementsEqual($0) })
    {
      return true
    }
    guard let start = name.firstIndex(where: ByteSet.alphanumeric.contains),
      let end = name.lastIndex(where: ByteSet.alphanumeric.contains)
    else { return false }
    return contains(UnsafeBufferPointer(rebasing: name[start...end]))
  }

  @inline(__always)
  private func isWhole(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    guard name.count > 2, name.count <= longest else { return false }
    let start = Self.hasHeaderPrefix(name) ? 2 : 0
    return filter[Self.slot(name[start], name[name.count - 1])] && isListed(name, from: start)
  }

  /// A longer path hardly leads to a value.
  private static let longestPath = 200

  @inline(__always)
  private static func isPartSign(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ".") || byte == UInt8(ascii: "[")
  }

  @inline(__always)
  private static func hasHeaderPrefix(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    name[0] | 0x20 == UInt8(ascii: "x") && isDivider(name[1])
  }

  @inline(__always)
  private static func isDivider(_ byte: UInt8) -> Bool { !ByteSet.alphanumeric.contains(byte) }

  private func isListed(_ name: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
    var hash = Self.start
    for byte in name[start...] where !Self.isDivider(byte) {
      hash = Self.mixed(hash, byte | 0x20)
    }
    guard let letters = names[hash] else { return false }
    return name[start...].lazy.filter { !Self.isDivider($0) }.map { $0 | 0x20 }
      .elementsEqual(letters)
  }

  /// Whether a name is one of a header, of which the whole line is a secret.
  static func isHeader(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    let letters = name.filter { !isDivider($0) }.map { $0 | 0x20 }
    func ends(_ word: StaticString) -> Bool {
      word.withUTF8Buffer { letters.suffix($0.count).elementsEqual($0) }
    }
    if ends("authorization") || ends("cookie") || ends("apikey") { return true }
    return name.contains(UInt8(ascii: "-")) && (ends("key") || ends("token"))
  }
}
