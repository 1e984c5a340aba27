/// Text in the files for other programs.
enum OutputText {
  /// The beginning of a text, which says so where it is not all.
  static func cut(_ text: String, to count: Int) -> String {
    text.unicodeScalars.count <= count
      ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(count))) + "…"
  }

  /// Text from outside, of bounded length.
  static func line(_ text: String) -> String { cut(text, to: 500) }

  /// A text in which those characters are shown that neither XML nor YAML has, in whatever form.
  static func withoutNoncharacters(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      guard scalar == "\u{FFFE}" || scalar == "\u{FFFF}" else {
        result.unicodeScalars.append(scalar)
        return
      }
      result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }
  }

  /// Nanoseconds as seconds with three places.
  static func seconds(_ nanoseconds: UInt64) -> String {
    let milliseconds = (nanoseconds + 500_000) / 1_000_000
    let rest = String(milliseconds % 1000)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }
}
