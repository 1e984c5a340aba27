import SessionFormat
import Testing

@Suite("Exact numbers")
struct JSONNumberTests {
  /// A number text with its value times 10^6, which is exact for all of them.
  struct Sample {
    let number: JSONNumber
    let scaled: Int
    let isNegative: Bool
  }

  /// Every sign, mantissa and exponent of a small set, in all combinations.
  static let samples: [Sample] = {
    let mantissas: [(text: String, hundredths: Int)] = [
      ("0", 0), ("0.0", 0), ("0.00", 0), ("1", 100), ("1.0", 100), ("1.00", 100), ("10", 1000),
      ("0.1", 10), ("0.10", 10), ("0.01", 1), ("12", 1200), ("1.2", 120), ("0.12", 12),
      ("9", 900), ("9.9", 990), ("99", 9900), ("100", 10000), ("101", 10100), ("10.1", 1010),
    ]
    let exponents = [
      ("", 0), ("e0", 0), ("E-0", 0), ("e1", 1), ("e+2", 2), ("E002", 2), ("e-1", -1), ("e-04", -4),
    ]
    func power(_ exponent: Int) -> Int { (0..<exponent).reduce(1) { result, _ in result * 10 } }
    return ["", "-"].flatMap { sign in
      mantissas.flatMap { mantissa in
        exponents.compactMap { exponent in
          JSONNumber(text: sign + mantissa.text + exponent.0).map {
            let magnitude = mantissa.hundredths * power(exponent.1 + 4)
            return Sample(
              number: $0, scaled: sign.isEmpty ? magnitude : -magnitude, isNegative: !sign.isEmpty)
          }
        }
      }
    }
  }()

  @Test("equality and order are those of the exact values, for all pairs")
  func agreesWithScaledIntegers() {
    #expect(Self.samples.count == 2 * 19 * 8)
    var wrong: [String] = []
    for left in Self.samples {
      for right in Self.samples {
        let isEqual = left.scaled == right.scaled && left.isNegative == right.isNegative
        if (left.number == right.number) != isEqual
          || (left.number < right.number) != (left.scaled < right.scaled)
        {
          wrong.append("\(left.number.text) and \(right.number.text)")
        }
      }
    }
    #expect(wrong == [])
  }

  /// Numbers that no integer of the machine holds, in rising order.
  static let rising = [
    "-1e99999999999999999999999", "-1e400", "-9223372036854775809", "-9223372036854775808", "-1.5",
    "-1e-400", "-1e-99999999999999999999", "0", "1e-100000000000000000000",
    "1e-99999999999999999999",
    "1e-400", "1", "1.00000000000000000000000000000000001", "9007199254740992", "9007199254740993",
    "1e99999999999999998", "1e99999999999999999", "1e100000000000000000", "1.1e100000000000000000",
    "1e999999999999999999", "1e1000000000000000000", "2e1000000000000000000",
    "1e9999999999999999999999999", "1e10000000000000000000000000",
  ]

  @Test("numbers with exponents of any length keep their order")
  func ordersHugeExponents() throws {
    let numbers = try Self.rising.map { try #require(JSONNumber(text: $0)) }
    for (i, left) in numbers.enumerated() {
      for (j, right) in numbers.enumerated() {
        #expect((left < right) == (i < j), "\(left.text) < \(right.text)")
        #expect((left == right) == (i == j), "\(left.text) == \(right.text)")
      }
    }
  }

  static let equalTexts: [[String]] = [
    ["1e400", "10e399", "0.1e401", "1000E397", "1.000e+400"],
    ["0", "0.0", "0e99999999999999999999", "0E-5", "0.000e+1"], ["-0", "-0.0", "-0e7"],
    [
      "1e100000000000000000", "10e99999999999999999", "0.1e100000000000000001",
      "1e0100000000000000000",
    ],
    ["1e-100000000000000000", "10e-100000000000000001", "0.1e-99999999999999999"],
    ["1e99999999999999999999", "100e99999999999999999997", "0.01e100000000000000000001"],
    ["123e-2", "1.23", "0.0123e2"], ["1e17", "100000000000000000"],
    ["1" + String(repeating: "0", count: 5000), "1e5000"],
    ["0." + String(repeating: "0", count: 4999) + "1", "1e-5000"],
  ]

  @Test("texts of one value are equal, and of different values not", arguments: equalTexts.indices)
  func comparesByValue(row: Int) throws {
    for (other, texts) in Self.equalTexts.enumerated() {
      for left in Self.equalTexts[row] {
        for right in texts {
          let pair = (try #require(JSONNumber(text: left)), try #require(JSONNumber(text: right)))
          #expect((pair.0 == pair.1) == (row == other))
          if row == other { #expect(!(pair.0 < pair.1)) }
        }
      }
    }
  }

  static let notNumbers = [
    "", "-", "+1", "01", "-01", "00", ".5", "5.", "1.e1", "1e", "1e+", "e1", "0x1", "1 ", " 1",
    "1_0",
    "NaN", "Infinity", "-Infinity", "1.2.3", "1e1.0", "１", "1\u{301}", "1\0",
  ]

  @Test("a text that is no JSON number makes none", arguments: notNumbers)
  func refuses(text: String) { #expect(JSONNumber(text: text) == nil) }

  static let integers: [(text: String, int: Int?)] = [
    ("0", 0), ("-0", 0), ("-0.0", 0), ("1.0", 1), ("1e2", 100), ("100e-2", 1), ("1.5", nil),
    ("15e-1", nil), ("1.5e1", 15), ("9223372036854775807", .max), ("9223372036854775808", nil),
    ("-9223372036854775808", .min), ("-9223372036854775809", nil),
    ("9.223372036854775807e18", .max),
    ("1e18", 1_000_000_000_000_000_000), ("1e19", nil), ("1e400", nil), ("1e-400", nil),
    ("1e99999999999999999999", nil), ("0e99999999999999999999", 0),
  ]

  @Test("a whole number in range is an integer however it is written", arguments: integers)
  func readsIntegers(text: String, int: Int?) throws {
    #expect(try #require(JSONNumber(text: text)).int == int)
  }

  @Test("integers of other widths have their own range")
  func readsOtherWidths() throws {
    func number(_ text: String) throws -> JSONNumber { try #require(JSONNumber(text: text)) }
    #expect(try number("18446744073709551615").integer(UInt64.self) == .max)
    #expect(try number("1844674407370955161.5e1").integer(UInt64.self) == .max)
    #expect(try number("18446744073709551616").integer(UInt64.self) == nil)
    #expect(try number("-1").integer(UInt8.self) == nil)
    #expect(try number("255.0").integer(UInt8.self) == 255)
    #expect(try number("256").integer(UInt8.self) == nil)
    #expect(try number("-1.28e2").integer(Int8.self) == -128)
  }

  @Test("doubles are written in their shortest text and come back the same")
  func writesDoubles() throws {
    let texts: [(Double, String)] = [
      (0, "0.0"), (-0.0, "-0.0"), (0.1, "0.1"), (1e16, "1e+16"), (.leastNonzeroMagnitude, "5e-324"),
      (1.7976931348623157e308, "1.7976931348623157e+308"), (-2.5, "-2.5"),
    ]
    for (value, text) in texts {
      let number = try #require(JSONNumber(value))
      #expect(number.text == text)
      #expect(number.double?.bitPattern == value.bitPattern)
      #expect(JSONNumber(text: text) == number)
    }
    #expect(JSONNumber(Double.nan) == nil)
    #expect(JSONNumber(Double.infinity) == nil)
    #expect(JSONNumber(text: "1e400")?.double == nil)
    #expect(JSONNumber(text: "1e-400")?.double == 0)
    #expect(JSONNumber(UInt64.max).text == "18446744073709551615")
  }
}
