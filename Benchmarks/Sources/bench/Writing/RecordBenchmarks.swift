import Foundation
import Recorder
import SessionFormat

// What recording adds to a step, by the size of the state and what changes in it. The rival is the
// reducer alone, with the old state kept, as a store keeps it that tells its subscribers both.

let recordBenchmarks = [
  record("tiny", { TinyState() }) { state, n in state.counter = n },
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
  record("8.6MB/two-inserts", warmUp: 130, CodingCases.large) { state, n in
    if n.isMultiple(of: 2) {
      for place in [7_500, 2_500] { state.items.remove(at: place) }
    } else {
      for place in [2_500, 7_500] { state.items.insert(Item(number: n, history: 1), at: place) }
    }
  },
  record("8.8MB/small-item", warmUp: 130, { (0..<90_000).map { SmallItem(number: $0) } }) {
    state, n in
    state[n % 90_000].isDone.toggle()
  },
  record("75000-keys", warmUp: 130, CodingCases.manyKeys) { state, n in
    state["contact-\(n % 75_000 * 7919)"]?.score += 1
  },
  record("100000-shared/counter", warmUp: 20_000, SharedState.init) { state, n in state.counter = n
  },
  record("100000-shared/item", warmUp: 20_000, SharedState.init) { state, n in
    state.items.toggle(n * 7_919 % 100_000)
  },
  record("84KB/everything", warmUp: 200, CodingCases.medium) { state, n in
    state = AppState(items: 130, history: 4, contacts: 110)
    for place in state.items.indices { state.items[place].title = "Title \(n) of \(place)" }
  },
]

private struct TinyState: Codable, Sendable {
  var counter = 0
  var isOn = false
}

/// About 98 bytes of JSON.
private struct SmallItem: Codable, Sendable {
  var id: Int
  var title: String
  var isDone = false
  var place = "the place of it"

  init(number: Int) { (id, title) = (number, "Item \(number): buy milk and bread") }
}

/// A list of 100,000 elements whose versions share chunks.
private struct SharedState: Codable, Sendable {
  var counter = 0
  var items = SharedItems()
}

private struct SharedItems: Codable, Sendable {
  private final class Chunk: Sendable {
    let items: [SmallItem]

    init(_ items: [SmallItem]) { self.items = items }
  }

  private var chunks = (0..<1_000).map { chunk in
    Chunk((0..<100).map { SmallItem(number: chunk * 100 + $0) })
  }

  init() {}

  mutating func toggle(_ index: Int) {
    var items = chunks[index / 100].items
    items[index % 100].isDone.toggle()
    chunks[index / 100] = Chunk(items)
  }

  init(from decoder: any Decoder) throws {
    let items = try decoder.singleValueContainer().decode([SmallItem].self)
    chunks = stride(from: 0, to: items.count, by: 100).map {
      Chunk(Array(items[$0..<min($0 + 100, items.count)]))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    for chunk in chunks { for item in chunk.items { try list.encode(item) } }
  }
}

extension SharedItems: StructureSharing {
  func changes(since old: SharedItems) -> [StructureChange<SmallItem>]? {
    zip(old.chunks, chunks).enumerated().flatMap { place, pair in
      pair.0 === pair.1
        ? []
        : zip(pair.0.items, pair.1.items).enumerated().map {
          .element(place * 100 + $0, old: $1.0, new: $1.1)
        }
    }
  }
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
