import SessionFormat

/// The secrets that were found so far, to find them again wherever else they stand.
///
/// A secret is also found in base 64 of a longer text. A plain word is not looked for: one such as
/// `none` under the name `token` would else hide each `none` of the session.
struct KnownSecrets: Sendable {
  private var sought = ByteForms(least: 6)
  /// Plain words, and what is too short.
  private var words = ByteForms(least: 3)
  /// Parts of the secrets, at the places of those.
  private(set) var parts = SecretParts()
  private var seen: Set<[UInt8]> = []
  private var size = 0
  /// How many different secrets are not looked for, as they are plain words or too short.
  private(set) var plainCount = 0
  private var isOverfull = false

  private static let sizeLimit = 1 << 24

  var isEmpty: Bool { sought.isEmpty && plainCount == 0 }
  /// Whether there were more secrets than are kept.
  var isFull: Bool { isOverfull || parts.isFull }

  /// Keeps a secret.
  ///
  /// - Parameter isShaped: Whether its form alone shows that it is a secret.
  mutating func add(_ secret: [UInt8], isShaped: Bool) {
    guard !seen.contains(secret) else { return }
    guard size < Self.sizeLimit else {
      isOverfull = true
      return
    }
    seen.insert(secret)
    size += secret.count + 64
    let trimmed = Self.trimmed(secret)
    if !trimmed.isEmpty, trimmed.count < secret.count {
      add(trimmed, isShaped: isShaped)
    }
    let look = SecretLook(secret)
    guard secret.count >= sought.least, isShaped || !look.isPlain else {
      plainCount += 1
      if !words.add(secret, isWord: true) { isOverfull = true }
      return
    }
    add(form: secret, isWord: !isShaped && !look.isTelling)
    for shift in 0..<3 {
      let inner = Base64Text.inner(of: secret, shift: shift)
      guard inner.count >= sought.least + 2 else { continue }
      add(form: inner, isWord: false)
      let other = inner.map { byte in
        switch byte {
        case UInt8(ascii: "+"): UInt8(ascii: "-")
        case UInt8(ascii: "/"): UInt8(ascii: "_")
        default: byte
        }
      }
      if other != inner { add(form: other, isWord: false) }
    }
  }

  private static func trimmed(_ secret: [UInt8]) -> [UInt8] {
    let rest = secret.drop(while: ByteSet.blanks.contains)
    guard let last = rest.lastIndex(where: { !ByteSet.blanks.contains($0) }) else { return [] }
    return Array(rest[...last])
  }

  private mutating func add(form: [UInt8], isWord: Bool) {
    size += form.count + 64
    if !sought.add(form, isWord: isWord) { isOverfull = true }
  }

  /// Keeps a secret that was found in a text, and what is inside it, with its parts for that place.
  mutating func add(_ found: TextSecrets.Found, at place: SecretParts.Place) {
    parts.add(
      found.secret, publicCount: found.span.publicCount, isLine: found.span.kind == .authorization,
      at: place)
    for secret in [found.secret] + found.inner {
      add(secret, isShaped: found.span.kind != .password)
      if found.span.kind == .privateKey { addLines(of: secret) }
    }
  }

  /// Whether a secret came about key by key: without its last character it is one, too.
  func isTyped(_ secret: [UInt8]) -> Bool {
    var rest = secret[...]
    while let last = rest.popLast(), last & 0xC0 == 0x80 {}
    return seen.contains(Array(rest))
  }

  /// Looks for the parts of a secret at a place where a copy of it is; false if they are already.
  mutating func addParts(of secret: [UInt8], at place: SecretParts.Place) -> Bool {
    guard !parts.contains(secret, at: place) else { return false }
    parts.add(secret, publicCount: 0, at: place)
    return true
  }

  /// Whether a secret was kept, or is a plain word.
  func hasSeen(_ secret: [UInt8]) -> Bool { seen.contains(secret) }

  /// Whether a secret that was found at a place is known, there as well.
  func contains(_ secret: [UInt8], at place: SecretParts.Place) -> Bool {
    seen.contains(secret) && parts.contains(secret, at: place)
  }

  /// A part of a key is a secret as well.
  private mutating func addLines(of key: [UInt8]) {
    var line: [UInt8] = []
    var place = 0
    while place <= key.count {
      let isEscape = place + 1 < key.count && key[place] == UInt8(ascii: "\\")
      if place == key.count || key[place] <= 0x20 || isEscape {
        if line.count > 15 { add(line, isShaped: true) }
        line = []
        place += isEscape ? 2 : 1
      } else {
        line.append(key[place])
        place += 1
      }
    }
  }

  /// Where known secrets stand in a text; none overlap.
  ///
  /// - Parameter isName: Whether the text is a name of a member or type. Those of cases are words, and
  ///   so are many values of them; so no words are found there.
  func spans(in text: UnsafeBufferPointer<UInt8>, isName: Bool) -> [SecretSpan] {
    sought.ranges(in: text).compactMap { range in
      if isName, SecretLook(text[range]).isIdentifier { return nil }
      return SecretSpan(range: range, kind: .copy)
    }
  }

  /// Whether a number is one of the secrets.
  func contains(number text: UnsafeBufferPointer<UInt8>) -> Bool {
    sought.ranges(in: text) == [text.indices]
  }

  /// Where plain words stand in a text that are secrets elsewhere.
  func wordRanges(in text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] { words.ranges(in: text) }
}

/// How likely a text stands somewhere else by chance.
struct SecretLook {
  /// A word as any text may have: of letters alone, the first a capital at most, and not long; or so
  /// short that it stands everywhere.
  let isPlain: Bool
  /// Whether it hardly stands even inside other words: six bytes with letters and digits, eight
  /// digits, or twelve of anything.
  let isTelling: Bool
  /// Whether it may be the name of a case, such as `notDetermined`: words that capitals divide.
  let isIdentifier: Bool

  private static let least = 6
  private static let longestWord = 11
  private static let longestIdentifier = 19
  private static let shortestPart = 3

  init(_ text: some Collection<UInt8>) {
    let digits = text.count { ByteSet.digits.contains($0) }
    let isOfLetters = text.allSatisfy { ByteSet.letters.contains($0) || $0 >= 0x80 }
    let capitals = text.dropFirst().count { ByteSet.capitals.contains($0) }
    let hasOthers = text.contains { !ByteSet.digits.contains($0) && $0 != UInt8(ascii: " ") }
    isPlain =
      text.count < Self.least
      || (isOfLetters && capitals == 0 && text.count <= Self.longestWord)
    isTelling =
      text.count > Self.longestWord || (digits > 0 && hasOthers && text.count >= Self.least)
      || digits >= 8
    var (part, shortest) = (0, Int.max)
    for byte in text {
      if ByteSet.capitals.contains(byte), part > 0 {
        shortest = min(shortest, part)
        part = 0
      }
      part += 1
    }
    isIdentifier =
      isOfLetters && text.count <= Self.longestIdentifier
      && min(shortest, part) >= Self.shortestPart
  }
}
