import Foundation

/// Parses the segment number in the name of a session file.
package enum SegmentNumber {
  private static let endings = [".ndjson.gz", ".ndjson"]

  /// The part of the name that all segments share, and the number, which the only file of a
  /// session may lack; nil for the name of any other file.
  package static func split(_ name: String) -> (stem: String, segment: Int?)? {
    guard !name.hasPrefix("."), let ending = endings.first(where: name.hasSuffix) else {
      return nil
    }
    let stem = String(name.dropLast(ending.count))
    guard let dot = stem.lastIndex(of: "."), dot > stem.startIndex else { return (stem, nil) }
    let digits = stem[stem.index(after: dot)...]
    guard digits.utf8.count >= 4, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let segment = Int(digits), segment > 0
    else { return (stem, nil) }
    return (String(stem[..<dot]), segment)
  }

  /// The number with at least four digits, as in file names.
  static func text(_ segment: Int) -> String {
    let digits = String(segment)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// The name of the segment after this one; nil if the name is not that of a session file.
  static func next(after path: String) -> String? {
    guard let ending = endings.first(where: path.hasSuffix) else { return nil }
    let name = (path as NSString).lastPathComponent
    guard let (stem, segment) = split(name) else { return nil }
    let folder = path.dropLast(name.count)
    return "\(folder)\(stem).\(text((segment ?? 1) + 1))\(ending)"
  }
}
