import SessionFormat

// Addresses, keys, headers, and what follows the name of a secret.

extension SecretShapes {
  // MARK: E-mail

  /// The address around a sign.
  func email(around at: Int, free: Int, _ text: UnsafeBufferPointer<UInt8>) -> SecretSpan? {
    var start = text.start(of: .mailbox, before: at, from: max(free, at - 64))
    while start < at, !ByteSet.word.contains(text[start]), text[start] < 0x80 { start += 1 }
    guard start < at, text[at - 1] != UInt8(ascii: ".") else { return nil }
    var (end, label, labels) = (at, at + 1, 0)
    while labels < 10 {
      let labelEnd = text.end(of: .domain, from: label, most: 64)
      guard labelEnd > label, 1...63 ~= labelEnd - label, text[label] != UInt8(ascii: "-") else {
        break
      }
      labels += 1
      end = labelEnd
      guard end < text.count, text[end] == UInt8(ascii: ".") else { break }
      label = end + 1
    }
    guard labels > 1 else { return nil }
    let last = text.start(of: .domain, before: end, from: at)
    let top = UnsafeBufferPointer(rebasing: text[last..<end])
    guard top.count > 1, top.allSatisfy({ ByteSet.letters.contains($0) || $0 >= 0x80 }),
      !Self.isFileExtension(top)
    else { return nil }
    return SecretSpan(range: start..<end, kind: .email)
  }

  /// Whether `photo@2x.png` and the like end so.
  private static func isFileExtension(_ top: UnsafeBufferPointer<UInt8>) -> Bool {
    fileExtensions.contains(String(decoding: top, as: UTF8.self).lowercased())
  }

  private static let fileExtensions: Set<String> = [
    "png", "jpg", "jpeg", "gif", "svg", "webp", "heic", "pdf", "json", "plist", "swift", "css",
    "js", "html", "mp4", "mov", "txt", "xml",
  ]

  // MARK: URLs

  /// The user and password of a URL, if `://` stands at an index.
  func credentials(behind colon: Int, _ text: UnsafeBufferPointer<UInt8>) -> SecretSpan? {
    guard text.has("://", at: colon), colon > 0, ByteSet.alphanumeric.contains(text[colon - 1])
    else { return nil }
    let start = colon + 3
    var (end, at, divider) = (start, Int?.none, Int?.none)
    while end < text.count, end - start < 1024, !Self.authorityEnds.contains(text[end]) {
      if text[end] == UInt8(ascii: "@") { at = end }
      if text[end] == UInt8(ascii: ":"), divider == nil { divider = end }
      end += 1
    }
    guard let at else { return nil }
    if let divider, divider < at { return secret(divider + 1..<at, text) }
    // A token alone; a short name is hardly one.
    return at - start >= 12 ? SecretSpan(range: start..<at, kind: .password) : nil
  }

  private static let authorityEnds = ByteSet("/?# \t\r\n\"'<>\\")

  // MARK: Behind a name

  /// What stands behind `name=`, if the name is on the list.
  func parameter(
    behind sign: Int, free: Int, _ text: UnsafeBufferPointer<UInt8>
  ) -> SecretSpan? {
    guard sign > 0, isListed(endingAt: sign, free: free, text) else { return nil }
    var start = sign + 1
    while start < text.count, start - sign < 4, text[start] == UInt8(ascii: "\\") { start += 1 }
    if start < text.count, text[start] == UInt8(ascii: "\"") || text[start] == UInt8(ascii: "'") {
      return quoted(at: start, text)
    }
    var end = start
    while end < text.count, !ByteSet.delimiters.contains(text[end]) { end += 1 }
    return secret(start..<end, text)
  }

  /// What stands behind `"name":` or a header's name, if that is on the list.
  func value(behind colon: Int, free: Int, _ text: UnsafeBufferPointer<UInt8>) -> SecretSpan? {
    guard colon > 0 else { return nil }
    var (nameEnd, isQuoted) = (colon, false)
    if text[colon - 1] == UInt8(ascii: "\"") || text[colon - 1] == UInt8(ascii: "'") {
      (nameEnd, isQuoted) = (colon - 1, true)
      while nameEnd > free, text[nameEnd - 1] == UInt8(ascii: "\\") { nameEnd -= 1 }
    }
    guard isListed(endingAt: nameEnd, free: free, text) else { return nil }
    var start = colon + 1
    while start < text.count, text[start] == UInt8(ascii: " "), start - colon < 8 { start += 1 }
    var quote = start
    while quote < text.count, quote - start < 16, text[quote] == UInt8(ascii: "\\") { quote += 1 }
    if quote < text.count, text[quote] == UInt8(ascii: "\"") || text[quote] == UInt8(ascii: "'") {
      return quoted(at: quote, text)
    }
    if isQuoted {
      return secret(start..<text.end(of: .digits, from: start), text)
    }
    guard Self.isHeader(endingAt: nameEnd, text) else { return nil }
    var end = start
    while end < text.count, !Self.lineEnds.contains(text[end]) { end += 1 }
    return end > start ? SecretSpan(range: start..<end, kind: .authorization) : nil
  }

  private static let lineEnds = ByteSet("\r\n\"")

  /// Whether one of the names that HTTP gives to what identifies the caller ends at an index.
  private static func isHeader(endingAt end: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    for name: StaticString in ["authorization", "cookie", "x-api-key", "api-key"]
    where text.has(anyCase: name, at: end - name.utf8CodeUnitCount) { return true }
    return false
  }

  private func isListed(
    endingAt end: Int, free: Int, _ text: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let start = text.start(of: .token, before: end, from: max(free, end - 64))
    return start < end && names.contains(UnsafeBufferPointer(rebasing: text[start..<end]))
  }

  /// The text in the quotes that begin at an index, which may be escaped as often as the first is.
  private func quoted(at quote: Int, _ text: UnsafeBufferPointer<UInt8>) -> SecretSpan? {
    var escapes = 0
    while quote - escapes > 0, text[quote - escapes - 1] == UInt8(ascii: "\\") { escapes += 1 }
    var end = quote + 1
    while end < text.count {
      if text[end] == text[quote] {
        var before = 0
        while end - before - 1 > quote, text[end - before - 1] == UInt8(ascii: "\\") {
          before += 1
        }
        if before <= escapes { return secret(quote + 1..<end - before, text) }
      }
      end += 1
    }
    return secret(quote + 1..<text.count, text)
  }

  /// A value, unless it only says that there is none.
  private func secret(_ range: Range<Int>, _ text: UnsafeBufferPointer<UInt8>) -> SecretSpan? {
    let value = UnsafeBufferPointer(rebasing: text[range])
    guard !value.isEmpty, !value.allSatisfy({ $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "=") })
    else { return nil }
    for word: StaticString in ["null", "nil", "true", "false", "undefined", "(null)"]
    where value.count == word.utf8CodeUnitCount && value.has(word, at: 0) { return nil }
    return SecretSpan(range: range, kind: .password)
  }

  // MARK: Headers and keys

  /// What follows `Bearer` or `Basic`.
  func header(_ at: Int, _ text: UnsafeBufferPointer<UInt8>) -> SecretSpan? {
    let isBearer = text.has(anyCase: "bearer ", at: at)
    guard isBearer || text.has(anyCase: "basic ", at: at) else { return nil }
    let start = at + (isBearer ? 7 : 6)
    let end = text.end(of: .bearer, from: start)
    let value = UnsafeBufferPointer(rebasing: text[start..<end])
    guard value.count >= 8 else { return nil }
    let isSecret =
      isBearer
      ? value.contains { !ByteSet.letters.contains($0) && $0 != UInt8(ascii: ".") }
        || value.count >= 20
      : Base64Text.decoded(value)?.contains(UInt8(ascii: ":")) == true
    return isSecret ? SecretSpan(range: start..<end, kind: .authorization) : nil
  }

  /// Three parts of base 64 for URLs, of which the first is the header of a JSON Web Token.
  func jwt(_ at: Int, _ text: UnsafeBufferPointer<UInt8>) -> SecretSpan? {
    guard text.has("eyJ", at: at) else { return nil }
    let head = text.end(of: .token, from: at)
    guard head < text.count, text[head] == UInt8(ascii: "."), head - at >= 12 else { return nil }
    let body = text.end(of: .token, from: head + 1)
    guard body > head + 1, body < text.count, text[body] == UInt8(ascii: ".") else { return nil }
    let bytes = Base64Text.decoded(UnsafeBufferPointer(rebasing: text[at..<head])) ?? []
    guard let header = try? JSONParser().parse(bytes), header["alg"] != nil || header["enc"] != nil
    else { return nil }
    // An encrypted one has five parts.
    var end = body
    while end < text.count, text[end] == UInt8(ascii: "."), end < text.count {
      let next = text.end(of: .token, from: end + 1)
      if next == end + 1, end != body { break }
      end = next
    }
    return SecretSpan(range: at..<end, kind: .jwt)
  }

  /// A private key, up to its end line or the end of the text.
  func privateKey(_ at: Int, _ text: UnsafeBufferPointer<UInt8>) -> SecretSpan? {
    guard text.has("-----BEGIN ", at: at) else { return nil }
    let name = text.end(of: Self.keyNames, from: at + 11, most: 40)
    guard text.has("-----", at: name), text.has("PRIVATE KEY", at: name - 11) else { return nil }
    let start = name + 5
    var end = start
    while end < text.count {
      if text[end] == UInt8(ascii: "-"), text.has("-----END ", at: end) { break }
      end += 1
    }
    let isMasked = !text[start..<end].contains { ByteSet.alphanumeric.contains($0) }
    return isMasked ? nil : SecretSpan(range: start..<end, kind: .privateKey)
  }

  private static let keyNames = ByteSet("ABCDEFGHIJKLMNOPQRSTUVWXYZ ")
}
