/// A JSON number with its source text, compared by exact decimal value.
///
/// `1`, `1.0` and `10e-1` are equal; `-0` and `0` are not; 9007199254740993 does not equal
/// 9007199254740992. Nothing is rounded, because no operation uses a `Double` unless asked to.
public struct JSONNumber: Sendable {
  /// The number as it was written, for example `1e2`.
  public let text: String

  /// Takes text that is known to match the grammar of RFC 8259, section 6.
  init(validText: String) { self.text = validText }

  /// The number that this text spells, or nil if it is not a JSON number (RFC 8259, section 6).
  public init?(text: String) {
    var text = text
    let valid = text.withUTF8 { bytes in
      bytes.baseAddress.flatMap { NumberGrammar.number(in: $0, from: 0, to: bytes.count) }?.end
        == bytes.count
    }
    guard valid else { return nil }
    self.text = text
  }

  /// A whole number.
  public init(_ value: some BinaryInteger) { self.text = String(value) }

  /// A floating point number with the shortest text that reads back as the same value; nil for NaN
  /// and infinity, which JSON cannot write.
  public init?(_ value: some BinaryFloatingPoint & LosslessStringConvertible) {
    guard value.isFinite else { return nil }
    self.text = "\(value)"
  }

  /// The value as an `Int`, or nil if it has a fraction or does not fit.
  ///
  /// `1.0` and `1e2` have no fraction.
  public var int: Int? { integer(Int.self) }

  /// The value as any integer type, or nil if it has a fraction or does not fit.
  public func integer<T: FixedWidthInteger>(_ type: T.Type) -> T? {
    Self.integer(text) ?? wholeText.flatMap { Self.integer($0) }
  }

  private static func integer<T: FixedWidthInteger>(_ text: String) -> T? {
    if let value = signed(text) { return T(exactly: value) }
    if let value = unsigned(text) { return T(exactly: value) }
    return T.bitWidth > 64 ? wide(text, T.self) as? T : nil
  }

  // Two types read the digits for all: each type that does has its own copy of the reading.
  @inline(never) private static func signed(_ text: String) -> Int64? { Int64(text) }
  @inline(never) private static func unsigned(_ text: String) -> UInt64? { UInt64(text) }

  @inline(never)
  private static func wide(
    _ text: String, _ type: any FixedWidthInteger.Type
  ) -> (any FixedWidthInteger)? { type.init(text) }

  /// The text of the number without point and exponent.
  ///
  /// Nil if it has a fraction, or 64 or more zeros at its end.
  ///
  /// Separate from ``integer(_:)``, which is compiled for each integer type.
  @inline(never)
  private var wholeText: String? {
    let form = DecimalForm(text)
    if form.digits.isEmpty { return "0" }
    guard let exponent = Int(form.exponent), exponent >= 0, exponent < 64 else { return nil }
    return (form.isNegative ? "-" : "") + form.digits + String(repeating: "0", count: exponent)
  }

  /// Whether the text has neither a point nor an exponent.
  private var isPlain: Bool { text.utf8.allSatisfy { $0 < 58 && $0 != UInt8(ascii: ".") } }

  /// The nearest `Double`, or nil if the value is beyond its range.
  public var double: Double? {
    guard let value = Double(text), value.isFinite else { return nil }
    return value
  }
}

extension JSONNumber: Equatable {
  /// Whether both have exactly the same decimal value and sign, including the sign of zero.
  ///
  /// Complexity: O(length of the texts).
  public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
    if left.text == right.text { return true }
    // Every whole number has a single text without point and exponent.
    if left.isPlain && right.isPlain { return false }
    return DecimalForm(left.text) == DecimalForm(right.text)
  }

  /// Whether the first number is smaller by exact decimal value (`-0` and `0` compare as equal).
  public static func < (left: JSONNumber, right: JSONNumber) -> Bool {
    DecimalForm(left.text).precedes(DecimalForm(right.text))
  }
}

/// A decimal number as a sign, digits without zeros at either end, and a power of ten.
///
/// The exponent is text, because a file may have one of any length. Zero has no digits.
struct DecimalForm: Equatable {
  let isNegative: Bool
  let digits: String
  let exponent: String

  init(_ text: String) {
    // Bytes, not characters: a file may have millions of digits.
    let whole = text.utf8
    isNegative = whole.first == UInt8(ascii: "-")
    let unsigned = whole.dropFirst(isNegative ? 1 : 0)
    let mantissa = unsigned.prefix { $0 | 0x20 != UInt8(ascii: "e") }
    let integer = mantissa.prefix { $0 != UInt8(ascii: ".") }
    let fraction = mantissa.dropFirst(integer.count + 1)
    let all = (Array(integer) + fraction).drop { $0 == 48 }
    let significant = all.dropLast(all.reversed().prefix { $0 == 48 }.count)
    digits = String(decoding: significant, as: UTF8.self)
    guard !digits.isEmpty else {
      exponent = "0"
      return
    }
    let shift = (all.count - significant.count) - fraction.count
    let power = unsigned.dropFirst(mantissa.count + 1)
    exponent = Self.sum(power.isEmpty ? "0" : Substring(power), shift)
  }

  /// Adds a small number to a decimal text of any length.
  private static func sum(_ text: Substring, _ shift: Int) -> String {
    var digits = text
    let isNegative = digits.first == "-"
    if digits.first == "-" || digits.first == "+" { digits = digits.dropFirst() }
    digits = digits.drop { $0 == "0" }
    if digits.count <= 17, let small = Int(digits.isEmpty ? "0" : String(digits)) {
      return String((isNegative ? -small : small) + shift)
    }
    // The text's magnitude is at least 10^17 and the shift far smaller, so the text's sign stays.
    let grows = isNegative == (shift < 0)
    return (isNegative ? "-" : "") + added(Array(digits.utf8), shift.magnitude, grows: grows)
  }

  private static func added(_ digits: [UInt8], _ amount: UInt, grows: Bool) -> String {
    var result: [UInt8] = []
    var rest = Int(amount)
    for digit in digits.reversed() {
      let step = Int(digit) - 48 + (grows ? rest % 10 : -(rest % 10))
      rest /= 10
      if step > 9 || step < 0 { rest += 1 }
      result.append(UInt8((step + 10) % 10) + 48)
    }
    if grows && rest > 0 { result.append(UInt8(rest) + 48) }
    while result.count > 1, result.last == 48 { result.removeLast() }
    return String(decoding: result.reversed(), as: UTF8.self)
  }

  /// Whether this value is smaller than the other; both zeros are equal here.
  func precedes(_ other: DecimalForm) -> Bool {
    let signs = (
      digits.isEmpty ? 0 : isNegative ? -1 : 1, other.digits.isEmpty ? 0 : other.isNegative ? -1 : 1
    )
    if signs.0 != signs.1 { return signs.0 < signs.1 }
    if signs.0 == 0 { return false }
    let smaller = magnitudePrecedes(other)
    guard signs.0 < 0 else { return smaller }
    return !smaller && (digits, exponent) != (other.digits, other.exponent)
  }

  private func magnitudePrecedes(_ other: DecimalForm) -> Bool {
    // The position of the leading digit decides; if it is the same, the digits decide.
    let places = (
      Self.sum(exponent[...], digits.utf8.count),
      Self.sum(other.exponent[...], other.digits.utf8.count)
    )
    if places.0 != places.1 { return Self.integerPrecedes(places.0, places.1) }
    return digits.precedesInBytes(other.digits)
  }

  private static func integerPrecedes(_ left: String, _ right: String) -> Bool {
    let negative = (left.hasPrefix("-"), right.hasPrefix("-"))
    if negative.0 != negative.1 { return negative.0 }
    let shorter =
      left.utf8.count != right.utf8.count
      ? left.utf8.count < right.utf8.count : left.precedesInBytes(right)
    return negative.0 ? !shorter && left != right : shorter
  }
}

/// The grammar of RFC 8259, section 6.
enum NumberGrammar {
  /// The end of the number that begins at an offset, and whether it has neither a fraction nor an
  /// exponent; nil if there is none.
  @inline(__always)
  static func number(
    in text: UnsafePointer<UInt8>, from start: Int, to end: Int
  ) -> (end: Int, isInteger: Bool)? {
    var at = start
    var isInteger = true
    if at < end, text[at] == UInt8(ascii: "-") { at &+= 1 }
    if at < end, text[at] == UInt8(ascii: "0") {
      at &+= 1
      // A leading zero stands alone.
      if at < end, text[at] &- 48 < 10 { return nil }
    } else {
      guard digits(text, &at, end) else { return nil }
    }
    if at < end, text[at] == UInt8(ascii: ".") {
      at &+= 1
      guard digits(text, &at, end) else { return nil }
      isInteger = false
    }
    if at < end, text[at] | 0x20 == UInt8(ascii: "e") {
      at &+= 1
      if at < end, text[at] == UInt8(ascii: "+") || text[at] == UInt8(ascii: "-") { at &+= 1 }
      guard digits(text, &at, end) else { return nil }
      isInteger = false
    }
    return (at, isInteger)
  }

  /// Passes over digits; false if there are none.
  @inline(__always)
  private static func digits(
    _ text: UnsafePointer<UInt8>, _ at: inout Int, _ end: Int
  ) -> Bool {
    let first = at
    while at < end, text[at] &- 48 < 10 { at &+= 1 }
    return at > first
  }
}
