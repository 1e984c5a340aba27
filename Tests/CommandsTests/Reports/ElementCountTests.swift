import Inspector
import SessionFormat
import TestSupport
import Testing

@testable import Commands

@Suite("How many elements an array had and has")
struct ElementCountTests {
  private static let pins = [
    "", "/items", "/items/0", "/items/0/a", "/a", "/0", "/id",
  ]

  @Test("the counts are those of the arrays themselves, in whatever pinned place", arguments: pins)
  func counts(pin: String) throws {
    let pin = try JSONPointer(pin)
    var documents = RandomDocuments(seed: 26)
    var seen = 0
    for _ in 0..<150 {
      let old = documents.document()
      let tree = DifferenceTree(from: old, to: documents.edited(old, edits: 4))
      let shown = PinnedChanges(tree.changes, pin).shown
      for group in ChangeGroup.groups(of: shown, in: ChangedSides(tree)) {
        guard let place = group.array, let count = group.count else { continue }
        seen += 1
        #expect(place.value(in: tree.new)?.array?.count == count.new)
        let oldPlace = try #require(group.firstElement).oldPath.parent
        #expect(oldPlace.value(in: tree.old)?.array?.count == count.old)
      }
    }
    #expect(seen > 0)
  }

  @Test("a removal next to the pinned element was not counted: 2 → 0 elements, not 1 → 0")
  func pinned() throws {
    let tree = DifferenceTree(from: ["items": ["a", "b"]], to: ["items": []])
    let shown = PinnedChanges(tree.changes, try JSONPointer("/items/0")).shown
    var page = Page()
    ChangeLines(shown, in: ChangedSides(tree)).write(to: &page)
    #expect(
      page.rendered(RenderOptions()) == """
        ~ items  2 → 0 elements
          - [0]  "a"

        """)
  }

  @Test("a list of changes showed one of several removed elements, and did not count the others")
  func others() {
    let tree = DifferenceTree(from: ["a", "b", "c"], to: [])
    let summary = ChangeSummary(tree.changes, in: ChangedSides(tree), isWithin: true)
    #expect(
      Page.inline(summary?.spans() ?? [], RenderOptions())
        == #"3 → 0 elements, - "a" and 2 more"#)
  }

  @Test("of an array in another order it is said what moved")
  func moved() {
    let ids: [JSONValue] = [["id": 1], ["id": 2], ["id": 3]]
    let tree = DifferenceTree(from: .array(ids), to: [ids[2], ids[0], ids[1]])
    let summary = ChangeSummary(tree.changes, in: ChangedSides(tree), isWithin: true)
    #expect(Page.inline(summary?.spans() ?? [], RenderOptions()) == "3 elements, > {id 3}")
  }
}
