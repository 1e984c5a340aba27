// The calls of the C library that work on memory: in debug builds, in which apps record, they are
// many times faster than a loop.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

package enum Memory {
  /// Copies bytes to a place that does not overlap with theirs.
  @inline(__always)
  package static func copy(
    _ source: UnsafeRawPointer, to place: UnsafeMutableRawPointer, _ count: Int
  ) {
    memcpy(place, source, count)
  }

  /// Room for so many bytes, 1 or more, that ``free(_:)`` gives back: new, or in place of a room of
  /// which what fits in is kept.
  ///
  /// A large room grows where it lies, or its pages move; nothing is copied. Like any allocation it
  /// ends the process where there is no memory.
  package static func room(
    _ count: Int, insteadOf old: UnsafeMutableRawPointer? = nil
  ) -> UnsafeMutableRawPointer {
    guard let room = realloc(old, count) else {
      // Which ends the process, and says why.
      let larger = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 16)
      return larger
    }
    return room
  }

  /// Gives back a room.
  @inline(__always)
  package static func free(_ room: UnsafeMutableRawPointer?) {
    #if canImport(Darwin)
      Darwin.free(room)
    #elseif canImport(Glibc)
      Glibc.free(room)
    #elseif canImport(Musl)
      Musl.free(room)
    #endif
  }

  /// Less than, equal to or greater than 0, as the first bytes come before, are, or come after the
  /// others.
  @inline(__always)
  package static func order(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ count: Int)
    -> Int32
  {
    memcmp(left, right, count)
  }

  /// Whether both hold the same bytes, many times faster than a loop over the elements.
  package static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    return left.withUnsafeBytes { left in
      right.withUnsafeBytes { right in
        guard let one = left.baseAddress, let other = right.baseAddress else { return true }
        return order(one, other, left.count) == 0
      }
    }
  }

  /// How many bytes from the first on are the same on both sides, of so many.
  @inline(__always)
  package static func equalCount(
    _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ count: Int
  ) -> Int {
    var at = 0
    while at &+ 256 <= count, memcmp(left + at, right + at, 256) == 0 { at &+= 256 }
    while at &+ 8 <= count {
      let word = left.loadUnaligned(fromByteOffset: at, as: UInt64.self)
      let parts = word ^ right.loadUnaligned(fromByteOffset: at, as: UInt64.self)
      if parts != 0 { return at &+ UInt64(littleEndian: parts).trailingZeroBitCount >> 3 }
      at &+= 8
    }
    while at < count,
      left.load(fromByteOffset: at, as: UInt8.self)
        == right.load(fromByteOffset: at, as: UInt8.self)
    { at &+= 1 }
    return at
  }

  /// Where a byte comes first among those; nil if it does not.
  @inline(__always)
  package static func first(
    _ byte: UInt8, in start: UnsafeRawPointer, _ count: Int
  ) -> UnsafeMutableRawPointer? {
    memchr(start, Int32(byte), count)
  }

  /// Whether those bytes contain a text.
  ///
  /// Complexity: O(count), at about the speed of memory.
  package static func contains(
    _ text: StaticString, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard let base = bytes.baseAddress else { return false }
    let length = text.utf8CodeUnitCount
    var at = 0
    while at + length <= bytes.count,
      let found = first(text.utf8Start[0], in: base + at, bytes.count - at - length + 1)
    {
      if order(found, text.utf8Start, length) == 0 { return true }
      at = UnsafeRawPointer(found) - UnsafeRawPointer(base) + 1
    }
    return false
  }
}
