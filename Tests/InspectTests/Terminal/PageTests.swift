import Commands
import Inspector
import SessionFormat
import Testing

struct PageTests {
  private let colored = RenderOptions(color: true)

  @Test("a page is its lines, plain where no colour is wanted")
  func plain() {
    var page = Page()
    #expect(page.isEmpty)
    page.line(.literal("step ", .bold), .number(-42, .name), .literal(" of "), .text("äöü"))
    page.blank()
    page.line(.sign(.added), .text("new", .added))
    page.line(.sign(.removed), .text("old", .removed))
    page.line(.sign(.changed), .text("other", .changed))
    #expect(!page.isEmpty)
    #expect(page.rendered(RenderOptions()) == "step -42 of äöü\n\n+ new\n- old\n~ other\n")
  }

  @Test(
    "a style is switched on before its text and off after it",
    arguments: zip(
      Style.allCases,
      ["", "2", "1", "32", "31", "33", "36", "1;31", "1;4"]))
  func styles(style: Style, code: String) {
    let expected = code.isEmpty ? "ab" : "\u{1B}[\(code)ma\u{1B}[0m\u{1B}[\(code)mb\u{1B}[0m"
    #expect(Page.inline([.literal("a", style), .text("b", style)], colored) == expected)
    #expect(Page.inline([.text("", style)], colored) == "")
  }

  @Test("whatever a text holds, only line ends and the page's own escapes act on the terminal")
  func hostileText() {
    let hostile = (UInt32(0)...0xFFFF).compactMap(Unicode.Scalar.init).map { String($0) }.joined()
    var page = Page()
    page.line(.text(hostile))
    page.line(.text("\u{1B}[2J", .error))
    var table = Table(.flexible)
    table.row(.text("\u{9B}H\r\n"))
    page.table(table)
    let lines = page.rendered(colored).split(separator: "\n")
    #expect(lines.count == 3)
    #expect(!lines[0].unicodeScalars.contains(where: UnsafeText.contains))
    #expect(VisibleText.unescaped(String(lines[0])) == hostile)
    #expect(lines[1] == "\u{1B}[1;31m\\u{1B}[2J\u{1B}[0m")
    #expect(lines[2] == "\\u{9B}H\\u{D}\\u{A}")
  }

  @Test("where only ASCII may be shown, signs are replaced and a text's letters are kept")
  func ascii() {
    let spans: [Span] = [.literal("▁▂", ascii: "_."), .literal("x"), .text("日本語日", columns: 7)]
    #expect(Page.inline(spans, RenderOptions()) == "▁▂x日…語日")
    #expect(Page.inline(spans, RenderOptions(ascii: true)) == "_.x日...日")
  }

  @Test("appended pages follow one another")
  func append() {
    var first = Page()
    first.line(.literal("one"))
    var second = Page()
    second.line(.literal("two"))
    first.append(second)
    #expect(first.rendered(RenderOptions()) == "one\ntwo\n")
  }
}
