/// Reads a line's bytes from its front, as long as they are laid out as a writer does it.
///
/// It must not outlive the bytes. A mismatch in ``take(_:)`` does not move it; after any other one,
/// its position is undefined.
package struct LineBytes {
  private let base: UnsafePointer<UInt8>
  private let end: Int
  /// How many bytes have been read.
  package private(set) var at = 0

  /// A reader at the front of a line; nil if the line is empty.
  package init?(_ line: UnsafeBufferPointer<UInt8>) {
    guard let base = line.baseAddress, !line.isEmpty else { return nil }
    self.base = base
    end = line.count
  }

  package var isAtEnd: Bool { at == end }

  /// Passes over these bytes if they come next.
  @inline(__always)
  package mutating func take(_ text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    guard at + length <= end, Memory.order(base + at, text.utf8Start, length) == 0
    else { return false }
    at += length
    return true
  }

  /// Moves to an offset, up to which the caller has read the bytes itself.
  mutating func skip(to place: Int) { at = min(place, end) }

  /// Passes over a whole number of up to 18 digits.
  package mutating func number() -> Int? {
    let start = at
    var value = 0
    while at < end, base[at] &- 48 < 10, at - start < 18 {
      value = value * 10 + Int(base[at] - 48)
      at += 1
    }
    return at > start && (base[start] != UInt8(ascii: "0") || at == start + 1) ? value : nil
  }

  /// Passes over the rest of a string without escapes, including its closing quote.
  package mutating func plainText() -> UnsafeBufferPointer<UInt8>? {
    let start = at
    while at < end, base[at] != UInt8(ascii: "\""), base[at] != UInt8(ascii: "\\") { at += 1 }
    let text = UnsafeBufferPointer(start: base + start, count: at - start)
    return take("\"") ? text : nil
  }

  /// Like ``plainText()``, but only for ASCII without control characters, so it is valid text.
  mutating func asciiText() -> UnsafeBufferPointer<UInt8>? {
    let start = at
    while at < end, base[at] &- 0x20 < 0x5F, base[at] != UInt8(ascii: "\""),
      base[at] != UInt8(ascii: "\\")
    { at += 1 }
    let text = UnsafeBufferPointer(start: base + start, count: at - start)
    return take("\"") ? text : nil
  }

  /// Passes over a value.
  package mutating func value() -> Bool {
    guard at < end else { return false }
    switch base[at] {
    case UInt8(ascii: "\""): return string()
    case UInt8(ascii: "{"), UInt8(ascii: "["): return container()
    default:
      let start = at
      while at < end, base[at] != UInt8(ascii: ","), base[at] != UInt8(ascii: "}") { at += 1 }
      return at > start
    }
  }

  private mutating func container() -> Bool {
    var depth = 0
    while at < end {
      switch base[at] {
      case UInt8(ascii: "\""):
        guard string() else { return false }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 0 {
          at += 1
          return true
        }
      default: break
      }
      at += 1
    }
    return false
  }

  /// Passes over a string, from its opening quote.
  package mutating func string() -> Bool {
    var from = at + 1
    while from < end, let found = Memory.first(UInt8(ascii: "\""), in: base + from, end - from) {
      let quote = UnsafeRawPointer(found) - UnsafeRawPointer(base)
      var slashes = 0
      while base[quote - 1 - slashes] == UInt8(ascii: "\\") { slashes += 1 }
      from = quote + 1
      guard slashes.isMultiple(of: 2) else { continue }
      at = from
      return true
    }
    return false
  }
}
