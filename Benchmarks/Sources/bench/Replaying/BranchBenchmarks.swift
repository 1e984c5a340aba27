import Commands
import Foundation
import Inspector
import SessionFormat

// The cost of branches: what would have happened with other actions.

let branchBenchmarks = [
  Benchmark(
    name: "replay/skip-10000", rival: "one action at a time through the same host",
    unit: .milliseconds
  ) {
    let branches = try BenchBranches(actions: 10_000)
    return ({ try branches.skip(5) }, { try branches.reduceOneByOne(from: 6) })
  },
  Benchmark(
    name: "replay/skip-late-10000", rival: "the skip of an early one", unit: .milliseconds
  ) {
    let branches = try BenchBranches(actions: 10_000)
    return ({ try branches.skip(9_990) }, { try branches.skip(5) })
  },
  Benchmark(
    name: "replay/reload-50000", rival: "a verify and a skip of an early action",
    unit: .milliseconds, rounds: 3
  ) {
    let (ours, theirs) = (
      try BenchBranches(actions: 50_000), try BenchBranches(actions: 50_000)
    )
    return ({ try ours.reload() }, { try theirs.verify() + theirs.skip(5) })
  },
]

/// A session with states of 1 KB, whose branches are made through a child process.
private final class BenchBranches {
  private let scratch: Scratch
  private let session: Session
  private let client = HostClient(HostCommand.bench("app"))
  private var prompt: Prompt

  init(actions: Int) throws {
    scratch = try Scratch()
    let path = scratch.path("session.ndjson")
    try ReplayedSession.app(path, actions: actions)
    session = try Session(path: path)
    prompt = Prompt(session) { _ in HostCommand.bench("app") }
    try client.open(session.header)
    // This starts the host.
    _ = try skip(actions)
  }

  /// Skips an action on a branch, then drops the branch.
  func skip(_ n: Int) throws -> Int {
    try run("skip", "\(n)")
    let last = prompt.timeline.last
    guard last == session.last - 1, prompt.timeline.hasState(last) else {
      throw CocoaError(.fileReadCorruptFile)
    }
    try run("drop", prompt.timeline.name)
    return last
  }

  /// Replays the recording and a branch of it through a new host.
  func reload() throws -> Int {
    if !prompt.timeline.isBranch { try run("skip", "5") }
    try run("reload", "")
    return session.last
  }

  /// The part of ``reload()`` that concerns the recording alone.
  func verify() throws -> Int {
    let verdict = try Verification(session, host: HostClient(HostCommand.bench("app"))).verdict()
    guard verdict.reproduces else { throw CocoaError(.fileReadCorruptFile) }
    return verdict.equal
  }

  func reduceOneByOne(from start: Int) throws -> Int {
    _ = try client.reset(n: start - 2, to: try session.state(start - 2))
    var count = 0
    for n in start...session.last {
      var action = try session.action(n)
      action.n = n - 1
      count += try client.reduce(action, inputs: try session.inputs(n)).line.n > 0 ? 1 : 0
    }
    return count
  }

  private func run(_ name: String, _ words: String) throws { try prompt.run("\(name) \(words)") }
}
