import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport
@testable import SessionFormat

@Suite("Differences between the types of a recording and of a host, as they are told")
struct TypeChangeTests {
  private func told(fine: Int, risky: Int) -> String {
    func change(_ grade: TypeGrade) -> TypeDifference {
      TypeDifference(
        root: .state, path: ["a"], change: .added, grade: grade, words: "is new", value: nil)
    }
    var page = Page()
    TypeDifference.write(
      Array(repeating: change(.fine), count: fine) + Array(repeating: change(.risky), count: risky),
      to: &page)
    return page.rendered(RenderOptions(width: .max))
  }

  @Test("a count that ended at its bound is told as one")
  func bound() {
    let most = TypeComparison.mostDifferences
    #expect(
      told(fine: most - 1, risky: 0)
        == "  types     999 differences that every value survives\n")
    #expect(
      told(fine: most, risky: 0)
        == "  types     at least 1000 differences that every value survives\n")
    let lines = told(fine: 0, risky: most).split(separator: "\n")
    #expect(lines.count == 11)
    #expect(lines.last == "            and at least 990 more that are no better")
    #expect(
      told(fine: 1, risky: 11).split(separator: "\n").suffix(2) == [
        "            and 1 more that are no better",
        "  types     1 difference that every value survives",
      ])
  }
}
