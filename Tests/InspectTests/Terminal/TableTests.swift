import Commands
import Inspector
import Testing

struct TableTests {
  private func lines(_ table: Table, _ options: RenderOptions) -> [String] {
    var page = Page()
    page.table(table)
    return page.rendered(options).split(separator: "\n", omittingEmptySubsequences: false)
      .dropLast().map(String.init)
  }

  @Test("cells line up by display columns, and no line ends with spaces")
  func aligned() {
    var table = Table(.right, .left, .left)
    table.row(.number(7), .text("日本"), .literal("a"))
    table.row(.number(1234), .text("e\u{301}"), .literal("b"))
    table.row(.number(12), .text("long name"))
    table.row(.number(3), .literal(""), .literal("c"))
    table.row()
    #expect(
      lines(table, RenderOptions()) == [
        "   7  日本       a",
        "1234  e\u{301}          b",
        "  12  long name",
        "   3             c",
        "",
      ])
  }

  @Test("one cell as long as a file made each row as long")
  func widest() {
    var table = Table(.left, .left)
    table.row(.text(String(repeating: "x", count: 100_000)), .literal("a"))
    table.row(.text("y"), .literal("b"))
    let lines = lines(table, RenderOptions())
    #expect(lines.map(\.count) == [100_003, 403])
    #expect(lines[0].hasSuffix("x  a") && lines[1].hasPrefix("y ") && lines[1].hasSuffix("  b"))
  }

  @Test("colour does not move a column")
  func colored() {
    var table = Table(.right, .left)
    table.row(.number(7, .dim), .text("x", .name))
    table.row(.number(10), .text("y"))
    #expect(
      lines(table, RenderOptions(color: true)) == [
        " \u{1B}[2m7\u{1B}[0m  \u{1B}[36mx\u{1B}[0m", "10  y",
      ])
  }

  @Test("flexible columns give way, the widest first, and never below eight columns")
  func shortened() {
    var table = Table(.right, .flexible, .flexible)
    table.row(.number(1), .text("abcdefghijklmnopqrst"), .text("0123456789"))
    table.row(.number(2), .text("short"), .text("x"))
    let wide = [
      "1  abcdefghijklmnopqrst  0123456789",
      "2  short                 x",
    ]
    #expect(lines(table, RenderOptions(width: 35)) == wide)
    #expect(lines(table, RenderOptions(width: .max)) == wide)
    #expect(
      lines(table, RenderOptions(width: 26)) == [
        "1  abcde…pqrst  0123456789",
        "2  short        x",
      ])
    let least = ["1  abcd…rst  0123…789", "2  short     x"]
    #expect(lines(table, RenderOptions(width: 21)) == least)
    #expect(lines(table, RenderOptions(width: 5)) == least)
  }

  @Test("a line fits whatever width can be reached at all")
  func everyWidth() {
    var table = Table(.left, .flexible, .flexible, .right)
    table.row(.text("id"), .text("日本語日本語日本語"), .text("abcdefghijklmno"), .number(100))
    let least = 2 + 8 + 8 + 3 + 3 * 2
    for width in least...60 {
      let widest = lines(table, RenderOptions(width: width)).map(DisplayWidth.columns).max()
      #expect((widest ?? 0) <= width)
    }
  }

  @Test("cells beyond the last column are left out")
  func surplus() {
    var table = Table(.left)
    table.row(.text("a"), .text("b"))
    #expect(lines(table, RenderOptions()) == ["a"])
  }
}
