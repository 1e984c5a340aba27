internal import SessionFormat

/// Parses the literals of RFC 9535.
extension QueryScanner {
  /// The largest integer that every JSON reader preserves (RFC 7493, section 2.2).
  static let largestInteger = 9_007_199_254_740_991

  /// An integer without leading zeros, or nil if there is none here.
  mutating func integer() throws(QueryError) -> Int? {
    let digits = run { Self.isDigit($0) || $0 == "-" || $0 == "+" }
    guard !digits.isEmpty else { return nil }
    guard digits != "-0", JSONNumber(text: digits) != nil else { throw fault(.badInteger) }
    guard let value = Int(digits), value.magnitude <= UInt(Self.largestInteger) else {
      throw fault(.integerTooLarge)
    }
    position += digits.utf8.count
    return value
  }

  /// A number in JSON form, or nil if there is none here.
  mutating func number() throws(QueryError) -> JSONNumber? {
    guard let first = peek, Self.isDigit(first) || first == "-" || first == "+" else { return nil }
    let text = run { Self.isInName($0) || $0 == "." || $0 == "-" || $0 == "+" }
    guard let number = JSONNumber(text: text) else { throw fault(.badNumber) }
    position += text.utf8.count
    return number
  }
}

extension QueryScanner {
  /// A text in single or double quotes, or nil if there is none here.
  mutating func quotedText() throws(QueryError) -> String? {
    guard let quote = peek, quote == "'" || quote == "\"" else { return nil }
    let start = position
    position += 1
    var text = String.UnicodeScalarView()
    while let next = peek {
      switch next {
      case quote:
        position += 1
        return String(text)
      case "\\": text.append(try escaped(quote: quote))
      case "\u{0}"..."\u{1F}": throw fault(.controlCharacter)
      default:
        text.append(next)
        position += 1
      }
    }
    throw fault(.unterminatedText, at: start)
  }

  private mutating func escaped(quote: Unicode.Scalar) throws(QueryError) -> Unicode.Scalar {
    let start = position
    position += 1
    guard let letter = peek else { throw fault(.badEscape, at: start) }
    position += 1
    switch letter {
    case "b": return "\u{8}"
    case "f": return "\u{C}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "/", "\\", quote: return letter
    case "u": return try escapedScalar(from: start)
    default: throw fault(.badEscape, at: start)
    }
  }

  private mutating func escapedScalar(from start: Int) throws(QueryError) -> Unicode.Scalar {
    let first = try hexDigits(from: start)
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, take(text: "\\u") else { throw fault(.loneSurrogate, at: start) }
    let second = try hexDigits(from: position - 2)
    guard 0xDC00...0xDFFF ~= second,
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw fault(.loneSurrogate, at: start) }
    return scalar
  }

  private mutating func hexDigits(from start: Int) throws(QueryError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let next = peek, next.isASCII, let digit = Character(next).hexDigitValue else {
        throw fault(.badEscape, at: start)
      }
      value = value << 4 + UInt32(digit)
      position += 1
    }
    return value
  }
}
