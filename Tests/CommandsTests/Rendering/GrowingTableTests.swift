import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("A table that is written while its rows come")
struct GrowingTableTests {
  /// The pieces of a table of these numbers, where the last cell is room for that text.
  private static func pieces(_ numbers: [Int], wide: String = "") -> [String] {
    var pieces: [String] = []
    var table = GrowingTable(Table(.right, .left), RenderOptions())
    for number in numbers {
      table.row(wide: { [.text(wide)] }, to: { pieces.append($0) }) {
        [[.number(number), .literal("x")]]
      }
    }
    table.finish(to: { pieces.append($0) })
    return pieces
  }

  @Test("up to so many rows it looks as one that waited for all")
  func together() {
    let numbers = Array(1...GrowingTable.first)
    var table = Table(.right, .left)
    for number in numbers { table.row(.number(number), .literal("x")) }
    var page = Page()
    page.table(table)
    #expect(Self.pieces(numbers, wide: "1234567") == [page.rendered(RenderOptions())])
  }

  @Test("behind them as many are laid out together, in columns that only grow")
  func growing() {
    func part(_ width: Int) -> String {
      let digit = String(repeating: " ", count: width - 1) + "7"
      return String(repeating: "\(digit)  x\n", count: GrowingTable.first)
    }
    let first = Array(repeating: 7, count: GrowingTable.first)
    let pieces = Self.pieces(first + first + [1000] + first.dropFirst() + [8], wide: "12")
    #expect(pieces.joined() == part(2) + part(2) + "1000  x\n" + part(4).dropFirst(8) + "   8  x\n")
  }

  @Test("rows that take long are not waited for")
  func work() {
    var pieces: [String] = []
    var table = GrowingTable(Table(.right, .left), RenderOptions())
    for number in [1, 2, 30] {
      table.row(
        work: GrowingTable.longest / 2 + 1, wide: { [] }, to: { pieces.append($0) }
      ) {
        [[.number(number), .literal("x")]]
      }
    }
    table.finish(to: { pieces.append($0) })
    #expect(pieces == ["1  x\n", "2  x\n", "30  x\n"])
  }

  @Test("without rows nothing is written")
  func empty() {
    #expect(Self.pieces([]) == [])
  }
}
