import SessionFormat

/// A text as it reads after one kind of escape is undone, and where each byte of it came from.
///
/// A secret may be written with `%40` for a sign in a URL, or with `\u0040` in a JSON text that is
/// itself a value. Escapes are undone once.
struct TextView {
  enum Escape: CaseIterable {
    case percent
    case backslash

    fileprivate var sign: UInt8 {
      self == .percent ? UInt8(ascii: "%") : UInt8(ascii: "\\")
    }
  }

  let escape: Escape
  private(set) var bytes: [UInt8] = []
  /// Where each byte begins in the text, and where the last one ends.
  private(set) var starts: [Int] = []

  /// Nil if the text has no such escape.
  init?(_ escape: Escape, _ text: UnsafeBufferPointer<UInt8>) {
    self.escape = escape
    guard text.contains(escape.sign) else { return nil }
    bytes.reserveCapacity(text.count)
    starts.reserveCapacity(text.count + 1)
    var (at, isEscaped) = (0, false)
    while at < text.count {
      var (new, length) = ([text[at]], 1)
      if text[at] == escape.sign, let found = Self.unescaped(escape, at, text) {
        (new, length) = found
        isEscaped = true
      }
      for byte in new {
        bytes.append(byte)
        starts.append(at)
      }
      at += length
    }
    guard isEscaped else { return nil }
    starts.append(text.count)
  }

  /// The bytes of the text that stand for a range of this view.
  func source(of range: Range<Int>) -> Range<Int> {
    starts[range.lowerBound]..<starts[range.upperBound]
  }

  /// The text of a range with other bytes, as many, escaped where those of the range are.
  func escaped(_ new: [UInt8], for range: Range<Int>, of text: UnsafeBufferPointer<UInt8>)
    -> [UInt8]
  {
    guard new.count == range.count else { return new }
    var out: [UInt8] = []
    for (place, byte) in zip(range, new) {
      let source = starts[place]..<starts[place + 1]
      switch (escape, source.count) {
      case (_, 1): out.append(byte)
      case (.percent, 3):
        out += Array("%".utf8) + Self.hexadecimal(byte, as: text[source.lowerBound + 1])
      case (.backslash, 6) where byte < 0x80:
        out += Array("\\u00".utf8) + Self.hexadecimal(byte, as: UInt8(ascii: "a"))
      // A letter that stands for a blank, and what no one byte stands for.
      default: out += text[source]
      }
    }
    return out
  }

  private static func hexadecimal(_ byte: UInt8, as model: UInt8) -> [UInt8] {
    let text = String(byte, radix: 16, uppercase: ByteSet.capitals.contains(model))
    return Array((byte < 16 ? "0" + text : text).utf8)
  }

  private static func unescaped(
    _ escape: Escape, _ at: Int, _ text: UnsafeBufferPointer<UInt8>
  ) -> ([UInt8], Int)? {
    switch escape {
    case .percent:
      return number(text, at + 1, digits: 2).map { ([UInt8(truncatingIfNeeded: $0)], 3) }
    case .backslash:
      guard at + 1 < text.count else { return nil }
      switch text[at + 1] {
      case UInt8(ascii: "u"):
        guard let unit = number(text, at + 2, digits: 4), let scalar = Unicode.Scalar(unit) else {
          return nil
        }
        return (Array(String(scalar).utf8), 6)
      case UInt8(ascii: "/"), UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "'"):
        return ([text[at + 1]], 2)
      case UInt8(ascii: "n"): return ([0x0A], 2)
      default: return nil
      }
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
