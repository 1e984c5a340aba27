import SessionFormat
import Testing

@testable import Commands

@Suite("A line that is longer than a page")
struct LineBreaksTests {
  private func lines(_ spans: Span..., width: Int, ascii: Bool = false) -> [String] {
    var page = Page()
    page.line(spans)
    return page.rendered(RenderOptions(width: width, breaksLines: true, ascii: ascii))
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

  @Test("cut a value in its middle that was whole on a line of its own")
  func roomBelow() {
    let place: [Span] = [
      .literal("1  "), .path("archiveCellViewObjects[0].dishName"), .literal(" = "),
    ]
    let name = ValueText.preview("とろとろ卵のオムライス")
    #expect(
      lines(.group(place), name, width: 60) == [
        "1  archiveCellViewObjects[0].dishName =", "   \"とろとろ卵のオムライス\"",
      ])
    #expect(lines(.group(place), name, width: 64).count == 1)
    // An object is no better for more of its members.
    let object = ValueText.preview(["id": 7, "note": .string(String(repeating: "n", count: 50))])
    #expect(lines(.group(place), object, width: 60).count == 1)
    // What is cut below, too, stays where it is.
    let long = ValueText.preview(.string(String(repeating: "long ", count: 20)))
    #expect(lines(.literal("  to   "), long, width: 60).count == 1)
  }

  @Test(
    "a text with full stops or marks of its own was cut, as if it were cut on a line of its own, too",
    arguments: [
      ("stay there... a... b... c... at home", true), ("ずっと待って…もう少し…まだ…できたよ", false),
    ])
  func ownMarks(text: String, ascii: Bool) {
    let place = Span.path("archiveCellViewObjects[0].dishName")
    let value = ValueText.preview(.string(text))
    #expect(
      lines(.literal("1  "), place, .literal(" = "), value, width: 60, ascii: ascii) == [
        "1  archiveCellViewObjects[0].dishName =", "   \"\(text)\"",
      ])
  }

  @Test(
    "a value that filled a line of its own was too wide with the comma behind it",
    arguments: 20...60)
  func glued(columns: Int) {
    let place = Span.path("archiveCellViewObjects[0].dishName")
    let text = String(repeating: "x", count: columns - 2)
    let behind: [Span] = [.literal(", "), ValueText.preview(true)]
    let shown = lines(
      .literal("1  "), place, .literal(" = "), ValueText.preview(.string(text)), .group(behind),
      width: 60)
    #expect(shown.allSatisfy { $0.count <= 60 }, "\(shown)")
    #expect(shown.contains { $0.hasPrefix("   \"\(text)\",") } == (columns <= 56), "\(shown)")
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
