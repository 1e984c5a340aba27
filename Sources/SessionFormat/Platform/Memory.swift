// Memory functions of the C library. In debug builds, in which apps record, they are many times
// faster than a loop.

internal import Foundation

package enum Memory {
  /// Copies bytes to a place that does not overlap with the source.
  @inline(__always)
  package static func copy(
    _ source: UnsafeRawPointer, to place: UnsafeMutableRawPointer, _ count: Int
  ) {
    memcpy(place, source, count)
  }

  /// Allocates `count` bytes, 1 or more, to be freed with ``free(_:)``.
  ///
  /// It can replace an older allocation and keep the contents that fit. A large allocation grows in place or has its pages moved, without a copy. Like any allocation,
  /// it ends the process if there is no memory left.
  package static func room(
    _ count: Int, insteadOf old: UnsafeMutableRawPointer? = nil
  ) -> UnsafeMutableRawPointer {
    guard let room = realloc(old, count) else {
      // This ends the process with a message.
      return .allocate(byteCount: count, alignment: 16)
    }
    return room
  }

  @inline(__always)
  package static func free(_ room: UnsafeMutableRawPointer?) {
    Foundation.free(room)
  }

  /// Negative, 0 or positive if the left bytes come before, equal, or come after the right ones.
  @inline(__always)
  package static func order(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ count: Int)
    -> Int32
  {
    memcmp(left, right, count)
  }

  /// Whether both hold the same bytes; many times faster than a loop over the elements.
  package static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    return left.withUnsafeBytes { left in
      right.withUnsafeBytes { right in
        guard let one = left.baseAddress, let other = right.baseAddress else { return true }
        return order(one, other, left.count) == 0
      }
    }
  }

  /// How many of the first `count` bytes are the same on both sides.
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

  /// The first occurrence of a byte; nil if there is none.
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
