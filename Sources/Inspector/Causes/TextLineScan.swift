import Query
import SessionFormat

/// Decides from a line's bytes, without parsing, whether anything in it can match a text.
///
/// JSON can spell a text in many ways: any character as `\u…`, some also as `\n` or `\/`, and in a
/// path `/` and `~` have other forms. So it searches for the longest part of the text that can only
/// be hidden by `\u`, and takes a line with such an escape of one of its characters for one that may
/// match.
struct TextLineScan: Sendable {
  /// The search for the part; nil if no part is long enough to exclude a line.
  private let part: ByteSearch?
  /// The UTF-16 units of the part, of which each may be escaped.
  private let units: Set<UInt16>
  private let ignoresCase: Bool
  /// Digits of which one group is in each text of the number; empty if it is none.
  private let digits: [ByteSearch]

  init(_ query: TextQuery) {
    ignoresCase = query.ignoresCase
    let part = Self.part(of: query)
    units = Set(String(decoding: part, as: UTF8.self).utf16)
    self.part = part.isEmpty ? nil : ByteSearch(part)
    digits = query.number.map { Self.groups(of: $0).map(ByteSearch.init) } ?? []
  }

  /// Whether anything in a line may match; false is reliable.
  ///
  /// Complexity: O(line), mostly at the speed of `memchr`.
  func mayMatch(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let part else { return true }
    if ignoresCase ? Self.mayFind(part, folded: line) : part.isFound(in: line) != false {
      return true
    }
    if digits.contains(where: { $0.isFound(in: line) != false }) { return true }
    return hidesUnit(line)
  }

  // MARK: The text

  /// The longest part of a text, folded if case is ignored, that looks the same in each line
  /// without `\u`.
  private static func part(of query: TextQuery) -> [UInt8] {
    let folded =
      query.ignoresCase
      ? String(decoding: LetterCase.folded(query.text), as: UTF8.self) : query.text
    let parts = folded.unicodeScalars.split { scalar in
      switch scalar {
      case "\"", "\\", "/", "~", "\u{0}"..<" ": true
      default: query.ignoresCase && !scalar.isASCII && !LetterCase.hasNone(scalar)
      }
    }
    let longest = parts.max { $0.count < $1.count } ?? ""[...].unicodeScalars
    return Array(String(longest).utf8)
  }

  private static func mayFind(
    _ part: ByteSearch, folded line: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    // A window that stays in the processor's cache.
    let window = max(1 << 14, 2 * part.bytes.count)
    let size = min(line.count, window)
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: max(1, size)) { small in
      var start = 0
      while true {
        let count = min(size, line.count - start)
        for place in 0..<count { small[place] = LetterCase.small(line[start &+ place]) }
        let text = UnsafeBufferPointer(rebasing: small[..<count])
        if part.isFound(in: text) != false { return true }
        if start + count == line.count { return false }
        start += count - (part.bytes.count - 1)
      }
    }
  }

  // MARK: Numbers

  /// Groups of digits, of which one is in each text of an equal number.
  ///
  /// A text of the number has all its digits in this order, with zeros around them, and at most one
  /// point among them. So it has the first half or the second half in one piece.
  private static func groups(of number: JSONNumber) -> [[UInt8]] {
    let mantissa = number.text.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }
    let all = mantissa.filter { $0 &- 48 < 10 }.drop { $0 == 48 }
    let digits = Array(all.dropLast(all.reversed().prefix { $0 == 48 }.count))
    guard digits.count > 1 else { return [digits.isEmpty ? [48] : digits] }
    let half = digits.count / 2
    return [Array(digits[..<half]), Array(digits[half...])]
  }

  // MARK: Escapes

  /// Whether a line escapes a character of the part by its number.
  private func hidesUnit(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let start = line.baseAddress else { return false }
    var at = 0
    while at < line.count,
      let found = Memory.first(UInt8(ascii: "\\"), in: start + at, line.count - at)
    {
      at = UnsafeRawPointer(found) - UnsafeRawPointer(start)
      if at + 1 < line.count, line[at + 1] == UInt8(ascii: "u") {
        guard let unit = Self.unit(line, at + 2) else { return true }
        // A letter of either case may be of the part, and so may others that stand for one.
        if ignoresCase ? unit >= 0x20 : units.contains(unit) { return true }
      }
      at += 2
    }
    return false
  }

  /// The number of four hexadecimal digits; nil if there are other characters.
  private static func unit(_ line: UnsafeBufferPointer<UInt8>, _ at: Int) -> UInt16? {
    guard at + 4 <= line.count else { return nil }
    var unit: UInt16 = 0
    for byte in line[at..<at + 4] {
      let small = byte | 0x20
      switch byte {
      case 48...57: unit = unit << 4 | UInt16(byte - 48)
      default:
        guard (97...102).contains(small) else { return nil }
        unit = unit << 4 | UInt16(small - 87)
      }
    }
    return unit
  }
}
