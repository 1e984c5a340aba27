import SessionFormat

// Addresses, keys and headers.

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
    var top = Self.lastLabel(before: end, from: at, text)
    // A file may be named by an address; `photo@2x.png` is none.
    if labels > 2, Self.isFileExtension(UnsafeBufferPointer(rebasing: text[top])) {
      end = top.lowerBound - 1
      top = Self.lastLabel(before: end, from: at, text)
    }
    let before = Self.lastLabel(before: top.lowerBound - 1, from: at, text)
    guard top.count > 1, text[top].allSatisfy({ ByteSet.letters.contains($0) || $0 >= 0x80 }),
      text[before].contains(where: { ByteSet.letters.contains($0) || $0 >= 0x80 }),
      !Self.isFileExtension(UnsafeBufferPointer(rebasing: text[top])),
      !Self.isScale(behind: at, text)
    else { return nil }
    return SecretSpan(range: start..<end, kind: .email)
  }

  /// The label of a domain that ends before an index.
  private static func lastLabel(
    before end: Int, from at: Int, _ text: UnsafeBufferPointer<UInt8>
  ) -> Range<Int> {
    text.start(of: .domain, before: max(at + 1, end), from: at + 1)..<max(at + 1, end)
  }

  /// Whether the scale of a picture follows, as in `icon@3x.dark.png`.
  private static func isScale(behind at: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.count > at + 3 && ByteSet.digits.contains(text[at + 1]) && text[at + 2] | 0x20 == 0x78
      && text[at + 3] == UInt8(ascii: ".")
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

  // MARK: Headers and keys

  /// What follows `Bearer` or `Basic`.
  func header(_ at: Int, _ text: UnsafeBufferPointer<UInt8>) -> SecretSpan? {
    let isBearer = text.has(anyCase: "bearer", at: at)
    guard isBearer || text.has(anyCase: "basic", at: at) else { return nil }
    let start = at + (isBearer ? 7 : 6)
    // A form has `+` for a blank.
    guard start < text.count, [UInt8(ascii: " "), UInt8(ascii: "+")].contains(text[start - 1])
    else { return nil }
    var end = text.end(of: .bearer, from: start)
    while end > start, text[end - 1] == UInt8(ascii: ".") { end -= 1 }
    // Base 64 has no full stop, which begins the ending of a file's name.
    if !isBearer { end = text[start..<end].firstIndex(of: UInt8(ascii: ".")) ?? end }
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

  /// A private key, up to its end line or the end of the text; a form has `+` for a blank.
  func privateKey(_ at: Int, _ text: UnsafeBufferPointer<UInt8>) -> SecretSpan? {
    let isForm = text.has("-----BEGIN+", at: at)
    guard isForm || text.has("-----BEGIN ", at: at) else { return nil }
    let name = text.end(of: Self.keyNames, from: at + 11, most: 40)
    guard text.has("-----", at: name),
      text.has(isForm ? "PRIVATE+KEY" : "PRIVATE KEY", at: name - 11)
    else { return nil }
    let start = name + 5
    var end = start
    while end < text.count {
      if text[end] == UInt8(ascii: "-"), text.has(isForm ? "-----END+" : "-----END ", at: end) {
        break
      }
      end += 1
    }
    let isMasked = !text[start..<end].contains { ByteSet.alphanumeric.contains($0) }
    return isMasked ? nil : SecretSpan(range: start..<end, kind: .privateKey)
  }

  private static let keyNames = ByteSet("ABCDEFGHIJKLMNOPQRSTUVWXYZ +")
}
