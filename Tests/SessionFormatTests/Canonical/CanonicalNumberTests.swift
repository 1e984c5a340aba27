import Foundation
import SessionFormat
import TestSupport
import Testing

@Suite("The canonical text of numbers")
struct CanonicalNumberTests {
  @Test(
    "a double is written as ECMAScript writes it",
    arguments: [
      (0x0000_0000_0000_0000, "0"), (0x8000_0000_0000_0000, "0"),
      (0x0000_0000_0000_0001, "5e-324"), (0x8000_0000_0000_0001, "-5e-324"),
      (0x7FEF_FFFF_FFFF_FFFF, "1.7976931348623157e+308"),
      (0xFFEF_FFFF_FFFF_FFFF, "-1.7976931348623157e+308"),
      (0x4340_0000_0000_0000, "9007199254740992"), (0xC340_0000_0000_0000, "-9007199254740992"),
      (0x4430_0000_0000_0000, "295147905179352830000"),
      (0x44B5_2D02_C7E1_4AF5, "9.999999999999997e+22"), (0x44B5_2D02_C7E1_4AF6, "1e+23"),
      (0x44B5_2D02_C7E1_4AF7, "1.0000000000000001e+23"),
      (0x444B_1AE4_D6E2_EF4E, "999999999999999700000"),
      (0x444B_1AE4_D6E2_EF4F, "999999999999999900000"), (0x444B_1AE4_D6E2_EF50, "1e+21"),
      (0x3EB0_C6F7_A0B5_ED8C, "9.999999999999997e-7"), (0x3EB0_C6F7_A0B5_ED8D, "0.000001"),
      (0x41B3_DE43_5555_5553, "333333333.3333332"), (0x41B3_DE43_5555_5554, "333333333.33333325"),
      (0x41B3_DE43_5555_5555, "333333333.3333333"), (0x41B3_DE43_5555_5556, "333333333.3333334"),
      (0x41B3_DE43_5555_5557, "333333333.33333343"),
      (0xBECB_F647_612F_3696, "-0.0000033333333333333333"),
      (0x4314_3FF3_C1CB_0959, "1424953923781206.2"),
    ] as [(UInt64, String)])
  func double(bits: UInt64, text: String) throws {
    let number = try #require(JSONNumber(Double(bitPattern: bits)))
    #expect(number.canonicalText == text)
  }

  @Test(
    "a text gives the nearest double's",
    arguments: [
      ("100", "100"), ("1E2", "100"), ("1e+2", "100"), ("1.0", "1"), ("-0", "0"), ("-0.0e5", "0"),
      ("-0e-999999999999", "0"), ("0.10", "0.1"), ("123456789012345", "123456789012345"),
      ("1234567890123456", "1234567890123456"), ("9007199254740993", "9007199254740992"),
      ("333333333.33333329", "333333333.3333333"), ("1e21", "1e+21"),
      ("1e20", "100000000000000000000"),
      ("0.000001", "0.000001"), ("0.0000001", "1e-7"), ("-1.5e-10", "-1.5e-10"),
      ("1e-400", "0"), ("-1e-400", "0"), ("4.9e-324", "5e-324"), ("2e-324", "0"),
      ("1.7976931348623158e308", "1.7976931348623157e+308"),
      ("0." + String(repeating: "0", count: 400) + "1e401", "1"),
      ("1" + String(repeating: "0", count: 400) + "e-400", "1"),
    ])
  func text(_ text: String, canonical: String) throws {
    #expect(try #require(JSONNumber(text: text)).canonicalText == canonical)
  }

  @Test(
    "beyond the range of a double there is no canonical text",
    arguments: [
      "1e309", "-1e309", "1.7976931348623159e308", "1e99999999999999999999",
      "1" + String(repeating: "0", count: 309),
    ])
  func tooLarge(_ text: String) throws {
    #expect(try #require(JSONNumber(text: text)).canonicalText == nil)
  }

  @Test("the text is the shortest that reads back, for doubles of every size")
  func shortest() throws {
    var generator = SplitMix64(seed: 8785)
    for _ in 0..<3000 {
      let value = Double(bitPattern: generator.next())
      guard let number = JSONNumber(value) else { continue }
      let text = try #require(number.canonicalText)
      #expect(Double(text)?.bitPattern == value.bitPattern)
      #expect(JSONNumber(text: text)?.canonicalText == text)
      #expect(text == Self.slowly(value), "\(value)")
    }
  }

  /// The text by the words of the standard: tries ever more digits, then lays them out.
  private static func slowly(_ value: Double) -> String? {
    for precision in 0...16 {
      let written = String(format: "%.\(precision)e", value.magnitude)
      guard Double(written) == value.magnitude else { continue }
      let parts = written.split(separator: "e")
      guard let power = Int(parts[1]) else { return nil }
      let digits = parts[0].filter { $0 != "." }
      let n = power + 1
      let k = digits.count
      var text: String
      if k <= n, n <= 21 {
        text = digits + String(repeating: "0", count: n - k)
      } else if 0 < n, n <= 21 {
        text = digits.prefix(n) + "." + digits.dropFirst(n)
      } else if -6 < n, n <= 0 {
        text = "0." + String(repeating: "0", count: -n) + digits
      } else {
        text = digits.prefix(1) + (k > 1 ? "." : "") + digits.dropFirst()
        text += "e" + (n > 0 ? "+" : "-") + String(abs(n - 1))
      }
      return (value < 0 ? "-" : "") + text
    }
    return nil
  }
}
