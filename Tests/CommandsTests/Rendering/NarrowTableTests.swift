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
