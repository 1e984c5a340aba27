import SessionFormat
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("Values that differ and look alike")
struct LikenessTests {
  static let strings: [(String, String, Likeness?)] = [
    ("é", "e\u{301}", .normalization), ("가", "\u{1100}\u{1161}", .normalization),
    ("ab", "a\u{200B}b", .invisible), ("ab", "\u{FEFF}ab", .invisible),
    ("ab", "a\u{202E}b\u{202C}", .invisible), ("❤", "❤\u{FE0F}", .invisible),
    ("a b", "a\u{A0}b", .whitespace), ("ab", "ab ", .whitespace), ("a\nb", "a\r\nb", .whitespace),
    ("é b", "e\u{301}  b", .whitespace), ("é\u{200B}", "e\u{301}", .invisible),
    ("a", "A", nil), ("a", "b", nil), ("", "a", nil), ("", " ", .whitespace), ("a", "a", nil),
  ]

  @Test("text is told apart by code points, hidden characters and space", arguments: strings)
  func text(old: String, new: String, likeness: Likeness?) {
    #expect(Likeness(.string(old), .string(new)) == likeness)
    #expect(Likeness(.string(new), .string(old)) == likeness)
  }

  @Test("of numbers only the zeros look alike, and equal ones are no difference")
  func numbers() throws {
    for (old, new, likeness) in [
      ("0", "-0", Likeness.zero), ("0.0", "-0e5", .zero), ("1", "1.0", nil), ("1", "2", nil),
      ("0", "0.0", nil), ("1", "\"1\"", nil), ("[0]", "[-0]", nil),
    ] {
      let pair = (try JSONValue(parsing: old), try JSONValue(parsing: new))
      #expect(Likeness(pair.0, pair.1) == likeness)
    }
  }
}
