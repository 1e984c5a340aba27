import SessionFormat
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("Skip and unskip take ranges")
struct SkipRangeTests {
  @Test("a range is each number in it, as they are printed")
  func ranges() throws {
    for range in ["3-4", "3–4"] {
      var sample = try SampleWorkspace()
      var single = try SampleWorkspace()
      #expect(sample.told("skip \(range)") == single.told("skip 3 4"))
      #expect(sample.workspace.timeline.plan.last == 2)
      #expect(sample.told("unskip 1-3") == single.told("unskip 3"))
    }
  }

  @Test(
    "what is no range of actions is refused",
    arguments: [
      ("skip 4-3", "skip: 4-3 goes backwards: write 3-4; usage: skip N..."),
      ("skip 3-9", "there is no step 9: the steps go from 0 to 4"),
      ("skip 0-2", "skip: 0 is the start, which is not an action; usage: skip N..."),
      (
        "skip 3-x",
        "skip: 3-x is not a step: give a number, +2, -2, 50%, start, end, 1.5s, 1:37:39 or @mark; "
          + "usage: skip N..."
      ),
      ("unskip 1-2", "unskip: 1-2 is not skipped on recording; usage: unskip [N]..."),
      ("unskip 8-9", "unskip: 8-9 is not skipped on recording; usage: unskip [N]..."),
    ])
  func refused(line: String, error: String) throws {
    var sample = try SampleWorkspace()
    #expect(sample.told(line) == "error: \(error)\n")
  }
}
