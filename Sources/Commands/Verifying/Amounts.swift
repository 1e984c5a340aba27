import Inspector

/// A number of bytes as a person writes it: `4096`, `64K`, `500M`, `4G`.
package enum ByteCount {
  /// The text for messages.
  package static let words = "a number of bytes of 1 or more, which may end in K, M or G"

  private static let units: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]

  /// The number, at least 1; nil if the text is not a number, or is too large.
  package static func parse(_ text: String) -> Int? {
    let unit = text.last.flatMap { units[Character($0.uppercased())] }
    guard let number = Int(unit == nil ? text[...] : text.dropLast()), number > 0 else {
      return nil
    }
    let (bytes, overflow) = number.multipliedReportingOverflow(by: unit ?? 1)
    return overflow ? nil : bytes
  }
}

/// How many seconds a host may take for an answer.
package enum Patience {
  /// The text for messages.
  package static let words = "a number of seconds from 1 to 86400"

  /// The number; nil if the text is not one.
  package static func parse(_ text: String) -> Int? {
    Int(text).flatMap { (1...86_400).contains($0) ? $0 : nil }
  }
}
