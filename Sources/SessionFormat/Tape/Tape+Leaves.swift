extension Tape {
  /// The string of a string node.
  @inline(__always)
  func string(_ node: Int) -> String {
    if nodes[node].hasEscapes { return String(decoding: decodedBytes(node), as: UTF8.self) }
    return String(decoding: written(node), as: UTF8.self)
  }

  /// The bytes of a string as written, without its quotes, or of a number.
  @inline(__always)
  func written(_ node: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: text + nodes[node].offset, count: nodes[node].length)
  }

  /// The bytes of a string with its escapes decoded.
  func decodedBytes(_ node: Int) -> [UInt8] { EscapedText.decoded(written(node)) }

  func numberText(_ node: Int) -> String { String(decoding: written(node), as: UTF8.self) }

  /// The size of a value; the tape must have been built with measures.
  func measure(_ node: Int) -> Measure {
    let found = nodes[node]
    if found.isContainer { return nodes[node &+ 1].measure }
    return Measure(
      textSize: found.kind == .string ? found.length &+ 2 : found.length, values: 1)
  }

  /// A whole number of at most 18 digits, like nearly every one; nil means to use the general way.
  @inline(__always)
  func smallInteger(_ node: Int) -> Int? {
    let found = nodes[node]
    guard found.kind == .number, found.isInteger, found.length <= 18 else { return nil }
    let start = text + found.offset
    var place = start[0] == UInt8(ascii: "-") ? 1 : 0
    var value = 0
    while place < found.length {
      value = value &* 10 &+ Int(start[place] &- 48)
      place &+= 1
    }
    return start[0] == UInt8(ascii: "-") ? 0 &- value : value
  }

  /// A number as the nearest `Double`, or the value of a string for NaN or an infinity.
  func double(_ node: Int) -> Double? {
    if let number = shortDecimal(node) { return number }
    return leaf(node).flatMap { Double(encoded: $0) }
  }

  /// A number of at most 19 digits without an exponent; nil means to use the general way.
  @inline(__always)
  private func shortDecimal(_ node: Int) -> Double? {
    let found = nodes[node]
    guard found.kind == .number, found.length <= 21 else { return nil }
    let start = text + found.offset
    let isNegative = start[0] == UInt8(ascii: "-")
    var (place, point) = (isNegative ? 1 : 0, found.length)
    let digits = found.length &- place
    var mantissa: UInt64 = 0
    while place < found.length {
      let byte = start[place]
      if byte &- 48 < 10 {
        mantissa = mantissa &* 10 &+ UInt64(byte &- 48)
      } else if byte == UInt8(ascii: ".") {
        point = place &+ 1
      } else {
        return nil
      }
      place &+= 1
    }
    guard digits <= (point < found.length ? 20 : 19) else { return nil }
    let value = ShortDecimal.double(mantissa, fraction: found.length &- point)
    return isNegative ? -value : value
  }
}
