import Commands
import Inspector
import Testing

struct DisplayWidthTests {
  @Test(
    "columns are counted as a terminal does",
    arguments: [
      ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本語", 6), ("ＡＢ", 4), ("ｱ", 1),
      ("한국", 4), ("\u{1112}\u{1161}\u{11AB}", 2), ("👍", 2), ("→", 1), ("…", 1), ("नि", 2),
      ("\u{E000}", 1), ("𠀀", 2), ("\u{3000}", 2), ("\u{303F}", 1), ("🫠", 2),
    ])
  func columns(text: String, columns: Int) {
    #expect(DisplayWidth.columns(of: text) == columns)
  }

  @Test("the ranges of wide characters ascend without touching, so that halving finds them")
  func rangesAscend() {
    for (range, next) in zip(WideCharacters.ranges, WideCharacters.ranges.dropFirst()) {
      #expect(range.upperBound + 1 < next.lowerBound)
    }
    for range in WideCharacters.ranges {
      #expect(!WideCharacters.contains(range.lowerBound - 1))
      #expect(WideCharacters.contains(range.lowerBound))
      #expect(WideCharacters.contains(range.upperBound))
      #expect(!WideCharacters.contains(range.upperBound + 1))
    }
  }

  @Test(
    "text too long loses its middle",
    arguments: [
      ("abcdefghij", 10, "abcdefghij", "abcdefghij"),
      ("abcdefghij", 9, "abcd…ghij", "abc...hij"),
      ("abcdefghij", 8, "abcd…hij", "abc...ij"),
      ("abcdefghij", 4, "ab…j", "a..."),
      ("abcdefghij", 3, "a…j", "..."),
      ("abcdefghij", 2, "a…", ".."),
      ("abcdefghij", 1, "…", "."),
      ("abcdefghij", 0, "", ""),
      ("abcdefghij", -1, "", ""),
      ("日本語日本語", 8, "日本…語", "日...語"),
      ("日本語日本語", 6, "日…語", "日..."),
      ("e\u{301}e\u{301}e\u{301}e\u{301}", 3, "e\u{301}…e\u{301}", "..."),
      ("ab\\u{202E}cdefgh", 10, "ab…cdefgh", "ab...defgh"),
      ("ab\\u{9B}cdefgh", 13, "ab…cdefgh", "ab...cdefgh"),
      ("\\u{9B}cdefghijkl", 14, "\\u{9B}c…ghijkl", "\\u{9B}...hijkl"),
    ])
  func truncated(text: String, columns: Int, shortened: String, ascii: String) {
    #expect(DisplayWidth.truncated(text, to: columns) == shortened)
    #expect(DisplayWidth.truncated(text, to: columns, ascii: true) == ascii)
  }

  @Test("shortened text never takes more columns than it may, and is kept where it fits")
  func truncationFits() {
    for text in ["abcdefghij", "日本語日本語", "a日b本c語", "e\u{301}日\\u{9B}x\\u{E0041}", "👍👍x"] {
      let all = DisplayWidth.columns(of: text)
      for columns in 0...(all + 2) {
        for ascii in [false, true] {
          let short = DisplayWidth.truncated(text, to: columns, ascii: ascii)
          #expect(DisplayWidth.columns(of: short) <= columns)
          #expect((short == text) == (columns >= all))
        }
      }
    }
  }
}
