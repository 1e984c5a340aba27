import SessionFormat
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("The list of steps")
struct ListReportTests {
  /// A list that is reversed again and again, with a step now and then that changes a number.
  private static func timeline() throws -> Timeline {
    let list = (0..<20).map { JSONValue.number($0) }
    var builder = SessionBuilder()
    builder.whole(0, ["a": .array(list), "b": 0])
    for n in 1...8 {
      builder.action(n, "turn")
      builder.whole(
        n, ["a": .array(n % 2 == 1 ? list.reversed() : list), "b": .number(n / 4)])
    }
    return Timeline(try builder.session())
  }

  @Test("what was too much to compare is told as a whole, and that is said")
  func cut() throws {
    let timeline = try Self.timeline()
    let report = try ListReport(
      timeline, (1...8).map { $0...$0 }, current: nil, effort: DifferenceEffort(rest: 0))
    #expect(
      report.text == """
           1  +0.001 s           turn  (the whole state)  {b 0, …} → {b 0, …}
           2  +0.002 s  +1.0 ms  turn  (the whole state)  {b 0, …} → {b 0, …}
           3  +0.003 s  +1.0 ms  turn  (the whole state)  {b 0, …} → {b 0, …}
           4  +0.004 s  +1.0 ms  turn  (the whole state)  {b 0, …} → {b 1, …}
           5  +0.005 s  +1.0 ms  turn  (the whole state)  {b 1, …} → {b 1, …}
           6  +0.006 s  +1.0 ms  turn  (the whole state)  {b 1, …} → {b 1, …}
           7  +0.007 s  +1.0 ms  turn  (the whole state)  {b 1, …} → {b 1, …}
           8  +0.008 s  +1.0 ms  turn  (the whole state)  {b 1, …} → {b 2, …}
        too much to align at step 1, 2, 3, 4, 5 and 3 more: compared by index or as a whole; diff compares two states further

        """)
    #expect(
      report.rows[0].description
        == #"{"n":1,"t":1000000,"type":"turn","changed":[""],"cut":true}"#)
    #expect(report.rows.allSatisfy { $0["cut"] == true })
  }

  @Test("steps that were compared in full are not said to be cut")
  func whole() throws {
    let report = try ListReport(try Self.timeline(), [4...4], current: nil)
    #expect(report.rows[0]["cut"] == nil)
    #expect(report.rows[0]["changed"]?.array?.contains("/b") == true)
    #expect(!report.text.contains("too much"))
  }
}
