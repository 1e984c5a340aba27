/// A change within a long string: some of its bytes give way to a text.
///
/// It is the operation `splice` of the session format, which RFC 6902 does not have. A session that
/// has one announces it (``SessionHeader/splice``).
public struct TextSplice: Equatable, Sendable {
  /// Where the bytes to remove begin, in bytes of UTF-8; 0 is the start of the string.
  public let at: Int
  /// How many bytes are removed.
  public let removed: Int
  /// The text put in their place.
  public let inserted: String

  /// A splice of any string; whether it fits is found out when it is applied.
  public init(at: Int, removed: Int, inserted: String) {
    (self.at, self.removed, self.inserted) = (at, removed, inserted)
  }

  /// Shorter strings are replaced as a whole, in bytes.
  package static let leastText = 1_024
  /// About how many bytes a splice needs beyond those of a replacement by the same text.
  private static let names = 24

  /// The splice that makes one long string of another.
  ///
  /// Nil unless both have ``leastText`` bytes and it saves three quarters of the new one.
  ///
  /// Complexity: O(size), at about the speed of comparing memory.
  init?(from old: String, to new: String) {
    var (old, new) = (old, new)
    let found = old.withUTF8 { old in new.withUTF8 { new in Self.middle(old, new) } }
    guard let found else { return nil }
    self.init(
      at: found.start, removed: found.removed,
      inserted: new.withUTF8 {
        String(decoding: $0[found.start..<found.start + found.inserted], as: UTF8.self)
      })
  }

  private static func middle(
    _ old: UnsafeBufferPointer<UInt8>, _ new: UnsafeBufferPointer<UInt8>
  ) -> (start: Int, removed: Int, inserted: Int)? {
    let least = min(old.count, new.count)
    guard least >= leastText, let first = old.baseAddress, let second = new.baseAddress else {
      return nil
    }
    var start = Memory.equalCount(first, second, least)
    while !isBorder(start, old) || !isBorder(start, new) { start -= 1 }
    var end = 0
    while end < least - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
    while !isBorder(old.count - end, old) || !isBorder(new.count - end, new) { end -= 1 }
    let inserted = new.count - end - start
    guard inserted + names <= new.count / 4 else { return nil }
    return (start, old.count - end - start, inserted)
  }

  /// Whether no character of UTF-8 goes on at an offset.
  private static func isBorder(_ offset: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    offset == text.count || text[offset] & 0xC0 != 0x80
  }

  /// The string afterwards; nil if it is shorter, or if an end lies within a character.
  ///
  /// Complexity: O(size).
  public func applied(to string: String) -> String? {
    var (string, inserted) = (string, inserted)
    return string.withUTF8 { old in
      let (end, isBeyond) = at.addingReportingOverflow(removed)
      guard at >= 0, removed >= 0, !isBeyond, end <= old.count, Self.isBorder(at, old),
        Self.isBorder(end, old)
      else { return nil }
      return inserted.withUTF8 { new in
        String(unsafeUninitializedCapacity: at + new.count + old.count - end) { text in
          var place = 0
          for part in [old[..<at], new[...], old[end...]] {
            place = text[place...].initialize(fromContentsOf: part)
          }
          return place
        }
      }
    }
  }
}
