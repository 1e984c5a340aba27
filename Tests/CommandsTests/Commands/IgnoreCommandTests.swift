import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("ignore passes over stops")
struct IgnoreCommandTests {
  @Test("of all counts, in both directions", arguments: 0...5)
  func counts(count: Int) throws {
    for (motion, start, stops, end) in [
      ("continue", "start", [1, 2, 3, 4], 4), ("reverse-continue", "end", [3, 2, 1], 0),
    ] {
      var sample = try SampleWorkspace()
      _ = try sample.run("goto \(start)")
      _ = try sample.run("break *")
      _ = try sample.run("ignore 1 \(count)")
      _ = try sample.run(motion)
      #expect(sample.workspace.n == (stops.dropFirst(count).first ?? end), "\(motion)")
      // What was passed over is counted, also where the motion reached the end.
      let left = max(0, count - stops.count)
      #expect(sample.workspace.stops.map(\.ignored) == [left], "\(motion)")
    }
  }

  @Test("another breakpoint at the same step stops there all the same")
  func others() throws {
    var sample = try SampleWorkspace()
    for line in ["break *", "tbreak pay", "ignore 1 9", "ignore 2 0"] { _ = try sample.run(line) }
    _ = try sample.run("c")
    #expect(sample.workspace.n == 3)
    #expect(sample.told("info breakpoints") == "1 break *  (passes over the next 6 stops)\n")
  }

  @Test("a step that the condition rules out does not count")
  func condition() throws {
    var sample = try SampleWorkspace()
    for line in ["break * if $.n > 2", "ignore 1 1", "c"] { _ = try sample.run(line) }
    #expect(sample.workspace.n == 4)
  }

  @Test("it is listed, and ends with 0")
  func listed() throws {
    var sample = try SampleWorkspace()
    _ = try sample.run("break pay")
    #expect(sample.told("ignore 1 1") == "1 break pay  (passes over the next 1 stop)\n")
    #expect(
      try sample.json("info breakpoints")
        == #"{"report":"breakpoints","version":1,"rules":[{"id":1,"break":"pay","ignore":1}]}"#)
    #expect(sample.told("ignore 1 0") == "1 break pay\n")
  }

  @Test(
    "what is no breakpoint or no count is refused",
    arguments: [
      ("ignore", "ignore: N is missing; usage: ignore N COUNT"),
      ("ignore 1", "ignore: COUNT is missing; usage: ignore N COUNT"),
      (
        "ignore 2 1",
        "ignore: there is no breakpoint 2; info breakpoints lists them; usage: ignore N COUNT"
      ),
      ("ignore 1 -1", "ignore: COUNT is a number of 0 or more, not -1; usage: ignore N COUNT"),
    ])
  func refused(line: String, error: String) throws {
    var sample = try SampleWorkspace()
    _ = try sample.run("break *")
    #expect(sample.told(line) == "error: \(error)\n")
  }
}
