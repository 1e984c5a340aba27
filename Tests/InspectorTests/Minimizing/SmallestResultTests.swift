import TestSupport
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("A reduction never leaves more than plain ddmin does")
struct SmallestResultTests {
  @Test(
    "of rows whose last action is the first that shows a planted fault",
    arguments: ReducerFault.Way.allCases)
  func isNotLarger(way: ReducerFault.Way) {
    for needed in [1, 3, 5] {
      let fault = ReducerFault(way, needed: needed)
      for (length, seed): (Int, UInt64) in [(40, 1), (40, 2), (300, 3), (300, 4), (2_000, 5)] {
        let row = fault.row(of: length, seed: seed)
        let what = "\(way) \(needed) of \(length), seed \(seed)"
        guard fault.shows(in: row) == length else {
          Issue.record("\(what) does not show in the last action first")
          continue
        }
        var ours = ElementReduction(count: length)
        ours.run { kept in fault.shows(in: kept.places.lazy.map { row[$0] }) }
        var plain = DeltaDebugging(count: length)
        plain.run { kept in fault.shows(in: kept.lazy.map { row[$0] }) != nil }
        #expect(fault.shows(in: ours.kept.places.map { row[$0] }) != nil, "\(what)")
        #expect(ours.kept.count <= plain.kept.count, "\(what)")
      }
    }
  }
}
