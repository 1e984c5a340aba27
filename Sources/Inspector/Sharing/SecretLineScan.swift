import SessionFormat

/// Decides from a line's bytes, without parsing, whether anything in it may be a secret.
///
/// A text without escapes reads as it is written, so each is looked at as it stands. A line with an
/// escape in it is taken for one that may have a secret.
struct SecretLineScan: Sendable {
  private let texts: TextSecrets
  private let names = SecretNameTable.shared
  /// The names that patterns need.
  private let needed: Set<NameKey>
  /// Whether a pattern may select a place without a name.
  private let takesAll: Bool
  /// Whether a change of an element or member may have a secret because of another one.
  private let takesIndexes: Bool

  init(_ texts: TextSecrets, selecting patterns: [PathPattern], takesIndexes: Bool) {
    self.takesIndexes = takesIndexes
    self.texts = texts
    let needed = patterns.map(\.neededName)
    takesAll = needed.contains { $0 == nil }
    self.needed = Set(needed.compactMap { $0.map(NameKey.init) })
  }

  /// Whether the line may have a secret; false is reliable.
  ///
  /// Complexity: O(line).
  func mayHaveSecret(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    if takesAll { return true }
    var at = 0
    while at < line.count {
      let byte = line[at]
      if byte == UInt8(ascii: "\"") {
        guard let end = Self.end(ofText: at + 1, line) else { return true }
        let text = UnsafeBufferPointer(rebasing: line[at + 1..<end])
        at = end + 1
        if isSecret(text, isName: Self.isName(before: at, line)) { return true }
      } else if ByteSet.digits.contains(byte) {
        let end = line.end(of: .digits, from: at)
        if end - at > 14, end - at < 17, CardNumber.isValid(digits: line[at..<end].map { $0 - 48 })
        {
          return true
        }
        let number = UnsafeBufferPointer(rebasing: line[at..<end])
        if let known = texts.known,
          known.contains(number: number) || known.parts.mayFind(in: number)
        {
          return true
        }
        at = end
      } else {
        at &+= 1
      }
    }
    return false
  }

  private func isSecret(_ text: UnsafeBufferPointer<UInt8>, isName: Bool) -> Bool {
    guard let first = text.first else { return false }
    if isListed(text) { return true }
    if !isName, names.containsPath(text) || first == UInt8(ascii: "/") && isPath(text) {
      return true
    }
    return texts.mayFind(in: text)
  }

  private func isListed(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    names.contains(text)
      || (!needed.isEmpty && needed.contains(NameKey(String(decoding: text, as: UTF8.self))))
  }

  /// Whether a text may be the path of an operation with a secret in it or behind it.
  private func isPath(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var start = 1
    while start <= text.count {
      var end = start
      while end < text.count, text[end] != UInt8(ascii: "/") {
        // The name has another form there.
        if text[end] == UInt8(ascii: "~") { return true }
        end += 1
      }
      let token = UnsafeBufferPointer(rebasing: text[start..<end])
      if isListed(token) || texts.mayFind(in: token) { return true }
      if takesIndexes, Self.dependsOnOthers(token) { return true }
      start = end + 1
    }
    return false
  }

  /// Whether another element or member may make what is there a secret.
  private static func dependsOnOthers(_ token: UnsafeBufferPointer<UInt8>) -> Bool {
    guard !token.isEmpty else { return false }
    return token.allSatisfy { ByteSet.digits.contains($0) }
      || SecretPair.isValue(String(decoding: token.prefix(8), as: UTF8.self))
  }

  /// The end of a text; nil if it has an escape.
  private static func end(ofText start: Int, _ line: UnsafeBufferPointer<UInt8>) -> Int? {
    var at = start
    while at < line.count {
      if line[at] == UInt8(ascii: "\"") { return at }
      if line[at] == UInt8(ascii: "\\") { return nil }
      at &+= 1
    }
    return nil
  }

  private static func isName(before start: Int, _ line: UnsafeBufferPointer<UInt8>) -> Bool {
    var at = start
    while at < line.count, line[at] == UInt8(ascii: " ") || line[at] == 0x09 { at += 1 }
    return at < line.count && line[at] == UInt8(ascii: ":")
  }
}
