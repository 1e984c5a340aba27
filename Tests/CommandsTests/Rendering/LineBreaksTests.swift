import SessionFormat
import Testing

@testable import Commands

@Suite("A line that is longer than a page")
struct LineBreaksTests {
  private func lines(_ spans: Span..., width: Int) -> [String] {
    var page = Page()
    page.line(spans)
    return page.rendered(RenderOptions(width: width, breaksLines: true))
      .split(separator: "\n").map(String.init)
  }

  @Test("is broken between words, and goes on below its text")
  func words() {
    let cause = Span.text("the host died in the reducer of action 8")
    #expect(
      lines(.literal("  crash     ", .dim), cause, width: 30) == [
        "  crash     the host died in", "            the reducer of", "            action 8",
      ])
    #expect(
      lines(.literal("note: "), .text("the last line was cut off"), width: 20) == [
        "note: the last line", "  was cut off",
      ])
  }

  @Test("is broken at a gap if what is behind it fits below")
  func gaps() {
    let change: [Span] = [.path("cells[0].isStored"), .literal("  "), .literal("true -> false")]
    #expect(lines(.group(change), width: 24) == ["cells[0].isStored", "  true -> false"])
  }

  @Test("keeps a value, a place and an option in brackets whole, however narrow it is")
  func whole() {
    let usage = Span.text("usage: find COND [--limit N] [--anyway]")
    #expect(
      lines(usage, width: 24) == ["usage: find COND", "  [--limit N] [--anyway]"])
    let value = ValueText.preview("a text of words")
    #expect(lines(.literal("was "), value, width: 12) == ["was", "  \"a te…rds\""])
  }

  @Test("in the last column of a table goes on in that column")
  func columns() {
    var table = Table(.left, .left)
    table.row("state", "CounterState")
    table.row("ending", "died in the reducer of action 8")
    let options = RenderOptions(width: 26, breaksLines: true)
    #expect(
      table.lines(options) == [
        "state   CounterState", "ending  died in the", "        reducer of action", "        8",
      ])
  }

  @Test("has all its words in order, and none is wider than the page if a word is not")
  func law() {
    let text = "one two  three four   five six [seven eight] nine (ten) eleven"
    for width in 22...80 {
      let lines = lines(.literal("  label  "), .text(text), width: width)
      #expect(lines.allSatisfy { DisplayWidth.columns(of: $0) <= width })
      let words = lines.flatMap { $0.split(separator: " ") }
      #expect(words == ["label"] + text.split(separator: " "))
    }
  }
}
