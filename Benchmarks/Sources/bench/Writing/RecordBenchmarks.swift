import Foundation
import Recorder

// What recording adds to a step, by the size of the state and what changes in it. The rival is the
// reducer alone, with the old state kept, as a store keeps it that tells its subscribers both.

let recordBenchmarks = [
  record("1KB", CodingCases.small) { state, n in state.items[0].done = n.isMultiple(of: 2) },
  record("84KB/counter", CodingCases.medium) { state, n in state.counter = n },
  record("84KB/item", CodingCases.medium) { state, n in state.items[n % 130].done.toggle() },
  record("84KB/value", CodingCases.medium) { state, n in
    state.contacts["contact-\(n % 110 * 7919)"]?.score += 1
  },
  record("8.6MB/item", warmUp: 130, CodingCases.large) { state, n in
    state.items[n % 10_000].done.toggle()
  },
  record("8.6MB/insert", warmUp: 130, CodingCases.large) { state, n in
    if n.isMultiple(of: 2) {
      state.items.remove(at: 5_000)
    } else {
      state.items.insert(Item(number: n, history: 1), at: 5_000)
    }
  },
  record("8.8MB/small-item", warmUp: 130, { (0..<90_000).map { SmallItem(number: $0) } }) {
    state, n in
    state[n % 90_000].isDone.toggle()
  },
  record("75000-keys", warmUp: 130, CodingCases.manyKeys) { state, n in
    state["contact-\(n % 75_000 * 7919)"]?.score += 1
  },
  record("84KB/everything", warmUp: 200, CodingCases.medium) { state, n in
    state = AppState(items: 130, history: 4, contacts: 110)
    for place in state.items.indices { state.items[place].title = "Title \(n) of \(place)" }
  },
]

/// About 98 bytes of JSON.
private struct SmallItem: Codable, Sendable {
  var id: Int
  var title: String
  var isDone = false
  var place = "the place of it"

  init(number: Int) { (id, title) = (number, "Item \(number): buy milk and bread") }
}

private func record<State: Codable & Sendable>(
  _ name: String, warmUp: Int = 2_000, _ make: @escaping @Sendable () -> State,
  _ reduce: @escaping @Sendable (inout State, Int) -> Void
) -> Benchmark {
  Benchmark(name: "record/\(name)", rival: "the reducer alone", tellsBeyond: true) {
    let scratch = try Scratch()
    var options = RecorderOptions()
    options.onError = { fatalError("the recorder does not record: \($0)") }
    let recorder = try SessionRecorder(
      path: scratch.path("ours.ndjson"), store: "bench", options: options)
    var (ourState, theirState) = (make(), make())
    var kept = theirState
    var (ours, theirs) = (0, 0)
    // At first the recorder checks often what it later checks seldom.
    for n in -warmUp..<0 { recorder.step(n, into: &ourState) { reduce(&$0, -n) } }
    return (
      {
        ours += 1
        let n = ours
        withExtendedLifetime(scratch) {
          recorder.step(n, into: &ourState) { reduce(&$0, n) }
        }
        return n
      },
      {
        theirs += 1
        kept = theirState
        reduce(&theirState, theirs)
        return withExtendedLifetime(kept) { theirs }
      }
    )
  }
}
