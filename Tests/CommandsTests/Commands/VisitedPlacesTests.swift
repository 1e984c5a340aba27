import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("The places that were visited are gone along back and forth")
struct VisitedPlacesTests {
  /// Runs lines, and gives the step that is stood on after each.
  private func steps(_ lines: String...) throws -> [Int] {
    var sample = try SampleWorkspace(SessionBuilder.counter([1, 2, 3, 4, 5]))
    return try lines.map { line in
      _ = try sample.run(line)
      return sample.workspace.n
    }
  }

  @Test("undo goes back through all motions, redo forward again")
  func motions() throws {
    #expect(
      try steps(
        "goto 3", "next", "finish", "undo", "undo", "redo", "undo", "undo", "undo", "redo",
        "redo", "redo", "redo")
        == [3, 4, 5, 4, 3, 4, 3, 0, 0, 3, 4, 5, 5])
  }

  @Test("a motion after undo forgets what it left; what moves nowhere forgets nothing")
  func forgets() throws {
    #expect(
      try steps("goto 3", "goto 5", "undo", "print", "goto 3", "redo", "undo", "next", "redo")
        == [3, 5, 3, 3, 3, 5, 3, 4, 4])
  }

  @Test("at the ends that is told")
  func ends() throws {
    var sample = try SampleWorkspace()
    #expect(sample.told("undo") == "no place was visited before this one\n")
    #expect(sample.told("redo") == "there is nothing to redo: undo has left no place\n")
    _ = try sample.run("finish")
    #expect(sample.workspace.n == 4)
    #expect(sample.told("finish") == "the end: there is no later action\n")
  }

  @Test("only the last thousand places are kept")
  func kept() {
    var places = VisitedPlaces()
    for n in 0..<1500 { places.leave(VisitedPlaces.Place(timeline: 0, n: n)) }
    var at = VisitedPlaces.Place(timeline: 0, n: 1500)
    var count = 0
    while let before = places.undo(from: at) { (at, count) = (before, count + 1) }
    #expect(count == 1000)
    #expect(at.n == 500)
  }

  @Test("when tells the step and its time")
  func when() throws {
    var sample = try SampleWorkspace()
    #expect(sample.told("when") == "0/4 start  started 2026-01-02 03:04:05Z\n")
    _ = try sample.run("goto 3")
    #expect(
      sample.told("when") == "3/4 pay  +0.003 s  1.0 ms after 2  started 2026-01-02 03:04:05Z\n")
    #expect(
      try sample.json("when")
        == #"{"report":"when","version":1,"n":3,"last":4,"t":3000000,"since":1000000,"#
        + #""started":"2026-01-02T03:04:05Z"}"#)
  }

  @Test("apropos lists the commands whose help has a word in it")
  func apropos() throws {
    var sample = try SampleWorkspace()
    #expect(
      sample.told("apropos REDUCER times") == """
        Ask why
          stats  count actions by type, reducer times, state sizes, changed places

        """)
    #expect(sample.told("apropos zebra") == "no help contains zebra\n(no)\n")
  }
}
