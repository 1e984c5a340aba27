import Foundation
import SessionFormat

/// Whether a file's lines have checksums, decided by all of them, because any one may be damaged.
struct ChecksumRule {
  /// The number of lines that end in a checksum, and of complete-looking lines that do not.
  private(set) var with = 0
  private(set) var without = 0

  /// A checksum as the last member has 18 bytes; other writers may add blanks.
  private static let tail = 64

  /// Counts the lines of a file.
  ///
  /// Complexity: O(lines), whatever their length.
  init(_ lines: LineIndex, _ reader: LineReader) {
    for line in lines {
      reader.withBytes(of: line) { take($0) }
    }
  }

  /// Whether every line must have a checksum: if at least half of the lines have one.
  ///
  /// A line that lost its checksum, or got one, is then the damaged one, even the header.
  var isRequired: Bool { with > 0 && with >= without }

  private mutating func take(_ line: UnsafeBufferPointer<UInt8>) {
    let blanks: Set<UInt8> = [0x20, 0x09, 0x0D]
    var text = line.drop(while: blanks.contains)
    while let last = text.last, blanks.contains(last) { text.removeLast() }
    guard text.first == UInt8(ascii: "{"), text.last == UInt8(ascii: "}") else { return }
    let tail = UnsafeBufferPointer(rebasing: text.suffix(Self.tail))
    if LineCoding.endsInChecksum(tail) { with += 1 } else { without += 1 }
  }
}
