import Inspector
import SessionFormat

/// Two states that share nothing and differ in a few places: fields, and a row before all others.
///
/// The rival only compares two equal values with `==`, the least that a comparison reads.
let compareBenchmarks = [
  Benchmark(name: "read/compare-10MB", rival: "== of equal values", unit: .milliseconds) {
    let (old, new) = try states()
    let (a, b) = (try JSONValue(parsing: old), try JSONValue(parsing: new))
    let c = try JSONValue(parsing: old)
    return ({ DifferenceTree(from: a, to: b).changes.count }, { a == c ? 1 : 0 })
  }
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
