import Testing

@testable import Commands
@testable import Inspector

@Suite("A page as HTML")
struct PageHTMLTests {
  @Test("each block is an element, each style a class, and all text is escaped")
  func blocks() {
    var page = Page()
    page.line(.literal("died in ", .error), .number(8), .text(" <b> & \u{202E}\n"))
    page.blank()
    page.rule([.literal("replay", .heading)], [.text("1 < 2", .dim)])
    page.line([.literal("a", .added)], rest: [.literal("b", .removed)])
    page.paragraph("some words")
    page.exact(.text(#"{"a":"<"}"#))
    var table = Table(.left, .right, .flexible, .left)
    table.row(.literal("k", .dim), .number(1), .text("<v>"), .literal(""))
    table.row(.literal("l"), .number(22))
    page.table(table)
    #expect(
      page.html(RenderOptions(width: 100)) == """
        <p><span class="bad">died in </span>8 &lt;b&gt; &amp; \\u{202E}\\u{A}</p>
        <h2>replay <span class="dim">1 &lt; 2</span></h2>
        <p><span class="new">a</span>  <span class="old">b</span></p>
        <p>some words</p>
        <pre>{&quot;a&quot;:&quot;&lt;&quot;}
        </pre>
        <table>
        <tr><td><span class="dim">k</span></td><td>1</td><td>&lt;v&gt;</td></tr>
        <tr><td>l</td><td>22</td><td></td></tr>
        </table>

        """)
  }
}
