import SessionFormat

// What follows the name of a secret.

extension SecretShapes {
  /// What stands behind `name=`, if the name is on the list.
  func parameter(
    behind sign: Int, free: Int, _ text: UnsafeBufferPointer<UInt8>
  ) -> SecretSpan? {
    guard let name = listedName(before: sign, free: free, text) else {
      return signature(behind: sign, text)
    }
    // `password => "x"` of a dictionary, and the arrow of a function.
    let isArrow = text.has(">", at: sign + 1)
    let start = text.end(of: .blanks, from: sign + (isArrow ? 2 : 1), most: 8)
    if let quote = Self.quote(at: start, text) { return quoted(at: quote, text) }
    if isArrow { return word(start, behind: name.start, text) }
    // A blank behind the sign is one inside a sentence, unless there is one before it as well.
    guard start == sign + 1 || name.end < sign else { return nil }
    let end = Self.end(ofValue: start, named: name.start, text)
    // Code calls a function there, and one digit is a flag.
    let isCall = end < text.count && text[end] == UInt8(ascii: "(")
    let isFlag = end == start + 1 && ByteSet.digits.contains(text[start])
    guard !isCall, !isFlag, !Self.isCode(text[start..<end]) else { return nil }
    return secret(start..<end, text)
  }

  /// The signature that makes a URL valid, behind `sig=` or `X-Amz-Signature=`.
  private func signature(behind sign: Int, _ text: UnsafeBufferPointer<UInt8>) -> SecretSpan? {
    let name = text.start(of: .name, before: sign, from: max(0, sign - 32))
    guard name > 0, [UInt8(ascii: "?"), UInt8(ascii: "&")].contains(text[name - 1]),
      sign - name == 3 && text.has(anyCase: "sig", at: name)
        || sign - name >= 9 && text.has(anyCase: "signature", at: sign - 9)
    else { return nil }
    let end = Self.end(ofValue: sign + 1, named: name, text)
    return end - sign > Self.leastSignature ? secret(sign + 1..<end, text) : nil
  }

  private static let leastSignature = 16
  private static let tagSigns = ByteSet("<>")

  /// What stands between `<password>` and `</`.
  func element(behind tag: Int, free: Int, _ text: UnsafeBufferPointer<UInt8>) -> SecretSpan? {
    let start = text.start(of: .name, before: tag, from: max(free, tag - 64))
    guard start > 0, [UInt8(ascii: "<"), UInt8(ascii: ":")].contains(text[start - 1]),
      names.contains(UnsafeBufferPointer(rebasing: text[start..<tag]))
    else { return nil }
    var end = tag + 1
    while end < text.count, !Self.tagSigns.contains(text[end]) { end += 1 }
    guard text.has("</", at: end), text.end(of: .blanks, from: tag + 1) < end else { return nil }
    return secret(tag + 1..<end, text)
  }

  /// The end of a value without quotes.
  ///
  /// Outside of URLs and forms, whose parts they divide, `&` and `#` belong to it.
  private static func end(
    ofValue start: Int, named name: Int, _ text: UnsafeBufferPointer<UInt8>
  ) -> Int {
    var end = start
    let isInURL = isInURL(name, text)
    while end < text.count,
      !ByteSet.delimiters.contains(text[end]) || !isInURL && isInValue(end, text)
    { end += 1 }
    return end
  }

  /// Whether a name stands in a URL or a form.
  private static func isInURL(_ name: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var start = name
    while start > max(0, name - 2048), !wordEnds.contains(text[start - 1]) {
      if urlSigns.contains(text[start - 1]) { return true }
      start -= 1
    }
    return false
  }

  /// Whether a sign is `&` or `#`, behind which no field of a form begins.
  private static func isInValue(_ at: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text[at] == UInt8(ascii: "&") || text[at] == UInt8(ascii: "#") else { return false }
    let field = text.end(of: .name, from: at + 1, most: 64)
    return field == at + 1 || field == text.count || text[field] != UInt8(ascii: "=")
  }

  private static let wordEnds = ByteSet(" \t\r\n\"'<>")
  private static let urlSigns = ByteSet("?&/%")

  /// Whether a value is a placeholder of a template, as `%@`, `$1` or the beginning of `${NAME}`.
  private static func isCode(_ value: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard let first = value.first else { return false }
    let rest = value.dropFirst()
    if first == UInt8(ascii: "%") { return rest.count == 1 }
    return first == UInt8(ascii: "$") && rest.allSatisfy(ByteSet.digits.contains)
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
      // A single short word, such as `required`, says what the header is for.
      let isWord =
        end - start < 12 && text[start..<end].allSatisfy(ByteSet.letters.contains)
        && !text[start..<end].dropFirst().contains(where: ByteSet.capitals.contains)
      return end > start && !isWord ? SecretSpan(range: start..<end, kind: .authorization) : nil
    }
    return word(start, behind: name.start, text)
  }

  /// A word behind the name of a secret in a sentence.
  ///
  /// Mostly that is one such as `token: expired`, or a place in a file; a secret has a digit.
  private func word(
    _ start: Int, behind name: Int, _ text: UnsafeBufferPointer<UInt8>
  ) -> SecretSpan? {
    let end = Self.end(ofValue: start, named: name, text)
    let value = text[start..<end]
    guard value.count >= 6, value.contains(where: ByteSet.digits.contains),
      !value.contains(where: Self.placeSigns.contains)
    else { return nil }
    return secret(start..<end, text)
  }

  /// The values below a name on the list, if an object or array stands behind `"name":`, and its end.
  func container(
    behind colon: Int, free: Int, _ text: UnsafeBufferPointer<UInt8>
  ) -> (spans: [SecretSpan], end: Int)? {
    let start = text.end(of: .blanks, from: colon + 1, most: 256)
    guard start < text.count, Self.openers.contains(text[start]),
      listedName(before: colon, free: free, text)?.isQuoted == true
    else { return nil }
    var (at, depth, spans) = (start, 0, [SecretSpan]())
    while at < text.count {
      if let quote = Self.quote(at: at, text) {
        let range = Self.quotedRange(at: quote, text)
        at = max(at, range.upperBound) + quote - at + 1
        // Of a member the value is one, not the name.
        let next = text.end(of: .blanks, from: min(at, text.count), most: 256)
        let isName = next < text.count && text[next] == UInt8(ascii: ":")
        // Signs alone may be what is between two texts, where their quotes are read without an escape.
        let isSigns = !text[range].contains { ByteSet.alphanumeric.contains($0) || $0 >= 0x80 }
        if !isName, !isSigns, let span = secret(range, text) { spans.append(span) }
      } else if ByteSet.digits.contains(text[at]) || text[at] == UInt8(ascii: "-") {
        let end = text.end(of: Self.numbers, from: at)
        var span = secret(at..<end, text)
        span?.isNumber = true
        spans += [span].compactMap(\.self)
        at = end
      } else {
        depth += Self.openers.contains(text[at]) ? 1 : Self.closers.contains(text[at]) ? -1 : 0
        at += 1
        if depth == 0 { break }
      }
    }
    return (spans, min(at, text.count))
  }

  private static let openers = ByteSet("{[")
  private static let closers = ByteSet("}]")
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
    let start = text.start(of: .name, before: end, from: max(free, end - 64))
    // Signs beyond ASCII, such as a wide comma, may stand before it.
    let behind = text[start..<end].lastIndex { $0 >= 0x80 }.map { $0 + 1 }
    let found = [start, behind ?? start].first { from in
      from < end && names.contains(UnsafeBufferPointer(rebasing: text[from..<end]))
    }
    return found.map { ($0, end, isQuoted) }
  }

  /// The text in the quotes that begin at an index.
  private func quoted(at quote: Int, _ text: UnsafeBufferPointer<UInt8>) -> SecretSpan? {
    let range = Self.quotedRange(at: quote, text)
    return Self.isTemplate(text[range]) ? nil : secret(range, text)
  }

  /// Whether a text is nothing but `${NAME}` or `{{ name }}`.
  private static func isTemplate(_ value: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let inner = value.drop { $0 == UInt8(ascii: "$") }
    return inner.first == UInt8(ascii: "{") && value.last == UInt8(ascii: "}")
      && !inner.contains { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: ":") }
  }

  /// The range between quotes, which may be escaped as often as the first is.
  private static func quotedRange(
    at quote: Int, _ text: UnsafeBufferPointer<UInt8>
  ) -> Range<Int> {
    var escapes = 0
    while quote - escapes > 0, text[quote - escapes - 1] == UInt8(ascii: "\\") { escapes += 1 }
    var end = quote + 1
    while end < text.count {
      if text[end] == text[quote] {
        var before = 0
        while end - before - 1 > quote, text[end - before - 1] == UInt8(ascii: "\\") {
          before += 1
        }
        if before <= escapes { return quote + 1..<end - before }
      }
      end += 1
    }
    return quote + 1..<text.count
  }

  /// A value, unless it only says that there is none.
  func secret(_ range: Range<Int>, _ text: UnsafeBufferPointer<UInt8>) -> SecretSpan? {
    let value = UnsafeBufferPointer(rebasing: text[range])
    guard !value.isEmpty, !value.isMasked else { return nil }
    for word: StaticString in ["null", "nil", "true", "false", "undefined", "(null)"]
    where value.count == word.utf8CodeUnitCount && value.has(word, at: 0) { return nil }
    return SecretSpan(range: range, kind: .password)
  }
}
