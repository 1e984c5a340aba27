internal import SessionFormat

/// Parses the tokens of RFC 9535 from the characters of a query.
struct QueryScanner {
  let scalars: [Unicode.Scalar]
  var position = 0

  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
  }

  var isAtEnd: Bool { position == scalars.count }
  var peek: Unicode.Scalar? { isAtEnd ? nil : scalars[position] }
  var column: Int { position + 1 }

  func fault(_ kind: QueryError.Kind, at position: Int? = nil) -> QueryError {
    QueryError(kind, column: (position ?? self.position) + 1)
  }

  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == scalar else { return false }
    position += 1
    return true
  }

  mutating func take(_ text: String) -> Bool {
    guard isNext(text) else { return false }
    position += text.unicodeScalars.count
    return true
  }

  func isNext(_ text: String) -> Bool {
    scalars[position...].starts(with: text.unicodeScalars)
  }

  static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r"
  }

  mutating func skipBlanks() {
    while let next = peek, Self.isBlank(next) { position += 1 }
  }

  /// The characters from here on that satisfy the test; does not take them.
  func run(while test: (Unicode.Scalar) -> Bool) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars[position...].prefix(while: test))
    return String(text)
  }

  static func isDigit(_ scalar: Unicode.Scalar) -> Bool { "0"..."9" ~= scalar }

  static func beginsName(_ scalar: Unicode.Scalar) -> Bool {
    "a"..."z" ~= scalar || "A"..."Z" ~= scalar || scalar == "_" || scalar.value >= 0x80
  }

  static func isInName(_ scalar: Unicode.Scalar) -> Bool {
    beginsName(scalar) || isDigit(scalar)
  }
}

// MARK: - Numbers

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

// MARK: - Texts

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
    guard first < 0xDC00, take("\\u") else { throw fault(.loneSurrogate, at: start) }
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
