import Foundation
import TestSupport
import Testing

@testable import Recorder
@testable import SessionFormat

@Suite("Stand-ins")
struct StandInTests {
  private static let key = RedactionKey(1, 2)

  /// What a stand-in must keep, told character by character, without the code that it tests.
  static func form(_ text: String) -> String {
    var form = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "0"..."9": form += "9"
      case "a"..."z": form += "a"
      case "A"..."Z": form += "A"
      case _ where scalar.isASCII: form.unicodeScalars.append(scalar)
      default: form += "<\(scalar.properties.generalCategory) \(UTF8.width(scalar))>"
      }
    }
    return form
  }

  @Test(
    "a string keeps its form, and is another",
    arguments: [
      "a", "Z", "7", "hunter2", "Tr0ub4dor&3", "correct horse battery staple",
      "4111-1111-1111-1111",
      "+49 (0)30 901820", "bob@example.com", "DE89 3704 0044 0532 0130 00", "é", "Ünïcödé", "日本語",
      "한국어", "пароль", "κωδικός", "🔑🔒", "e\u{301}", "a\u{1B}b", "eyJhbGciOiJIUzI1NiJ9.e30.abc-_",
      "2026-02-30", "1234-5678", "12:34", "NaN!", "a://", "://x", "1http://x", "x y://z", "-", "!",
      "- - -", "***", "2026-01-01T", "2026-01-01X", "2026-01-01T24:00", "0000-01-01",
      "0000000g-0000-4000-8000-000000000000", "\"\\/",
    ])
  func strings(secret: String) {
    for seed in 0..<20 as Range<UInt64> {
      var standIns = StandIns(key: RedactionKey(seed, 3))
      let standIn = standIns.of(secret)
      #expect(!standIn.hasSameBytes(as: secret))
      #expect(standIn.unicodeScalars.count == secret.unicodeScalars.count)
      #expect(standIn.utf8.count == secret.utf8.count)
      if secret.contains(where: { $0.isLetter || $0.isNumber || !$0.isASCII }) {
        #expect(Self.form(standIn) == Self.form(secret))
      }
      #expect(standIns.of(secret) == standIn)
    }
  }

  @Test(
    "what has no other value of its form stays",
    arguments: ["", " ", "\n", "—", "NaN", "-Infinity"])
  func only(secret: String) {
    var standIns = StandIns(key: Self.key)
    #expect(standIns.of(secret) == secret)
  }

  @Test("all strings of a small form change places, none keeps its own")
  func permutations() {
    let letters = Array("abcdefghijklmnopqrstuvwxyz").map(String.init)
    let digits = (0...9).map(String.init)
    let forms: [[String]] = [
      digits, letters, (0...999).map { String(10_000 + $0 * 7) },
      digits.flatMap { a in digits.map { a + $0 } }, letters.flatMap { a in digits.map { a + $0 } },
      letters.flatMap { a in letters.map { "\(a)-\($0)" } },
      (0...999).map { String(repeating: "0", count: 3 - String($0).count) + String($0) },
      ["!", "\"", "#", "$", "%", "&", "'", "(", ")", "*", "+", ",", "-", ".", "/"],
    ]
    for seed in 1...2 as ClosedRange<UInt64> {
      var standIns = StandIns(key: RedactionKey(seed, seed))
      for form in forms {
        let results = form.map { standIns.of($0) }
        #expect(Set(results).count == form.count)
        #expect(!zip(form, results).contains { $0 == $1 })
      }
    }
  }

  @Test("numbers of up to three digits change places; sign, digits and width stay")
  func numbers() throws {
    var standIns = StandIns(key: Self.key)
    for sign in ["", "-"] {
      var seen: Set<String> = []
      for value in (sign.isEmpty ? 0 : 1)...999 {
        let text = sign + String(value)
        let standIn = standIns.of(try #require(JSONNumber(text: text))).text
        #expect(standIn != text)
        #expect(standIn.count == text.count && standIn.hasPrefix(sign))
        let number = try #require(Int(standIn))
        #expect(String(number) == standIn, "no leading zero, no -0")
        if sign.isEmpty { #expect((value <= 255) == (number <= 255)) }
        seen.insert(standIn)
      }
      #expect(seen.count == (sign.isEmpty ? 1000 : 999))
    }
  }

  @Test(
    "a number keeps point and exponent, and decodes as what it was",
    arguments: [
      "0.5", "0.0", "-0.25", "1.0", "-5.75", "12345.678", "1e2", "1.5E+3", "9e-7",
      "1.7976931348623157e+308",
      "1.7e308", "100", "255", "65535", "32767", "-32768", "2147483647", "-2147483648",
      "4294967295",
      "9223372036854775807", "-9223372036854775808", "18446744073709551615", "18446744073709551616",
      "1e400", "0.10000000000000001", "123456789012345678901234567890",
    ])
  func fits(text: String) throws {
    for seed in 0..<50 as Range<UInt64> {
      var standIns = StandIns(key: RedactionKey(seed, 9))
      let standIn = standIns.of(try #require(JSONNumber(text: text))).text
      #expect(standIn != text)
      #expect(Self.form(standIn) == Self.form(text))
      #expect(JSONNumber(text: standIn) != nil)
      for (was, stays) in [
        (UInt8(text) != nil, UInt8(standIn) != nil), (Int16(text) != nil, Int16(standIn) != nil),
        (UInt16(text) != nil, UInt16(standIn) != nil), (Int32(text) != nil, Int32(standIn) != nil),
        (UInt32(text) != nil, UInt32(standIn) != nil), (Int64(text) != nil, Int64(standIn) != nil),
        (UInt64(text) != nil, UInt64(standIn) != nil),
        (Double(text)?.isFinite == true, Double(standIn)?.isFinite == true),
      ] { #expect(was == stays, "\(standIn)") }
    }
  }

  @Test("-0 and the exponent are all that a number may have", arguments: ["-0", "-0e5"])
  func negativeZero(text: String) throws {
    var standIns = StandIns(key: Self.key)
    #expect(standIns.of(try #require(JSONNumber(text: text))).text == text)
  }

  @Test("truth values are both kept or both swapped, as the key says")
  func truth() {
    let swapped: [UInt64] = (0..<100 as Range<UInt64>).filter { seed in
      let standIns = StandIns(key: RedactionKey(seed, 0))
      #expect(standIns.of(true) != standIns.of(false))
      return standIns.of(true) == false
    }
    #expect(30...70 ~= swapped.count)
  }

  @Test("a UUID stays one, of its version, variant and case")
  func uuids() throws {
    var standIns = StandIns(key: Self.key)
    for text in [
      "e621e1f8-c36c-495a-93fc-0c247a3e6e5f", "E621E1F8-C36C-495A-93FC-0C247A3E6E5F",
      "00000000-0000-0000-0000-000000000000", "12345678-1234-7234-b234-123456789012",
    ] {
      let standIn = standIns.of(text)
      #expect(UUID(uuidString: standIn) != nil && standIn != text)
      #expect(Self.form(standIn) == Self.form(text))
      for place in [14, 19] { #expect(Array(standIn)[place] == Array(text)[place]) }
    }
  }

  @Test("a date stays one, and different dates stay different")
  func dates() throws {
    let pattern =
      /(\d{4}-\d\d-\d\d)([Tt ](\d\d):(\d\d)(:(\d\d)([.,]\d+)?)?(Z|z|[+-]\d\d(:?\d\d)?)?)?/
    for text in [
      "2024-02-29", "1985-12-31", "0001-01-01", "1899-12-31", "1900-01-01", "2099-12-31",
      "2100-01-01",
      "9999-12-31", "2026-01-31T23:59:59Z", "2026-01-31T23:59:59.123456+05:30", "2026-01-31 00:00",
      "2026-01-31t00:00z", "2026-01-31T00:00:00,5-0800", "2026-01-31T00:00-08",
    ] {
      for seed in 0..<50 as Range<UInt64> {
        var standIns = StandIns(key: RedactionKey(seed, 4))
        let standIn = standIns.of(text)
        #expect(standIn != text && standIn.count == text.count)
        let parts = try #require(standIn.wholeMatch(of: pattern))
        let own = try #require(text.wholeMatch(of: pattern))
        let day = parts.1.split(separator: "-").compactMap { Int($0) }
        let date = try #require(CalendarDay(year: day[0], month: day[1], day: day[2]))
        #expect(date.text == parts.1)
        #expect((date.year < 1900) == (text < "1900") && (date.year > 2099) == (text >= "2100"))
        #expect((Int(parts.3 ?? "") ?? 0) < 24 && (Int(parts.4 ?? "") ?? 0) < 60)
        #expect((Int(parts.6 ?? "") ?? 0) < 60 && parts.8 == own.8)
      }
    }
    var standIns = StandIns(key: Self.key)
    var seen: Set<String> = []
    for number in 693_595..<695_595 {
      let text = try #require(CalendarDay(number: number)).text
      let standIn = standIns.of(text)
      #expect(standIn != text)
      seen.insert(standIn)
    }
    #expect(seen.count == 2000)
  }

  @Test(
    "the basic form of a date stays one, too",
    arguments: ["20261121T055647Z", "20240229T0000", "20260131t235959.25+0530", "20260131T2359-08"])
  func basicDates(text: String) throws {
    let pattern = /(\d{4})(\d\d)(\d\d)[Tt](\d\d)(\d\d)((\d\d)(\.\d+)?)?(Z|[+-]\d\d(\d\d)?)?/
    let own = try #require(text.wholeMatch(of: pattern))
    for seed in 0..<50 as Range<UInt64> {
      var standIns = StandIns(key: RedactionKey(seed, 5))
      let standIn = standIns.of(text)
      #expect(standIn != text && standIn.count == text.count)
      let parts = try #require(standIn.wholeMatch(of: pattern))
      let day = [parts.1, parts.2, parts.3].compactMap { Int($0) }
      #expect(CalendarDay(year: day[0], month: day[1], day: day[2]) != nil)
      #expect(parts.4 < "24" && parts.5 < "60" && (parts.7 ?? "00") < "60" && parts.9 == own.9)
    }
    var standIns = StandIns(key: Self.key)
    #expect(Int(standIns.of("20261121")) != nil)
  }

  @Test("days and their numbers are each other's inverse, over the whole calendar")
  func calendar() throws {
    var last = ""
    for number in 0..<3_652_059 where number < 1000 || number % 97 == 0 || number > 3_651_000 {
      let day = try #require(CalendarDay(number: number))
      #expect(day.number == number)
      #expect(last < day.text)
      last = day.text
    }
    #expect(last == "9999-12-31")
    #expect(CalendarDay(number: 3_652_059) == nil)
    #expect(CalendarDay(year: 1970, month: 1, day: 1)?.number == 719_162)
    #expect(CalendarDay(year: 1900, month: 2, day: 29) == nil)
    #expect(CalendarDay(year: 2000, month: 2, day: 29) != nil)
  }

  @Test(
    "a URL keeps its scheme, its port and what divides it",
    arguments: [
      "https://bob:s3cret@example.com:8443/a/b?token=abc#x", "http://[fe80::1]:80/x",
      "file:///Users/bob/%2Fx%c3%A9", "ftp://127.0.0.1/", "my+app.x://k",
    ])
  func urls(text: String) throws {
    let kept = try #require(text.range(of: "://")).upperBound
    for seed in 0..<20 as Range<UInt64> {
      var standIns = StandIns(key: RedactionKey(seed, 5))
      let standIn = standIns.of(text)
      #expect(standIn != text && URL(string: standIn) != nil, "\(standIn)")
      #expect(standIn.hasPrefix(text[..<kept]))
      #expect(Self.form(standIn) == Self.form(text))
      #expect(URL(string: standIn)?.port == URL(string: text)?.port)
    }
  }

  @Test("with a known key every stand-in is known")
  func goldens() throws {
    var standIns = StandIns(key: Self.key)
    let strings = [
      "hunter2", "Tr0ub4dor&3", "4111-1111-1111-1111", "2024-02-29T12:00:00Z", "a", "7",
      "e621e1f8-c36c-495a-93fc-0c247a3e6e5f", "https://bob@example.com:80/x?y=1", "пароль", "é",
      "!?",
    ].map { standIns.of($0) }
    #expect(
      strings == [
        "pecmps7", "Op3er0ijr&1", "0492-9153-5623-4271", "2031-07-16T19:04:49Z", "o", "9",
        "b134f0a1-b84f-482a-97af-9e588f8b7e2e", "https://ped@taygeoz.cti:80/q?k=9", "їћхіпф", "õ",
        "~,",
      ])
    let numbers = ["0", "42", "-7", "3.14", "1e9", "200"].compactMap(JSONNumber.init(text:))
      .map { standIns.of($0).text }
    #expect(numbers == ["9", "23", "-2", "3.64", "8e9", "204"])
    #expect(standIns.of(true))
  }
}

@Suite("The memo of stand-ins")
struct StandInMemoTests {
  @Test("it tells what it was told, by bytes, and forgets what is old or long")
  func memo() {
    var memo = StandInMemo()
    memo.remember("1", for: "é")
    #expect(memo.standIn(for: "é") == "1")
    #expect(memo.standIn(for: "e\u{301}") == nil)
    for number in 0..<2048 { memo.remember("x", for: "a\(number)") }
    // Asked for again, it is young again.
    #expect(memo.standIn(for: "é") == "1")
    for number in 0..<2048 { memo.remember("x", for: "b\(number)") }
    #expect(memo.standIn(for: "é") == "1")
    for number in 0..<8192 { memo.remember("x", for: "c\(number)") }
    #expect(memo.standIn(for: "é") == nil)
    let long = String(repeating: "a", count: 257)
    memo.remember("1", for: long)
    #expect(memo.standIn(for: long) == nil)
  }
}
