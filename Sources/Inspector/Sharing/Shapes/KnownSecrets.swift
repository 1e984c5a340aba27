import SessionFormat

/// The secrets that were found so far, to find them again wherever else they stand.
///
/// A secret is also found in base 64 of a longer text. Only what hardly stands somewhere by chance is
/// kept: a word such as `none` under the name `token` would else hide each `none` of the session.
struct KnownSecrets: Sendable {
  /// What begins with the same six bytes: by length, the longest first.
  private struct Family: Sendable {
    var lengths: [Int] = []
    var forms: Set<[UInt8]> = []
  }

  private var families: [UInt64: Family] = [:]
  /// Whether some form begins with two bytes: a table of all pairs.
  private var pairs = [Bool](repeating: false, count: 1 << 16)
  private var seen: Set<[UInt8]> = []
  private var size = 0
  /// Whether there were more secrets than are kept.
  private(set) var isFull = false

  private static let least = 6
  private static let sizeLimit = 1 << 24
  /// How many lengths of secrets that begin alike are looked for.
  private static let lengthLimit = 64

  var isEmpty: Bool { families.isEmpty }

  /// Keeps a secret, if it is long and mixed enough.
  ///
  /// - Parameter isShaped: Whether its form alone shows that it is a secret.
  mutating func add(_ secret: [UInt8], isShaped: Bool) {
    guard isShaped ? secret.count >= Self.least : Self.isTelling(secret), !seen.contains(secret)
    else { return }
    guard size < Self.sizeLimit else {
      isFull = true
      return
    }
    seen.insert(secret)
    add(form: secret)
    for shift in 0..<3 {
      let inner = Base64Text.inner(of: secret, shift: shift)
      guard inner.count >= Self.least + 2 else { continue }
      add(form: inner)
      let other = inner.map { byte in
        switch byte {
        case UInt8(ascii: "+"): UInt8(ascii: "-")
        case UInt8(ascii: "/"): UInt8(ascii: "_")
        default: byte
        }
      }
      if other != inner { add(form: other) }
    }
  }

  private mutating func add(form: [UInt8]) {
    size += form.count + 64
    let key = Self.key(form)
    var family = families[key] ?? Family()
    if !family.lengths.contains(form.count) {
      guard family.lengths.count < Self.lengthLimit else {
        isFull = true
        return
      }
      family.lengths.append(form.count)
      family.lengths.sort(by: >)
    }
    family.forms.insert(form)
    families[key] = family
    pairs[Int(form[0]) << 8 | Int(form[1])] = true
  }

  private static func key(_ bytes: some Collection<UInt8>) -> UInt64 {
    bytes.prefix(least).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Whether a text hardly stands anywhere by chance: six bytes with letters and digits, eight
  /// digits, or twenty of anything.
  private static func isTelling(_ secret: [UInt8]) -> Bool {
    guard secret.count >= least else { return false }
    let digits = secret.count { ByteSet.digits.contains($0) }
    let hasOthers = secret.contains { !ByteSet.digits.contains($0) && $0 != UInt8(ascii: " ") }
    return secret.count >= 20 || (digits > 0 && hasOthers) || digits >= 8
  }

  func contains(_ secret: [UInt8]) -> Bool { seen.contains(secret) }

  /// Where known secrets stand in a text; none overlap.
  ///
  /// Complexity: O(count), and at each place where some begin the lengths of those.
  func spans(in text: UnsafeBufferPointer<UInt8>) -> [SecretSpan] {
    guard !families.isEmpty, text.count >= Self.least else { return [] }
    var found: [SecretSpan] = []
    pairs.withUnsafeBufferPointer { pairs in
      var at = 0
      while at + Self.least <= text.count {
        guard pairs[Int(text[at]) << 8 | Int(text[at + 1])],
          let family = families[Self.key(text[at..<at + Self.least])],
          let length = family.lengths.first(where: { length in
            at + length <= text.count && family.forms.contains(Array(text[at..<at + length]))
          })
        else {
          at &+= 1
          continue
        }
        found.append(SecretSpan(range: at..<at + length, kind: .copy))
        at += length
      }
    }
    return found
  }
}
