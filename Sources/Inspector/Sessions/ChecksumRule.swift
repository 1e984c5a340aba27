import Foundation
import SessionFormat

/// Whether the lines of a file have checksums, told from all of them together, as any single one
/// may be damaged.
struct ChecksumRule {
  /// How many lines end in a checksum, and how many whole-looking ones do not.
  private(set) var with = 0
  private(set) var without = 0

  /// A checksum as the last member has 18 bytes; another writer may put blanks between them.
  private static let tail = 64

  /// The lines of a file.
  ///
  /// Complexity: O(lines), whatever their length.
  init(_ lines: LineIndex, _ reader: LineReader) {
    for line in lines {
      reader.withBytes(of: line) { take($0) }
    }
  }

  /// Whether every line must have a checksum: where most lines have one, and where as many do.
  ///
  /// So one line that lost its checksum, or got one, is the damaged one, be it the header.
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
