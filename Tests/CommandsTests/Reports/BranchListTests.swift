import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("The list of branches")
struct BranchListTests {
  @Test("in a narrow window the changes lost their middle, and with it what they are")
  func narrow() throws {
    let session = try SessionBuilder.counter([1, 2, 3, 4, 5]).session()
    var sample = SampleWorkspace(workspace: Workspace(session, host: .counter()))
    _ = try sample.run("skip 2 4")
    let report = BranchesReport(
      timelines: sample.workspace.timelines, current: sample.workspace.current)
    func shown(_ width: Int) -> String {
      ReportFormat.text.rendered(report, RenderOptions(width: width, breaksLines: true))
    }
    #expect(
      shown(60) == """
           recording  ends at 5
        *  branch-1   forks after 1, ends at 3
                      skipped 2 add, and 1 more change

        """)
    #expect(
      shown(80) == """
           recording  ends at 5
        *  branch-1   forks after 1, ends at 3  skipped 2 add, and 1 more change

        """)
    for width in 50...100 { #expect(!shown(width).contains("…")) }
  }
}
