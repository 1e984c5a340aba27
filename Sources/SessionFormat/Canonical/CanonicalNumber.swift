extension JSONNumber {
  /// The number as RFC 8785 writes it, or nil if it is beyond the range of a double.
  ///
  /// The text is what ECMAScript makes of the nearest double: the shortest one that reads back as
  /// the same double. It has no exponent from 1e-6 up to 1e21; `-0` gives `0`.
  ///
  /// ```swift
  /// JSONNumber(text: "1E2")?.canonicalText                  // "100"
  /// JSONNumber(text: "333333333.33333329")?.canonicalText   // "333333333.3333333"
  /// JSONNumber(text: "0.0000001")?.canonicalText            // "1e-7"
  /// ```
  public var canonicalText: String? {
    let written = text.utf8
    // A whole number of up to 15 digits is exact as a double and has no other canonical text.
    if written.count <= 15, written.first != UInt8(ascii: "-"),
      written.allSatisfy({ $0 &- 48 < 10 })
    {
      return text
    }
    guard let double else { return nil }
    var bytes: [UInt8] = []
    CanonicalNumber.write(double, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A double's shortest decimal digits, laid out as ECMAScript does (Number::toString).
///
/// The value is `0.digits` times ten to the power of `point`.
private struct CanonicalNumber {
  private let digits: [UInt8]
  private let point: Int

  static func write(_ value: Double, to out: inout [UInt8]) {
    guard value != 0 else { return out.append(UInt8(ascii: "0")) }
    if value < 0 { out.append(UInt8(ascii: "-")) }
    CanonicalNumber(value.magnitude).write(to: &out)
  }

  /// Takes the digits of the standard library's text, which is the shortest that reads back.
  private init(_ magnitude: Double) {
    let form = DecimalForm(magnitude.description)
    digits = Array(form.digits.utf8)
    point = digits.count + (Int(form.exponent) ?? 0)
  }

  private func write(to out: inout [UInt8]) {
    switch point {
    case digits.count...21:
      out.append(contentsOf: digits)
      out.append(contentsOf: repeatElement(48, count: point - digits.count))
    case 1...21:
      out.append(contentsOf: digits[..<point])
      out.append(UInt8(ascii: "."))
      out.append(contentsOf: digits[point...])
    case -5...0:
      out.append(contentsOf: "0.".utf8)
      out.append(contentsOf: repeatElement(48, count: -point))
      out.append(contentsOf: digits)
    default:
      out.append(digits[0])
      if digits.count > 1 {
        out.append(UInt8(ascii: "."))
        out.append(contentsOf: digits[1...])
      }
      out.append(contentsOf: (point > 0 ? "e+" : "e-").utf8)
      out.append(contentsOf: String((point - 1).magnitude).utf8)
    }
  }
}
