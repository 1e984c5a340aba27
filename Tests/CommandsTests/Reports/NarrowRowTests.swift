import Inspector
import SessionFormat
import TestSupport
import Testing

@testable import Commands
@testable import InspectorSupport

@Suite("Rows of steps where a line is narrow")
struct NarrowRowTests {
  private func log(_ builder: SessionBuilder, _ columns: Int) throws -> String {
    let workspace = Workspace(
      try builder.session(), context: try SampleWorkspace(builder).workspace.context)
    var rows = StepRows(workspace.timeline, count: 100)
    var table = StepRow.table
    var n = workspace.timeline.first + 1
    while n <= workspace.timeline.last {
      let numbers = workspace.timeline.row(at: n)
      for line in try rows.row(numbers).lines(isCurrent: false) { table.row(line) }
      n = numbers.upperBound + 1
    }
    var page = Page()
    page.table(table)
    return page.rendered(RenderOptions(width: columns))
  }

  @Test("values were cut inside, and what did not fit was not counted")
  func values() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["loadingType": "none", "list": [], "pages": 0])
    builder.action(1, "LoadingStart")
    builder.patch(1, to: ["loadingType": "initialize", "list": [], "pages": 0])
    builder.action(2, "LoadingSuccess")
    builder.patch(2, to: ["loadingType": "none", "list": [1, 2, 3], "pages": 1])
    let shown44 = try log(builder, 44)
    #expect(
      shown44 == """
           1  LoadingStart    ~ loadingType
           2  LoadingSuccess  ~ loadingType …2 more

        """)
    let shown60 = try log(builder, 60)
    #expect(
      shown60 == """
           1  +0.001 s  LoadingStart    loadingType → "initialize"
           2  +0.002 s  LoadingSuccess  loadingType → "none" …2 more

        """)
  }

  @Test("in a gap the numbers of the lost steps were cut")
  func gap() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["z": 0])
    builder.gap(123_456, lost: 123_456, "disk full")
    builder.whole(123_456, ["z": 7])
    builder.action(123_457, "RequestArchiveWithInputTextAction")
    builder.patch(123_457, to: ["z": 9])
    let shown60 = try log(builder, 60)
    #expect(
      shown60 == """
           1–123456                             123456 lost
             123457  RequestArchi…ithInputText  z  7 → 9

        """)
  }

  @Test("no short text or number is ever cut in a row, of random changes at all widths")
  func law() throws {
    var documents = RandomDocuments(seed: 60)
    for _ in 0..<60 {
      let old = documents.document()
      let tree = DifferenceTree(from: old, to: documents.edited(old, edits: 3))
      guard let summary = ChangeSummary(tree.changes, in: ChangedSides(tree)) else { continue }
      for width in 16...70 {
        let options = RenderOptions(width: width)
        let shown = Page.inline(summary.spans(), options)
        // A cut text has the mark next to a sign of its own; all texts here are short.
        #expect(shown.firstMatch(of: /"[^" ,…]+…|…[^" .\[,…}\]0-9][^ ,]*"/) == nil, "\(shown)")
      }
    }
  }
}
