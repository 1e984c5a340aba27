import Commands
import Foundation
import Inspector
import Recorder
import RecorderHost
import SessionFormat

// The cost of replaying a session in another process.

let replayBenchmarks =
  [
    verify("counter", 1_000_000) { try ReplayedSession.counter($0, actions: $1) },
    verify("app", 100_000) { try ReplayedSession.app($0, actions: $1) },
  ] + [editorBenchmark, stepsBenchmark] + hostBenchmarks + branchBenchmarks + minimizeBenchmarks + [
    jobsBenchmark
  ]

/// The verdict on a session through a child process; the rival's child codes with Foundation.
private func verify(
  _ host: String, _ actions: Int, _ write: @escaping @Sendable (String, Int) throws -> Void
) -> Benchmark {
  Benchmark(
    name: "replay/verify-\(host == "app" ? "1KB-100k" : "counter-1M")",
    rival: "a child with JSONDecoder and JSONEncoder", unit: .milliseconds,
    tellsProcessorTime: true, rounds: actions > 100_000 ? 3 : 9
  ) {
    let scratch = try Scratch()
    let path = scratch.path("session.ndjson")
    try write(path, actions)
    func verdict(_ host: String) throws -> Int {
      try withExtendedLifetime(scratch) {
        let client = HostClient(HostCommand.bench(host))
        let verdict = try Verification(try Session(path: path), host: client).verdict()
        guard verdict.reproduces, verdict.equal == actions else {
          throw CocoaError(.fileReadCorruptFile)
        }
        return verdict.equal
      }
    }
    return ({ try verdict(host) }, { try verdict("foundation-" + host) })
  }
}

/// The verdict on an editor's keystrokes, each of which changes one line of some thousand.
private let editorBenchmark = Benchmark(
  name: "replay/verify-editor-260k", rival: "memchr counts line feeds", unit: .milliseconds,
  tellsProcessorTime: true, rounds: 5
) {
  let scratch = try Scratch()
  let path = scratch.path("editor.ndjson")
  try ReplayedSession.editor(path, lines: 3000, keys: 260_000)
  return (
    {
      try withExtendedLifetime(scratch) {
        let host = HostClient(HostCommand.bench("editor"))
        let verdict = try Verification(try Session(path: path), host: host).verdict()
        guard verdict.reproduces, verdict.equal == 260_000 else {
          throw CocoaError(.fileReadCorruptFile)
        }
        return verdict.equal
      }
    }, { try lineFeeds(path) }
  )
}

/// Each step from its own recorded state, in a session with too many states to decode them all.
private let stepsBenchmark = Benchmark(
  name: "replay/verify-steps-84KB-50k", rival: "a verify of the same session", unit: .milliseconds,
  tellsProcessorTime: true, rounds: 3
) {
  let scratch = try Scratch()
  let path = scratch.path("session.ndjson")
  try ReplayedSession.app(path, actions: 50_000, AppState(items: 600, history: 1, contacts: 2))
  func verdict(_ steps: Bool) throws -> Int {
    try withExtendedLifetime(scratch) {
      var extent = Verification.Extent()
      extent.steps = steps
      let client = HostClient(HostCommand.bench("app"))
      let verdict = try Verification(try Session(path: path), host: client)
        .verdict(extent, by: HostCommand.bench("app"))
      guard verdict.reproduces, verdict.equal == 50_000 else {
        throw CocoaError(.fileReadCorruptFile)
      }
      return verdict.equal
    }
  }
  return ({ try verdict(true) }, { try verdict(false) })
}

/// Verifies eight sessions, two at a time.
private let jobsBenchmark = Benchmark(
  name: "replay/verify-jobs-2", rival: "one session at a time", unit: .milliseconds,
  tellsProcessorTime: true
) {
  let scratch = try Scratch()
  let files = (1...8).map { scratch.path("\($0).ndjson") }
  for file in files { try ReplayedSession.app(file, actions: 5000) }
  func run(_ jobs: Int) throws -> Int {
    try withExtendedLifetime(scratch) {
      let words = ["verify"] + files + ["--no-causes", "--jobs", "\(jobs)"]
      guard try Prompt.verb(words, host: { _ in HostCommand.bench("app") }) else {
        throw CocoaError(.fileReadCorruptFile)
      }
      return jobs
    }
  }
  return ({ try run(2) }, { try run(1) })
}

/// One round trip for an action, and a new host after a trap.
private let hostBenchmarks = [
  Benchmark(name: "replay/dispatch", rival: "an echo by cat", samples: 20_000) {
    let client = HostClient(HostCommand.bench("counter"))
    try client.open(ReplayedSession.header("counter"))
    _ = try client.reset(n: 0, to: ["value": 0, "steps": 0])
    let action = ActionLine(n: 1, t: 0, type: "add", action: ["add": ["_0": 1]])
    let ours = { try client.reduce(action, inputs: []).state["steps"]?.int ?? 0 }
    let echo = try Echo()
    return (ours, { try echo.echo() })
  },
  Benchmark(
    name: "replay/restart-after-trap", rival: "start and end of the same program",
    unit: .milliseconds
  ) {
    let client = HostClient(HostCommand.bench("counter"))
    let trap = ActionLine(n: 1, t: 0, type: "trap", action: ["trap": [:]])
    let start = {
      try client.open(ReplayedSession.header("counter"))
      _ = try client.reset(n: 0, to: ["value": 0, "steps": 0])
    }
    try start()
    let ours = {
      do { _ = try client.reduce(trap, inputs: []) } catch HostFailure.died {
        try start()
        return 1
      }
      throw CocoaError(.executableLoad)
    }
    let theirs = {
      let process = Process()
      process.executableURL = URL(filePath: CommandLine.arguments[0])
      process.arguments = ["--host", "none"]
      try process.run()
      process.waitUntilExit()
      return 1
    }
    return (ours, theirs)
  },
]

extension HostCommand {
  /// This program as a host.
  static func bench(_ name: String) -> HostCommand {
    HostCommand(program: CommandLine.arguments[0], arguments: ["--host", name])
  }
}

/// A session written from a host's answers, so that it reproduces.
enum ReplayedSession {
  static func header(_ store: String) -> SessionHeader {
    SessionHeader(id: UUID().uuidString, started: "2026-01-02T03:04:05Z", store: store)
  }

  static func counter(_ path: String, actions: Int) throws {
    let encoder = ValueEncoder()
    try write(
      path, header("counter"), try encoder.encode(CountState()).value, actions,
      host: { BenchHost.counterHost.machine(answer: $0).handle }
    ) { n in
      ("add", try encoder.encode(CountAction.add([5, -3, -2][n % 3])).value)
    }
  }

  /// A counter to which five evenly spread actions add a hundred thousand each.
  static func planted(_ path: String, actions: Int) throws {
    let encoder = ValueEncoder()
    try write(
      path, header("counter"), try encoder.encode(CountState()).value, actions,
      host: { BenchHost.counterHost.machine(answer: $0).handle }
    ) { n in
      let amount = n % (actions / 5) == actions / 10 ? 100_000 : [5, -3, -2][n % 3]
      return ("add", try encoder.encode(CountAction.add(amount)).value)
    }
  }

  static func app(
    _ path: String, actions: Int, _ state: AppState = AppState(items: 2, history: 1, contacts: 2)
  ) throws {
    let encoder = ValueEncoder()
    let ids = state.items.map(\.id)
    try write(
      path, header("app"), try encoder.encode(state).value, actions,
      host: { BenchHost.appHost.machine(answer: $0).handle }
    ) { n in
      ("toggle", try encoder.encode(AppAction.toggle(ids[n % ids.count])).value)
    }
  }

  private static func write(
    _ path: String, _ header: SessionHeader, _ state: JSONValue, _ actions: Int,
    host: HostInProcess.Machine, _ action: (Int) throws -> (type: String, JSONValue)
  ) throws {
    guard FileManager.default.createFile(atPath: path, contents: nil) else {
      throw CocoaError(.fileWriteUnknown)
    }
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    var out: [UInt8] = []
    let handle = host { out += LineCoding.bytes(of: $0) }
    _ = handle(.session(header))
    _ = handle(.state(StateLine(n: 0, content: .whole(state))))
    for n in 1...actions {
      let (type, value) = try action(n)
      _ = handle(.action(ActionLine(n: n, t: n &* 1000, type: type, action: value)))
      if out.count > 1 << 20 {
        try file.write(contentsOf: Data(out))
        out.removeAll(keepingCapacity: true)
      }
    }
    _ = handle(.end(EndLine(n: actions, t: actions &* 1000)))
    try file.write(contentsOf: Data(out))
  }
}

/// The round trip of a line through `cat`: the least that two processes need.
private final class Echo {
  private let process = Process()
  private let (input, output) = (Pipe(), Pipe())
  private let line = Data(repeating: 65, count: 99) + Data([10])

  init() throws {
    process.executableURL = URL(filePath: "/bin/cat")
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  deinit { try? input.fileHandleForWriting.close() }

  func echo() throws -> Int {
    try input.fileHandleForWriting.write(contentsOf: line)
    return output.fileHandleForReading.availableData.count
  }
}
