import Commands
import Foundation
import Inspector
import SessionFormat

// The cost of finding the five actions of many that make a condition true, payloads included.

let minimizeBenchmarks = [
  Benchmark(
    name: "replay/minimize-1000", rival: "ddmin, each try from the first action, the same host",
    unit: .milliseconds
  ) {
    let search = try BenchSearch(actions: 1000)
    return (search.minimize, search.ddmin)
  },
  Benchmark(
    name: "replay/minimize-10000", rival: "one verify of the same session", unit: .milliseconds
  ) {
    let search = try BenchSearch(actions: 10_000)
    return (search.minimize, search.verify)
  },
]

/// A session with five actions to find.
private final class BenchSearch {
  private let scratch: Scratch
  private let session: Session
  private let client = HostClient(HostCommand.bench("counter"))

  init(actions: Int) throws {
    scratch = try Scratch()
    let path = scratch.path("session.ndjson")
    try ReplayedSession.planted(path, actions: actions)
    session = try Session(path: path)
  }

  func minimize() throws -> Int {
    var prompt = Prompt(session) { _ in HostCommand.bench("counter") }
    let report = try JSONValue(parsing: try prompt.run("minimize $.state.value >= 450000"))
    let kept = report["actions"]?.array?.count ?? 0
    guard kept == 5 else { throw CocoaError(.fileReadCorruptFile) }
    return kept
  }

  func verify() throws -> Int {
    try Verification(session, host: client).verdict().equal
  }

  /// Finds the actions alone, with one round trip for each action.
  func ddmin() throws -> Int {
    try client.open(session.header)
    var kept = Array(1...session.last)
    var parts = 2
    while kept.count > 1 {
      let chunks = (0..<parts).map { part in
        kept[(part * kept.count / parts)..<((part + 1) * kept.count / parts)]
      }
      let others = chunks.map { Array(kept[..<$0.startIndex] + kept[$0.endIndex...]) }
      if let chunk = try chunks.first(where: { try holds(Array($0)) }) {
        (kept, parts) = (Array(chunk), 2)
      } else if parts > 2, let rest = try others.first(where: holds) {
        (kept, parts) = (rest, max(2, parts - 1))
      } else if parts < kept.count {
        parts = min(kept.count, 2 * parts)
      } else {
        break
      }
    }
    guard kept.count == 5 else { throw CocoaError(.fileReadCorruptFile) }
    return kept.count
  }

  private func holds(_ actions: [Int]) throws -> Bool {
    _ = try client.reset(n: 0, to: try session.state(0))
    for n in actions {
      let state = try client.reduce(try session.action(n), inputs: []).state
      if state["value"]?.int ?? 0 >= 450_000 { return true }
    }
    return false
  }
}
