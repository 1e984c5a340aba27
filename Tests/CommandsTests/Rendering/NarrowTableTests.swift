import SessionFormat
import Testing

@testable import Commands

@Suite("A table in a narrow window")
struct NarrowTableTests {
  private func lines(_ table: Table, _ options: RenderOptions) -> [String] {
    var page = Page()
    page.table(table)
    return page.rendered(options).split(separator: "\n", omittingEmptySubsequences: false)
      .dropLast().map(String.init)
  }

  @Test("columns are left out where it is narrow: an extra one before anything is cut")
  func spare() {
    var table = Table(.spare, .extra, .name, .flexible)
    let name = "RequestArchiveWithCategoryAction"
    table.row(
      .text("+0.001 s"), .text("18 µs"), .type(name), .path("archiveState.cells[1].isStored"))
    table.row(.text(""), .text("2 µs"), .type("AddAction"), .path("isLoading"))
    func first(_ width: Int) -> String? { lines(table, RenderOptions(width: width)).first }
    let path = "archiveState.cells[1].isStored"
    #expect(first(.max) == "+0.001 s  18 µs  \(name)  \(path)")
    #expect(first(81) == "+0.001 s  18 µs  \(name)  \(path)")
    #expect(first(80) == "+0.001 s  \(name)  \(path)")
    #expect(first(70) == "\(name)  \(path)")
    #expect(first(60) == "\(name)  archiveState…[1].isStored")
    #expect(first(54) == "RequestArchiveWithCategoryAction  ….cells[1].isStored")
    #expect(first(40) == "RequestAr…hCategory  ….cells[1].isStored")
    for width in 18...90 {
      let widest = lines(table, RenderOptions(width: width)).map(DisplayWidth.columns).max()
      #expect((widest ?? 0) <= width)
    }
  }

  @Test("at a terminal a row goes on below before a name, a place or a short value is cut")
  func below() {
    var table = Table(.left, .right, .spare, .name, .flexible)
    let name = "RequestArchiveWithCategoryAction"
    let change = Span.group([
      .path("archiveState.isStored"), .literal("  "), ValueText.preview(.bool(false)),
      .arrow, ValueText.preview(.bool(true)),
    ])
    table.row(.literal(">"), .number(7), .text("+0.001 s"), .type(name), change)
    table.row(.literal(" "), .number(8), .text("+0.002 s"), .type("Add"), .path("isLoading"))
    table.row(.literal(" "), .literal(""), .text("+0.002 s"), .literal(""), change)
    func lines(_ width: Int) -> [String] {
      self.lines(table, RenderOptions(width: width, breaksLines: true))
    }
    #expect(
      lines(60) == [
        ">  7  \(name)",
        "        archiveState.isStored  false → true",
        "   8  Add                               isLoading",
        "        archiveState.isStored  false → true",
      ])
    for width in 44...120 {
      let shown = lines(width)
      #expect(shown.allSatisfy { !$0.contains("…") && DisplayWidth.columns(of: $0) <= width })
      // Below 78 columns the time is left out, which makes room for three.
      let isOnOne = (75..<78).contains(width) || width >= 85
      #expect((shown.count == 3) == isOnOne, "\(width): \(shown)")
    }
  }

  @Test("a place and its value were both cut on one line, and each has room on a line of its own")
  func apart() {
    var table = Table(.right, .left, .name, .left, .flexible, .flexible)
    let (name, place) = (
      "RequestArchiveWithInputTextAction", "archiveState.archiveCells[10].introduction"
    )
    let value = ValueText.preview("a creamy cake, and light behind")
    table.row(.number(7), .text("state"), .type(name), .literal("+"), .path(place), value)
    table.row(
      .number(8), .text("state"), .type(name), .literal("-"), .path("isLoading"),
      ValueText.preview(true))
    func lines(_ width: Int) -> [String] {
      self.lines(table, RenderOptions(width: width, breaksLines: true))
    }
    let text = "\"a creamy cake, and light behind\""
    #expect(
      lines(60) == [
        "7  state  \(name)",
        "            +  \(place)",
        "               \(text)",
        "8  state  \(name)",
        "            -  isLoading  true",
      ])
    #expect(lines(100).prefix(2) == ["7  state  \(name)", "            +  \(place)  \(text)"])
    #expect(lines(200).count == 2)
  }

  @Test("a text with full stops of its own was cut, as if it were cut on a line of its own, too")
  func ownMarks() {
    var table = Table(.name, .left, .flexible, .flexible)
    let (name, place) = (
      "RequestArchiveWithInputTextAction", "archiveState.archiveCells[10].introduction"
    )
    let text = "stay there... a... b... c... at home"
    table.row(.type(name), .literal("+"), .path(place), ValueText.preview(.string(text)))
    #expect(
      lines(table, RenderOptions(width: 50, breaksLines: true, ascii: true)) == [
        name, "  +  \(place)", "     \"\(text)\"",
      ])
  }

  @Test("a row that is wider than its line lost its end, which has room on a line of its own")
  func overfull() {
    var table = Table(.name, .left, .flexible, .flexible)
    table.row(
      .type("AddAction"), .literal("24 columns of the label:"), ValueText.preview("abcdef"),
      ValueText.preview("light and creamy"))
    #expect(
      lines(table, RenderOptions(width: 40, breaksLines: true)) == [
        "AddAction", "  24 columns of the label:  \"abcdef\"",
        "                    \"light and creamy\"",
      ])
  }

  @Test("texts were cut on one line that are whole on lines of their own")
  func texts() {
    var table = Table(.name, .flexible, .flexible)
    let (first, second) = ("a note of some thirty columns", "another of some thirty columns")
    table.row(.type("AddAction"), .text(first), .text(second))
    #expect(
      lines(table, RenderOptions(width: 40, breaksLines: true)) == [
        "AddAction", "  \(first)", "  \(second)",
      ])
  }

  @Test("a name behind which nothing stands was cut as those that have something behind them")
  func last() {
    var table = Table(.right, .name, .flexible)
    let (name, note) = ("locationWeatherResponse.success", "nothing is searched for any more")
    table.row(.number(5), .type(name), .literal(""))
    table.row(.number(4), .type("searchQueryChanged"), .text(note))
    for width in 24...80 {
      let shown = lines(table, RenderOptions(width: width))
      #expect((shown.first == "5  \(name)") == (width >= 34), "\(width): \(shown)")
      #expect(shown.allSatisfy { DisplayWidth.columns(of: $0) <= width })
      #expect(width >= 34 || DisplayWidth.columns(of: shown[0]) == width)
    }
  }

  @Test("a cell of several spans keeps its small values, and its place by its end")
  func groups() {
    var table = Table(.flexible)
    let values = [JSONValue.bool(false), .bool(true)].map { ValueText.preview($0) }
    table.row(
      .group([.path("archiveState.isStored"), .literal("  "), values[0], .arrow, values[1]]))
    func line(_ width: Int) -> String? { lines(table, RenderOptions(width: width)).first }
    #expect(line(40) == "archiveState.isStored  false → true")
    #expect(line(34) == "….isStored  false → true")
    #expect(line(24) == "….isStored  false → true")
    #expect(line(22) == "….isStored  false → t…")
    #expect(line(12) == "….isStored …")
  }
}
