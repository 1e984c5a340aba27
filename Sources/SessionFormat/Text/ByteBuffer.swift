/// A growing buffer of bytes for writing JSON text.
///
/// It uses raw memory and plain loops, because it must also be fast in the debug builds in which
/// apps record. There, every closure and every generic call of an `Array` is expensive. The owner
/// must call ``free()``.
struct ByteBuffer {
  private(set) var bytes: UnsafeMutablePointer<UInt8>
  var count = 0
  private(set) var capacity: Int

  init(capacity: Int) {
    self.capacity = capacity
    bytes = .allocate(capacity: capacity)
  }

  func free() { bytes.deallocate() }

  /// Reserves capacity for that many more bytes.
  @inline(__always)
  mutating func reserve(_ more: Int) {
    if capacity &- count < more { grow(more) }
  }

  @inline(never)
  private mutating func grow(_ more: Int) {
    let room = max(capacity * 2, count + more)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: room)
    Memory.copy(bytes, to: larger, count)
    bytes.deallocate()
    bytes = larger
    capacity = room
  }

  /// Drops the bytes after that count.
  @inline(__always)
  mutating func truncate(to count: Int) { self.count = count }

  /// Frees memory after a large value.
  mutating func shrink(to limit: Int) {
    count = 0
    guard capacity > limit else { return }
    bytes.deallocate()
    bytes = .allocate(capacity: limit)
    capacity = limit
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    if capacity == count { grow(1) }
    bytes[count] = byte
    count &+= 1
  }

  mutating func append(_ source: UnsafePointer<UInt8>, _ length: Int) {
    reserve(length)
    Memory.copy(source, to: bytes + count, length)
    count &+= length
  }

  /// Appends `more` bytes, all of which the closure writes.
  @inline(__always)
  mutating func append(count more: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Void) {
    reserve(more)
    write(bytes + count)
    count &+= more
  }

  mutating func append(_ text: StaticString) { append(text.utf8Start, text.utf8CodeUnitCount) }

  /// Appends text that needs no escape.
  mutating func append(ascii text: String) {
    var text = text
    text.withUTF8 { characters in
      if let start = characters.baseAddress { append(start, characters.count) }
    }
  }

  /// Replaces the bytes from `start` on with others.
  mutating func replace(from start: Int, with other: borrowing ByteBuffer) {
    count = start
    append(other.bytes, other.count)
  }

  /// The bytes as an array.
  func array() -> [UInt8] { Array(UnsafeBufferPointer(start: bytes, count: count)) }
}

// MARK: - Numbers

extension ByteBuffer {
  mutating func append(_ value: Int) {
    if value < 0 { append(UInt8(ascii: "-")) }
    append(magnitude: UInt64(value.magnitude))
  }

  mutating func append(magnitude: UInt64) {
    reserve(20)
    var rest = magnitude
    if rest < 10 {
      bytes[count] = 48 &+ UInt8(truncatingIfNeeded: rest)
      count &+= 1
      return
    }
    var length = 1
    var bound: UInt64 = 10
    while rest >= bound {
      length &+= 1
      if length == 20 { break }
      bound = bound &* 10
    }
    var at = count &+ length
    while at > count {
      at &-= 1
      let tenth = rest / 10
      bytes[at] = 48 &+ UInt8(truncatingIfNeeded: rest &- tenth &* 10)
      rest = tenth
    }
    count &+= length
  }

  /// Appends a floating point number as its description; NaN and infinity become strings (session
  /// format, "The file").
  mutating func append(_ value: Double) {
    if !append(unlessFraction: value) { append(description: value) }
  }

  /// Appends a number that needs no search for digits; for others appends nothing, returns false.
  mutating func append(unlessFraction value: Double) -> Bool {
    // The description of a whole number below 2^53 is its digits and `.0`.
    if value > -9_007_199_254_740_992, value < 9_007_199_254_740_992 {
      let whole = Int(value)
      if Double(whole) == value, whole != 0 || value.sign == .plus {
        append(whole)
        reserve(2)
        bytes[count] = UInt8(ascii: ".")
        bytes[count &+ 1] = UInt8(ascii: "0")
        count &+= 2
        return true
      }
    }
    if value.isFinite { return false }
    append(value.isNaN ? "\"NaN\"" : value > 0 ? "\"Infinity\"" : "\"-Infinity\"")
    return true
  }

  mutating func append(description value: Double) { append(ascii: value.description) }
}
