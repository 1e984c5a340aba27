import SessionFormat

// Card numbers, IBANs and telephone numbers.

extension SecretShapes {
  /// A number that begins with the digit at an index.
  func number(
    _ at: Int, _ text: UnsafeBufferPointer<UInt8>, _ next: inout Int
  ) -> SecretSpan? {
    let end = text.end(of: .digits, from: at)
    next = end
    if at > 1, ByteSet.capitals.contains(text[at - 1]), let iban = iban(at - 2, text) {
      return iban
    }
    if let card = card(at, text) { return card }
    if at > 0, ByteSet.word.contains(text[at - 1]) || !Self.beginsNumber(at, text) { return nil }
    return americanPhone(at, text) ?? socialSecurity(at, text)
  }

  /// The number of a person, as `078-05-1120`, behind `SSN` or `social security number`.
  ///
  /// Without these words it may be that of a part.
  private func socialSecurity(_ at: Int, _ text: UnsafeBufferPointer<UInt8>) -> SecretSpan? {
    let end = at + 11
    guard end <= text.count, text.isBoundary(end) else { return nil }
    guard Self.fits(text, at, "ddd-dd-dddd") else { return nil }
    let isNamed = (max(0, at - 32)..<at).contains { place in
      text.has(anyCase: "ssn", at: place) && text.isBoundary(place) && text.isBoundary(place + 3)
        || text.has(anyCase: "social security", at: place)
    }
    return isNamed ? SecretSpan(range: at..<end, kind: .password) : nil
  }

  // MARK: Cards

  /// The longest card number that begins with a group of digits and ends with one.
  ///
  /// What stands beside it may be digits as well: another card, or its date.
  private func card(_ at: Int, _ text: UnsafeBufferPointer<UInt8>) -> SecretSpan? {
    guard Self.beginsNumber(at, text) else { return nil }
    var digits: [UInt8] = []
    var groups: [Int] = []
    var start = at
    var divider: UInt8?
    var longest: Int?
    while groups.count < 5 {
      let end = text.end(of: .digits, from: start, most: 20)
      guard digits.count + end - start < 20 else { break }
      digits += text[start..<end].map { $0 - 48 }
      groups.append(end - start)
      if Self.isGrouped(groups), CardNumber.isValid(digits: digits), Self.endsNumber(end, text) {
        longest = end
      }
      guard end + 1 < text.count, ByteSet.digits.contains(text[end + 1]),
        Self.cardDividers.contains(text[end]), divider == nil || divider == text[end]
      else { break }
      divider = text[end]
      start = end + 1
    }
    return longest.map { SecretSpan(range: at..<$0, kind: .card) }
  }

  private static let cardDividers = ByteSet(" -._/")

  /// Whether digits are written as on a card.
  private static func isGrouped(_ groups: [Int]) -> Bool {
    if groups.count == 1 { return true }
    return [[4, 4, 4, 4], [4, 6, 5], [4, 6, 4], [4, 4, 4, 4, 3], [4, 4, 4, 1]].contains(groups)
  }

  /// How far a word around a number is looked at.
  private static let mostLetters = 64

  /// Whether a number may begin here: not inside one of another base or behind a decimal point.
  ///
  /// Letters may stand before it, but a word with other digits is a hash or a name of chance.
  private static func beginsNumber(_ at: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    if at > 0, text[at - 1] == UInt8(ascii: ".") {
      return at > 1 && ByteSet.letters.contains(text[at - 2])
    }
    let word = text.start(of: .word, before: at, from: max(0, at - mostLetters))
    return !text[word..<at].contains(where: ByteSet.digits.contains)
  }

  /// Whether a number may end here.
  private static func endsNumber(_ end: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard end < text.count else { return true }
    if text[end] == UInt8(ascii: "."), end + 1 < text.count {
      return !ByteSet.digits.contains(text[end + 1])
    }
    let word = text.end(of: .word, from: end, most: mostLetters)
    return !text[end..<word].contains(where: ByteSet.digits.contains)
  }

  // MARK: IBAN

  /// An IBAN (ISO 13616): its country, its length there, and 1 as the remainder by 97.
  private func iban(_ start: Int, _ text: UnsafeBufferPointer<UInt8>) -> SecretSpan? {
    guard text.isBoundary(start), ByteSet.capitals.contains(text[start]),
      let length = IBAN.length(of: text[start], text[start + 1])
    else { return nil }
    var remainder = IBAN.Remainder()
    var (at, count) = (start, 0)
    while at < text.count, count < length {
      let byte = text[at]
      if count > 0, count % 4 == 0, byte == UInt8(ascii: " ") || byte == UInt8(ascii: "-") {
        at += 1
        continue
      }
      guard ByteSet.capitalsAndDigits.contains(byte) else { return nil }
      remainder.add(byte, at: count)
      at += 1
      count += 1
    }
    guard count == length, remainder.isRight, text.isBoundary(at) else { return nil }
    return SecretSpan(range: start..<at, kind: .iban)
  }

  // MARK: Telephones

  /// `+`, a country and a number, or an area in brackets and a number.
  func phone(_ at: Int, _ text: UnsafeBufferPointer<UInt8>) -> SecretSpan? {
    if at > 0, ByteSet.word.contains(text[at - 1]) || text[at - 1] == text[at] { return nil }
    if text[at] == UInt8(ascii: "(") {
      guard Self.fits(text, at, "(ddd) ddd-dddd") || Self.fits(text, at, "(ddd)ddd-dddd") else {
        return nil
      }
      let end = at + (text[at + 5] == UInt8(ascii: " ") ? 14 : 13)
      return text.isBoundary(end) ? SecretSpan(range: at..<end, kind: .phone) : nil
    }
    var (place, digits, end) = (at + 1, 0, at + 1)
    // A digit behind at most two dividers.
    while place < text.count, place - end < 3, digits <= 15 {
      let byte = text[place]
      if ByteSet.digits.contains(byte) {
        if digits == 0, byte == 48 || place != at + 1 { return nil }
        digits += 1
        end = place + 1
      } else if !Self.dividers.contains(byte) {
        break
      }
      place += 1
    }
    guard 9...15 ~= digits, text.isBoundary(end), !Self.isDecimal(text[at + 1..<end]) else {
      return nil
    }
    return SecretSpan(range: at..<end, kind: .phone)
  }

  /// Whether a number with a sign is one with a fraction, or two as in a place by ISO 6709.
  private static func isDecimal(_ number: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    number.split(omittingEmptySubsequences: false) { ByteSet(" -()/").contains($0) }
      .allSatisfy { part in part.count { $0 == UInt8(ascii: ".") } == 1 }
  }

  private static let dividers = ByteSet(" -.()/")

  /// `ddd-ddd-dddd`, in which neither the area nor the exchange begins with 0 or 1.
  private func americanPhone(_ at: Int, _ text: UnsafeBufferPointer<UInt8>) -> SecretSpan? {
    guard Self.fits(text, at, "ddd-ddd-dddd"), text[at] > 49, text[at + 4] > 49,
      text.isBoundary(at + 12), at == 0 || text[at - 1] != UInt8(ascii: "-"),
      at + 12 == text.count || text[at + 12] != UInt8(ascii: "-")
    else { return nil }
    return SecretSpan(range: at..<at + 12, kind: .phone)
  }

  /// Whether a text goes on in that form, in which `d` is a digit.
  private static func fits(
    _ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ form: StaticString
  ) -> Bool {
    guard start + form.utf8CodeUnitCount <= text.count else { return false }
    return form.withUTF8Buffer { form in
      for (place, byte) in form.enumerated() {
        let own = text[start + place]
        guard byte == UInt8(ascii: "d") ? ByteSet.digits.contains(own) : own == byte else {
          return false
        }
      }
      return true
    }
  }
}

/// The numbers of payment cards (ISO/IEC 7812).
enum CardNumber {
  /// Whether an issuer has numbers with that beginning and length, and the check digit is right.
  static func isValid(digits: [UInt8]) -> Bool {
    guard 13...19 ~= digits.count else { return false }
    let four = digits.prefix(4).reduce(0) { $0 * 10 + Int($1) }
    let isIssued =
      switch four {
      case 4000...4999: [13, 16, 19].contains(digits.count)
      case 5100...5599, 2221...2720: digits.count == 16
      case 3400...3499, 3700...3799: digits.count == 15
      case 3000...3059, 3600...3699, 3800...3999: digits.count == 14 || digits.count == 16
      case 3528...3589, 6011, 6200...6299, 6440...6599: digits.count >= 16
      default: false
      }
    return isIssued && luhn(digits)
  }

  /// Luhn's check: the digits from the right, each second one doubled, have a sum that ends in 0.
  static func luhn(_ digits: [UInt8]) -> Bool {
    var sum = 0
    for (place, digit) in digits.reversed().enumerated() {
      let value = Int(digit) * (place & 1 + 1)
      sum += value > 9 ? value - 9 : value
    }
    return sum % 10 == 0
  }
}

/// International bank account numbers (ISO 13616).
enum IBAN {
  private static let lengths: [String: Int] = [
    "AD": 24, "AE": 23, "AL": 28, "AT": 20, "AZ": 28, "BA": 20, "BE": 16, "BG": 22, "BH": 22,
    "BR": 29, "BY": 28, "CH": 21, "CR": 22, "CY": 28, "CZ": 24, "DE": 22, "DK": 18, "DO": 28,
    "EE": 20, "EG": 29, "ES": 24, "FI": 18, "FO": 18, "FR": 27, "GB": 22, "GE": 22, "GI": 23,
    "GL": 18, "GR": 27, "GT": 28, "HR": 21, "HU": 28, "IE": 22, "IL": 23, "IQ": 23, "IS": 26,
    "IT": 27, "JO": 30, "KW": 30, "KZ": 20, "LB": 28, "LC": 32, "LI": 21, "LT": 20, "LU": 20,
    "LV": 21, "LY": 25, "MC": 27, "MD": 24, "ME": 22, "MK": 19, "MR": 27, "MT": 31, "MU": 30,
    "NL": 18, "NO": 15, "PK": 24, "PL": 28, "PS": 29, "PT": 25, "QA": 29, "RO": 24, "RS": 22,
    "SA": 24, "SC": 31, "SE": 24, "SI": 19, "SK": 24, "SM": 27, "ST": 25, "SV": 28, "TL": 23,
    "TN": 24, "TR": 26, "UA": 29, "VA": 22, "VG": 24, "XK": 20,
  ]

  /// How long the numbers of a country are; nil if it has none.
  static func length(of first: UInt8, _ second: UInt8) -> Int? {
    lengths[String(decoding: [first, second], as: UTF8.self)]
  }

  /// The remainder of a number by 97, in which its first four characters come last.
  struct Remainder {
    private var rest = 0
    private var first: [UInt8] = []

    mutating func add(_ byte: UInt8, at place: Int) {
      if place < 4 { first.append(byte) } else { take(byte) }
    }

    private mutating func take(_ byte: UInt8) {
      rest =
        ByteSet.digits.contains(byte)
        ? (rest * 10 + Int(byte) - 48) % 97 : (rest * 100 + Int(byte) - 55) % 97
    }

    var isRight: Bool {
      var all = self
      for byte in first { all.take(byte) }
      return all.rest == 1
    }
  }
}
