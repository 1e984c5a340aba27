import SessionFormat

// Addresses, keys, headers, and what follows the name of a secret.

extension SecretShapes {
  // MARK: E-mail

  /// The address around a sign.
  func email(around at: Int, free: Int, _ text: UnsafeBufferPointer<UInt8>) -> SecretSpan? {
    var start = text.start(of: .mailbox, before: at, from: max(free, at - 64))
    while start < at, !ByteSet.word.contains(text[start]), text[start] < 0x80 { start += 1 }
    guard start < at, text[at - 1] != UInt8(ascii: "."), !Self.isService(text[start..<at]) else {
      return nil
    }
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

  /// Whether a name before a sign is that of a service, as in `git@example.org:team/app.git`.
  private static func isService(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    name.elementsEqual("git".utf8) || name.elementsEqual("hg".utf8)
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
    guard let name = listedName(before: sign, free: free, text) else { return nil }
    let start = text.end(of: .blanks, from: sign + 1, most: 8)
    if let quote = Self.quote(at: start, text) { return quoted(at: quote, text) }
    // A blank behind the sign is one inside a sentence, unless there is one before it as well.
    guard start == sign + 1 || name.end < sign else { return nil }
    var end = start
    while end < text.count, !ByteSet.delimiters.contains(text[end]) { end += 1 }
    return secret(start..<end, text)
  }

  /// What stands behind `"name":` or a header's name, if that is on the list.
  func value(behind colon: Int, free: Int, _ text: UnsafeBufferPointer<UInt8>) -> SecretSpan? {
    guard let name = listedName(before: colon, free: free, text) else { return nil }
    var start = text.end(of: .blanks, from: colon + 1, most: 256)
    if text.has("Optional(", at: start) { start += 9 }
    if let quote = Self.quote(at: start, text) { return quoted(at: quote, text) }
    if name.isQuoted {
      guard start < text.count, Self.numbers.contains(text[start]), text[start] < 58 else {
        return nil
      }
      var span = secret(start..<text.end(of: Self.numbers, from: start), text)
      span?.isNumber = true
      return span
    }
    guard name.end == colon else { return nil }
    if SecretNameTable.isHeader(UnsafeBufferPointer(rebasing: text[name.start..<name.end])) {
      let end = Self.endOfHeader(from: start, text)
      return end > start ? SecretSpan(range: start..<end, kind: .authorization) : nil
    }
    // In a sentence a word follows, such as `token: expired`, or a place in a file; a secret has a digit.
    var end = start
    while end < text.count, !ByteSet.delimiters.contains(text[end]) { end += 1 }
    let value = text[start..<end]
    guard value.count >= 6, value.contains(where: ByteSet.digits.contains),
      !value.contains(where: Self.placeSigns.contains)
    else { return nil }
    return secret(start..<end, text)
  }

  private static let numbers = ByteSet("0123456789-+.eE")
  private static let placeSigns = ByteSet(".:")
  private static let quotes = ByteSet("\"'")
  private static let lineEnds = ByteSet("\r\n")

  /// The end of a header's value: that of its line, or the quote that ends a text around it.
  ///
  /// A value may have parameters in quotes, as in `Digest username="Mufasa", realm="x"`.
  private static func endOfHeader(
    from start: Int, _ text: UnsafeBufferPointer<UInt8>
  ) -> Int {
    var (at, isInside) = (start, false)
    while at < text.count, !lineEnds.contains(text[at]) {
      if text[at] == UInt8(ascii: "\"") {
        var before = at
        while before > start, text[before - 1] == UInt8(ascii: "\\") { before -= 1 }
        guard isInside || (before > start && text[before - 1] == UInt8(ascii: "=")) else {
          return before
        }
        isInside.toggle()
      }
      at += 1
    }
    return at
  }

  /// The place of a quote, before which there may be backslashes.
  private static func quote(at start: Int, _ text: UnsafeBufferPointer<UInt8>) -> Int? {
    let quote = text.end(of: ByteSet("\\"), from: start, most: 16)
    return quote < text.count && quotes.contains(text[quote]) ? quote : nil
  }

  /// The name on the list that stands before a sign, in quotes or not; blanks may follow it.
  private func listedName(
    before sign: Int, free: Int, _ text: UnsafeBufferPointer<UInt8>
  ) -> (start: Int, end: Int, isQuoted: Bool)? {
    var end = text.start(of: .blanks, before: sign, from: max(free, sign - 64))
    var isQuoted = false
    if end > free, Self.quotes.contains(text[end - 1]) {
      isQuoted = true
      end = text.start(of: ByteSet("\\"), before: end - 1, from: free)
    }
    let start = text.start(of: .token, before: end, from: max(free, end - 64))
    guard start < end, names.contains(UnsafeBufferPointer(rebasing: text[start..<end])) else {
      return nil
    }
    return (start, end, isQuoted)
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
