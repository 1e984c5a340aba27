import Inspector
import SessionFormat
import Testing

@testable import Commands

@Suite("Changes as lines")
struct ChangeLinesTests {
  private func lines(_ old: JSONValue, _ new: JSONValue, limit: Int = .max) -> String {
    var page = Page()
    let tree = DifferenceTree(from: old, to: new)
    ChangeLines(tree.changes, in: ChangedSides(tree)).write(to: &page, limit: limit)
    return page.rendered(RenderOptions())
  }

  private func item(_ id: Int, _ name: String) -> JSONValue {
    ["id": .number(id), "name": .string(name)]
  }

  @Test("what happened to the elements of an array stands below it")
  func elements() {
    let old: JSONValue = ["items": [item(1, "Tea"), item(2, "Milk"), item(3, "Rye")], "n": 3]
    let new: JSONValue = ["items": [item(3, "Rye"), item(1, "Oat"), item(4, "Jam")], "n": 4]
    #expect(
      lines(old, new) == """
        ~ items  3 elements
          > [0]  from [2]  {id 3 "Rye"}
          ~ [1].name  "Tea" → "Oat"
          - [1]  {id 2 "Milk"}
          + [2]  {id 4 "Jam"}
        ~ n  3 → 4

        """)
    #expect(
      lines(old, new, limit: 2) == """
        ~ items  3 elements
          > [0]  from [2]  {id 3 "Rye"}
          ~ [1].name  "Tea" → "Oat"
        … and 3 more changes; diff shows all

        """)
  }

  @Test("an array of which only parts of elements changed has no line of its own")
  func parts() {
    let old: JSONValue = ["items": [item(1, "Tea"), item(2, "Milk")]]
    let new: JSONValue = ["items": [item(1, "Tea"), item(2, "Oat milk")]]
    #expect(lines(old, new) == "~ items[1].name  \"Milk\" → \"Oat milk\"\n")
  }

  @Test("an array that is the whole state is called so")
  func root() {
    #expect(
      lines([1], [1, 2]) == """
        ~ (the whole state)  1 → 2 elements
          + [1]  2

        """)
  }

  @Test("the number before is that of the elements that were there, of all pairs of small arrays")
  func counts() {
    let arrays = (0..<4).reduce(into: [[[Int]]]([[[]]])) { all, _ in
      all.append((all.last ?? []).flatMap { array in (1...3).map { array + [$0] } })
    }.joined()
    for old in arrays {
      for new in arrays where old.count != new.count {
        let sides = [old, new].map { JSONValue.array($0.map { .number($0) }) }
        let tree = DifferenceTree(from: sides[0], to: sides[1])
        let groups = ChangeGroup.groups(of: tree.changes, in: ChangedSides(tree))
        #expect(groups.count == 1)
        let size = groups.first.map { Page.inline($0.size, RenderOptions()) }
        let noun = new.count == 1 ? "element" : "elements"
        #expect(size == "\(old.count) → \(new.count) \(noun)", "\(old) \(new)")
      }
    }
  }

  @Test("within long texts the signs show what differs, and the parts are those of both texts")
  func marked() {
    let old = "The quick brown fox jumps over the lazy dog"
    #expect(
      lines([.string(old)], ["The quick red fox jumps over the lazy dog"])
        == "~ [0]  \"The quick [-brown-]{+red+} fox jumps over the …\"\n")
    #expect(
      lines([.string(old)], [.string(old + "!")])
        == "~ [0]  \"…ps over the lazy dog{+!+}\"\n")
    #expect(lines(["short"], ["shout"]) == "~ [0]  \"short\" → \"shout\"\n")
  }

  @Test("side by side it was not shown what differs within long texts")
  func sides() {
    let old: JSONValue = ["note": "The quick brown fox jumps over the lazy dog", "n": "short"]
    let new: JSONValue = ["note": "The quick red fox jumps over the lazy dog", "n": "shout"]
    var page = Page()
    page.table(ChangeText.sides(DifferenceTree(from: old, to: new).changes))
    #expect(
      page.rendered(RenderOptions()) == """
        ~   note  "…e quick [-brown-] fox jum…"  "…e quick {+red+} fox jum…"
        ~   n     "short"                        "shout"

        """)
  }
}
