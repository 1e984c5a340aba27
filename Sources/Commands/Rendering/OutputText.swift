import Inspector

/// Text in the files for other programs.
enum OutputText {
  /// Text from outside, of limited length.
  static func line(_ text: String) -> String { ShortText.beginning(of: text, 500) }

  /// A text with visible forms of the characters that neither XML nor YAML has in any form.
  static func withoutNoncharacters(_ text: String) -> String {
    replacing(in: text) { scalar in
      scalar == "\u{FFFE}" || scalar == "\u{FFFF}"
        ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}" : nil
    }
  }

  /// A text with other words for some characters.
  static func replacing(in text: String, words: (Unicode.Scalar) -> String?) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      if let words = words(scalar) { result += words } else { result.unicodeScalars.append(scalar) }
    }
  }

  /// Nanoseconds as seconds with three places.
  static func seconds(_ nanoseconds: UInt64) -> String {
    let milliseconds = (nanoseconds + 500_000) / 1_000_000
    let rest = String(milliseconds % 1000)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }
}
