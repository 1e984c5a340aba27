/// Makes lines of other writers safe to show.
///
/// This project's own lines are escaped by ``JSONWriter``. A line that is copied unchanged may have
/// raw characters of ``UnsafeText``, because JSON allows most of them. Copies are escaped here.
package enum SafeLine {
  /// A line in which every unsafe character is escaped; nil if it has none and can stay as it is.
  ///
  /// All other bytes stay, except that tabs and carriage returns between tokens become spaces. The
  /// value is the same.
  ///
  /// Complexity: O(count).
  ///
  /// - Parameters:
  ///   - line: One JSON object, without its line end.
  ///   - hasCRC: Whether the line ends in a checksum, which is then recomputed.
  package static func escaped(_ line: UnsafeBufferPointer<UInt8>, hasCRC: Bool) -> [UInt8]? {
    guard let start = line.baseAddress, var found = UnsafeText.first(in: line) else { return nil }
    var out = ByteBuffer(capacity: line.count + 64)
    defer { out.free() }
    var plain = 0
    while true {
      out.append(start + plain, found.place - plain)
      plain = found.place + found.length
      switch line[found.place] {
      // Inside strings, valid JSON has these escaped already.
      case 0x09, 0x0A, 0x0D: out.append(UInt8(ascii: " "))
      default: out.append(escapeOf: start + found.place, found.length)
      }
      guard let next = UnsafeText.first(in: line, from: plain) else { break }
      found = next
    }
    out.append(start + plain, line.count - plain)
    return hasCRC ? LineCoding.refreshed(out.array()) : out.array()
  }

  /// A line, made safe if it is not.
  package static func bytes(of line: [UInt8], hasCRC: Bool) -> [UInt8] {
    line.withUnsafeBufferPointer { escaped($0, hasCRC: hasCRC) } ?? line
  }
}
