import Foundation
import Inspector
import SessionFormat

/// Two states that share nothing and differ in a few places: a field, a row before all others.
let compareBenchmarks = [
  Benchmark(
    name: "read/compare-10MB", rival: "NSDictionary.isEqual of equal values", unit: .milliseconds
  ) {
    let (old, new) = try states()
    let values = (try JSONValue(parsing: old), try JSONValue(parsing: new))
    let trees = (try dictionary(old), try dictionary(old))
    return (
      { DifferenceTree(from: values.0, to: values.1).changes.count },
      { trees.0.isEqual(trees.1) ? 1 : 0 }
    )
  },
  Benchmark(
    name: "read/compare-10MB-equal", rival: "NSDictionary.isEqual", unit: .milliseconds
  ) {
    let (old, _) = try states()
    let values = (try JSONValue(parsing: old), try JSONValue(parsing: old))
    let trees = (try dictionary(old), try dictionary(old))
    return (
      { DifferenceTree(from: values.0, to: values.1).changes.count },
      { trees.0.isEqual(trees.1) ? 1 : 0 }
    )
  },
]

/// The texts of two states of about ten megabytes.
private func states() throws -> (String, String) {
  var state = AppState(items: 10_600, history: 7, contacts: 3_700)
  let old = try ValueEncoder().encode(state).value.description
  state.items[8_000].title += ", and eggs"
  state.items.insert(Item(number: 60_000, history: 7), at: 0)
  state.counter += 1
  return (old, try ValueEncoder().encode(state).value.description)
}

private func dictionary(_ text: String) throws -> NSDictionary {
  try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary
    ?? NSDictionary(dictionary: [:])
}
