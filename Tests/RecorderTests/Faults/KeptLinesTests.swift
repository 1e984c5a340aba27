import TestSupport
import Testing

@testable import Recorder

@Suite("Marks while nothing is written")
struct KeptLinesTests {
  @Test("the first hundred wait and are written; that others were left out is told")
  func dropped() {
    for marks in [100, 101, 250] {
      let run = FaultyRun(MemoryFiles()) { n, recorder, _ in
        if n == 3 { recorder.pause() }
        if n == 4 {
          for mark in 1...marks { recorder.mark("\(mark)") }
          recorder.resume()
        }
      }
      #expect(run.oracle.faults == [])
      #expect(run.oracle.marks == ["start"] + (1...100).map(String.init))
      let words =
        "marks or dispatched actions are left out: while nothing is written, only the first 100 "
        + "are kept"
      #expect(run.troubles.map(\.description).contains(words) == (marks > 100))
    }
  }
}
