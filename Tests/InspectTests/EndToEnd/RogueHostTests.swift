import Foundation
import SessionFormat
import TestSupport
import Testing

@testable import Commands
@testable import Inspector

@Suite(
  "A host that goes wrong in an action, of many that are on their way, is told with that action")
struct RogueHostTests {
  static let actions = 3000

  /// A session of a ledger to which every action adds 2.
  private static func session() throws -> Session {
    var lines: [SessionLine] = [
      .session(SessionHeader(id: "s", started: "2026-01-02T03:04:05Z", store: "ledger")),
      .state(StateLine(n: 0, content: .whole(["total": 0, "entries": 0]))),
    ]
    for n in 1...actions {
      lines.append(.action(ActionLine(n: n, t: n, type: "Entry", action: ["amount": 2])))
      let state: JSONValue = ["total": .number(2 * n), "entries": .number(n)]
      lines.append(.state(StateLine(n: n, content: .whole(state))))
    }
    lines.append(.end(EndLine(n: actions, t: actions)))
    let bytes = lines.flatMap { LineCoding.bytes(of: $0.document) }
    return try Session(bytes: Data(bytes), file: "ledger.ndjson")
  }

  private static func verdict(_ way: String, _ n: Int, patience: Int = 20) throws -> Verdict {
    var command = HostCommand(
      program: try BuiltBinary.rogueHost.path, arguments: [way, String(n)], name: "rogue")
    // Only of a trap the backtrace is looked at.
    if way != "trap" { command.environment["SWIFT_BACKTRACE"] = "enable=no" }
    let client = HostClient(command, patience: patience)
    defer { client.close() }
    return try Verification(try session(), host: client).verdict()
  }

  /// What ends a process, and how that shows.
  static let ways: [(String, HostDeath.Ending)] = [
    ("trap", .signal(SIGILL)), ("abort", .signal(SIGABRT)), ("raise", .signal(SIGABRT)),
    ("segment", .signal(SIGSEGV)),
    ("overflow", .signal(SIGSEGV)), ("exit", .status(3)), ("leave", .status(4)),
    ("kill", .signal(SIGKILL)),
  ]

  @Test("the action in which it ended", arguments: ways, [1, 700, 3000])
  func ends(_ end: (way: String, ending: HostDeath.Ending), at n: Int) throws {
    let verdict = try Self.verdict(end.way, n)
    #expect(verdict.equal == n - 1)
    guard let divergence = verdict.divergence, let death = divergence.kind.death else {
      Issue.record("no death: \(verdict)")
      return
    }
    #expect(divergence.n == n)
    #expect(death.action == n)
    // A trap is one signal or another, by the processor.
    let traps: [HostDeath.Ending] = [.signal(SIGILL), .signal(SIGTRAP)]
    #expect(death.ending == end.ending || (end.way == "trap" && traps.contains(death.ending)))
    if end.way == "trap" {
      #expect(death.lastWords?.hasSuffix("the ledger does not balance") == true)
      // Hosts run without backtraces; this one is of a second death.
      #expect(death.standardError.contains { $0.contains(" Way.goWrong()") })
    }
  }

  @Test("one that hangs, or prints without end, is given up", arguments: ["hang", "flood"])
  func silent(_ way: String) throws {
    let silence = HostFailure.silent(command: "rogue", seconds: 1)
    #expect(throws: InspectorError.host(.during(action: 900, silence))) {
      _ = try Self.verdict(way, 900, patience: 1)
    }
  }

  @Test(
    "one that prints, or is late, reproduces all the same",
    arguments: ["never", "print", "late"])
  func harmless(_ way: String) throws {
    let verdict = try Self.verdict(way, 900)
    #expect(verdict.reproduces)
    #expect(verdict.equal == Self.actions)
  }
}
