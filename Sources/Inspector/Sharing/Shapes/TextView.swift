import SessionFormat

/// A text as it reads after one kind of escape is undone, and where each byte of it came from.
///
/// A secret may be written with `%40` for a sign in a URL, or with `\u0040` in a JSON text that is
/// itself a value. Its blanks and hyphens may be those at which no line ends. Escapes are undone
/// once.
struct TextView {
  enum Escape: CaseIterable {
    case percent
    case backslash
    /// Blanks and hyphens beyond ASCII.
    case blank

    /// The first bytes of such an escape.
    fileprivate var signs: [UInt8] {
      switch self {
      case .percent: [UInt8(ascii: "%")]
      case .backslash: [UInt8(ascii: "\\")]
      case .blank: [0xC2, 0xE2]
      }
    }
  }

  let escape: Escape
  private(set) var bytes: [UInt8] = []
  /// Where each byte begins in the text, and where the last one ends.
  private var starts: [Int] = []

  /// Nil if the text has no such escape.
  init?(_ escape: Escape, _ text: UnsafeBufferPointer<UInt8>) {
    self.escape = escape
    let signs = escape.signs
    guard signs.contains(where: text.contains) else { return nil }
    bytes.reserveCapacity(text.count)
    starts.reserveCapacity(text.count + 1)
    var (at, isEscaped) = (0, false)
    while at < text.count {
      if signs.contains(text[at]), let (new, length) = Self.unescaped(escape, at, text) {
        isEscaped = true
        for byte in new {
          bytes.append(byte)
          starts.append(at)
        }
        at += length
      } else {
        bytes.append(text[at])
        starts.append(at)
        at += 1
      }
    }
    guard isEscaped else { return nil }
    starts.append(text.count)
  }

  /// Whether a byte may begin an escape of some kind.
  static func mayBegin(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "%") || byte == UInt8(ascii: "\\") || byte == 0xC2 || byte == 0xE2
  }

  /// The bytes of the text that stand for a range of this view.
  func source(of range: Range<Int>) -> Range<Int> {
    starts[range.lowerBound]..<starts[range.upperBound]
  }

  /// A range of the text that begins and ends at no place inside an escape; nil if none is left.
  func aligned(_ range: Range<Int>) -> Range<Int>? {
    let (start, end) = (boundary(from: range.lowerBound), boundary(from: range.upperBound))
    return start < end ? start..<end : nil
  }

  /// The first place from this one on that is not inside an escape.
  private func boundary(from place: Int) -> Int {
    var (low, high) = (0, starts.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] < place { low = middle + 1 } else { high = middle }
    }
    return starts[low]
  }

  /// The text of a range with other bytes, as many, escaped where those of the range are.
  func escaped(_ new: [UInt8], for range: Range<Int>, of text: UnsafeBufferPointer<UInt8>)
    -> [UInt8]
  {
    guard new.count == range.count else { return new }
    var out: [UInt8] = []
    var place = range.lowerBound
    while place < range.upperBound {
      var end = place + 1
      while end < range.upperBound, starts[end] == starts[place] { end += 1 }
      let source = UnsafeBufferPointer(rebasing: text[starts[place]..<starts[end]])
      let own = new[place - range.lowerBound..<end - range.lowerBound]
      out += own.elementsEqual(bytes[place..<end]) ? Array(source) : written(own, like: source)
      place = end
    }
    return out
  }

  private func written(_ new: ArraySlice<UInt8>, like source: UnsafeBufferPointer<UInt8>) -> [UInt8]
  {
    switch (escape, source.count) {
    case (.percent, 3):
      return new.flatMap { Array("%".utf8) + Self.hexadecimal(UInt16($0), 2, as: source[1...]) }
    case (.backslash, 6...):
      return String(decoding: new, as: UTF8.self).utf16.flatMap {
        Array("\\u".utf8) + Self.hexadecimal($0, 4, as: source[2...])
      }
    case (.backslash, 1): return new.map(Self.unquoted)
    case (.backslash, 2):
      return [UInt8(ascii: "\""), UInt8(ascii: "\\")].contains(new.first)
        ? [UInt8(ascii: "\\")] + new : Array(new)
    case (.blank, 2...): return Array(source)
    default: return Array(new)
    }
  }

  /// A byte that may stand for one of a JSON text: a text ends at a quote, and a backslash begins an
  /// escape.
  static func unquoted(_ byte: UInt8) -> UInt8 {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") ? UInt8(ascii: "#") : byte
  }

  private static func hexadecimal(
    _ unit: UInt16, _ width: Int, as model: Slice<UnsafeBufferPointer<UInt8>>
  ) -> [UInt8] {
    let isUpper = model.contains { ByteSet.capitals.contains($0) }
    let text = Array(String(unit, radix: 16, uppercase: isUpper).utf8)
    return [UInt8](repeating: UInt8(ascii: "0"), count: width - text.count) + text
  }

  private static func unescaped(
    _ escape: Escape, _ at: Int, _ text: UnsafeBufferPointer<UInt8>
  ) -> ([UInt8], Int)? {
    switch escape {
    case .percent:
      return number(text, at + 1, digits: 2).map { ([UInt8(truncatingIfNeeded: $0)], 3) }
    case .blank: return blank(at, text)
    case .backslash:
      guard at + 1 < text.count else { return nil }
      switch text[at + 1] {
      case UInt8(ascii: "u"): return scalar(at, text)
      case UInt8(ascii: "/"), UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "'"):
        return ([text[at + 1]], 2)
      case UInt8(ascii: "n"), UInt8(ascii: "r"): return ([0x0A], 2)
      case UInt8(ascii: "t"), UInt8(ascii: "b"), UInt8(ascii: "f"): return ([0x09], 2)
      default: return nil
      }
    }
  }

  /// `\uXXXX`, or two of them that are one character.
  private static func scalar(
    _ at: Int, _ text: UnsafeBufferPointer<UInt8>
  ) -> ([UInt8], Int)? {
    guard let unit = number(text, at + 2, digits: 4) else { return nil }
    if let scalar = Unicode.Scalar(unit) { return (Array(String(scalar).utf8), 6) }
    guard unit < 0xDC00, text.has("\\u", at: at + 6),
      let low = number(text, at + 8, digits: 4), 0xDC00..<0xE000 ~= low,
      let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
    else { return (Array("\u{FFFD}".utf8), 6) }
    return (Array(String(scalar).utf8), 12)
  }

  /// A blank or hyphen at which no line ends, and those of other widths.
  private static func blank(
    _ at: Int, _ text: UnsafeBufferPointer<UInt8>
  ) -> ([UInt8], Int)? {
    if text.has("\u{A0}", at: at) { return ([UInt8(ascii: " ")], 2) }
    guard at + 2 < text.count, text[at] == 0xE2, text[at + 1] == 0x80 else { return nil }
    switch text[at + 2] {
    // U+2000 to U+200A, and U+202F.
    case 0x80...0x8A, 0xAF: return ([UInt8(ascii: " ")], 3)
    // U+2010 to U+2013.
    case 0x90...0x93: return ([UInt8(ascii: "-")], 3)
    default: return nil
    }
  }

  private static func number(
    _ text: UnsafeBufferPointer<UInt8>, _ start: Int, digits: Int
  ) -> UInt32? {
    guard start + digits <= text.count else { return nil }
    var number: UInt32 = 0
    for byte in text[start..<start + digits] {
      guard ByteSet.hexadecimal.contains(byte) else { return nil }
      number = number << 4 | UInt32(byte < 58 ? byte - 48 : (byte | 0x20) - 87)
    }
    return number
  }
}
