import Commands
import Inspector
import SessionFormat
import Testing

struct VisibleTextTests {
  @Test(
    "text is shown with its unsafe characters as escapes",
    arguments: [
      ("plain ünïcode 日本 👍", "plain ünïcode 日本 👍"),
      ("", ""),
      ("a\u{9B}31mb", "a\\u{9B}31mb"),
      ("\t|\r\n|\r|\n", "\\u{9}|\\u{D}\\u{A}|\\u{D}|\\u{A}"),
      ("\u{1B}]52;c;AAAA\u{7}", "\\u{1B}]52;c;AAAA\\u{7}"),
      ("a\u{202E}b\u{200B}c\u{FEFF}", "a\\u{202E}b\\u{200B}c\\u{FEFF}"),
      ("\u{E0041}", "\\u{E0041}"),
      ("C:\\users", "C:\\users"),
      ("\\u{9B}", "\\u{5C}u{9B}"),
      ("\\\\u{", "\\\\u{5C}u{"),
    ])
  func escapes(text: String, shown: String) {
    #expect(VisibleText.escaped(text) == shown)
  }

  @Test("no unsafe character passes, and every one comes back")
  func everyUnsafeCharacter() {
    let unsafe = (UInt32(0)...0x10FFFF).compactMap(Unicode.Scalar.init)
      .filter(UnsafeText.contains)
    #expect(unsafe.count == 4244)
    for scalar in unsafe {
      let text = "a\(Character(scalar))b"
      let shown = VisibleText.escaped(text)
      #expect(shown.unicodeScalars.allSatisfy { (0x20...0x7E).contains($0.value) })
      #expect(Array(VisibleText.unescaped(shown).utf8) == Array(text.utf8))
    }
  }

  @Test("all short texts of the characters that matter come back, and no two are shown alike")
  func reversible() {
    let alphabet = ["\\", "u", "{", "}", "5C", "\u{1B}", "é"]
    var texts = [""]
    for _ in 1...5 { texts += texts.flatMap { text in alphabet.map { text + $0 } } }
    var seen: [String: String] = [:]
    for text in Set(texts) {
      let shown = VisibleText.escaped(text)
      #expect(VisibleText.unescaped(shown) == text)
      #expect(seen.updateValue(text, forKey: shown) == nil)
    }
  }

  @Test(
    "what is no escape of a character stays",
    arguments: [
      "\\u{", "\\u{}", "\\u{D800}", "\\u{110000}", "\\u{12345678}", "\\u{xyz}", "\\u{-1}",
    ])
  func incompleteEscapes(text: String) {
    #expect(VisibleText.unescaped(text) == text)
  }
}
