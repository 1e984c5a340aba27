// Parses the tokens of a text: words, strings and numbers.

extension TapeBuilder {
  mutating func word(_ word: StaticString, _ kind: TapeNode.Kind, _ tape: inout Tape)
    -> Bool
  {
    let length = word.utf8CodeUnitCount
    guard end &- at >= length else { return false }
    var place = 0
    while place < length {
      if text[at &+ place] != word.utf8Start[place] { return false }
      place &+= 1
    }
    tape.append(TapeNode(kind, offset: at, length: length))
    at &+= length
    return true
  }

  /// Parses a string from its opening quote.
  mutating func string(_ tape: inout Tape) -> Bool {
    let start = at &+ 1
    var place = start
    var flags: UInt64 = 0
    let raw = UnsafeRawPointer(text)
    while true {
      while place &+ 8 <= end {
        let word = UInt64(
          littleEndian: raw.loadUnaligned(fromByteOffset: place, as: UInt64.self))
        let special = PlainText.special(word)
        if special != 0 {
          // The lowest flag is exact: a borrow only reaches higher bytes.
          place &+= special.trailingZeroBitCount >> 3
          break
        }
        place &+= 8
      }
      guard place < end else { return stop(.character, at: place) }
      let byte = text[place]
      if byte == UInt8(ascii: "\"") { break }
      if byte == UInt8(ascii: "\\") {
        let length = escapeLength(place)
        if length == 0 { return stop(.character, at: place) }
        flags = TapeNode.escapedFlag
        place &+= length
      } else if byte < 0x20 {
        return stop(.character, at: place)
      } else if byte < 0x80 {
        place &+= 1
      } else {
        let length = characterLength(place)
        if length == 0 { return stop(.character, at: place) }
        place &+= length
      }
    }
    tape.append(TapeNode(.string, offset: start, length: place &- start, flags: flags))
    at = place &+ 1
    return true
  }

  @inline(__always)
  private func characterLength(_ place: Int) -> Int {
    let first = text[place]
    // The most frequent lead bytes; the others take the general way.
    if first >= 0xE1, first <= 0xEC, end &- place >= 3 {
      return text[place &+ 1] & 0xC0 == 0x80 && text[place &+ 2] & 0xC0 == 0x80 ? 3 : 0
    }
    if first >= 0xC2, first <= 0xDF, end &- place >= 2 {
      return text[place &+ 1] & 0xC0 == 0x80 ? 2 : 0
    }
    return UTF8Text.length(in: UnsafeBufferPointer(start: text, count: end), at: place) ?? 0
  }

  /// The length of an escape or of a surrogate pair; 0 if it is invalid.
  private func escapeLength(_ place: Int) -> Int {
    guard end &- place >= 2 else { return 0 }
    switch text[place &+ 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return 2
    case UInt8(ascii: "u"): break
    default: return 0
    }
    guard let unit = hexUnit(place &+ 2) else { return 0 }
    guard unit & 0xF800 == 0xD800 else { return 6 }
    guard unit < 0xDC00, end &- place >= 12, text[place &+ 6] == UInt8(ascii: "\\"),
      text[place &+ 7] == UInt8(ascii: "u"), let low = hexUnit(place &+ 8), low & 0xFC00 == 0xDC00
    else { return 0 }
    return 12
  }

  private func hexUnit(_ place: Int) -> UInt32? {
    guard end &- place >= 4 else { return nil }
    var unit: UInt32 = 0
    for offset in 0..<4 {
      let byte = text[place &+ offset]
      let digit: UInt8
      switch byte {
      case 0x30...0x39: digit = byte &- 0x30
      case 0x41...0x46: digit = byte &- 0x37
      case 0x61...0x66: digit = byte &- 0x57
      default: return nil
      }
      unit = unit << 4 | UInt32(digit)
    }
    return unit
  }

  // MARK: Numbers

  mutating func number(_ tape: inout Tape) -> Bool {
    guard let number = NumberGrammar.number(in: text, from: at, to: end) else { return false }
    tape.append(
      TapeNode(
        .number, offset: at, length: number.end &- at,
        flags: number.isInteger ? TapeNode.integerFlag : 0))
    at = number.end
    return true
  }
}
