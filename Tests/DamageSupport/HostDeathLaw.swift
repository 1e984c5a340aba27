public import Foundation
import Inspector
import SessionFormat
import TestSupport

/// A host that ends, hangs or answers nonsense at a random place of its answers, in a random way,
/// and the report that is required then.
public struct HostDeathLaw: Sendable {
  /// The ways in which it goes wrong.
  enum Way: Equatable, Sendable {
    case signal(Int32)
    case leave(Int32)
    case close
    case silence
    case nonsense

    var argument: String {
      switch self {
      case .signal(let signal): "signal:\(signal)"
      case .leave(let status): "leave:\(status)"
      case .close: "close"
      case .silence: "silence"
      case .nonsense: "nonsense"
      }
    }
  }

  /// The number of actions in the session.
  public let actions: Int
  let way: Way
  /// The place: -1 for the header, 0 for the first state, then the actions; nil for the end of input.
  let n: Int?
  private let line: Int
  private let part: Int

  private static let signals = [
    SIGKILL, SIGSEGV, SIGILL, SIGTRAP, SIGABRT, SIGTERM, SIGBUS, SIGFPE,
  ]
  private static let name = "rogue"

  /// Draws everything from a seed.
  public init(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    func draw(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    actions = 1 + draw(draw(4) == 0 ? 1500 : 60)
    switch draw(20) {
    case 0..<9: way = .signal(Self.signals[draw(Self.signals.count)])
    case 9..<14: way = .leave(draw(3) == 0 ? 0 : Int32(draw(256)))
    case 14: way = .silence
    case 15: way = .close
    default: way = .nonsense
    }
    let place = draw(actions + 6)
    n = place > actions + 3 ? nil : place > actions ? place - actions - 2 : place
    let isAction = (n ?? 0) > 0
    line = isAction ? draw(2) : 0
    // No part of the line, or any part of it.
    part = draw(4) == 0 ? 0 : draw(1000)
  }

  /// A description for messages.
  public var description: String {
    "\(way.argument) at \(n.map(String.init) ?? "end") \(line) \(part) of \(actions) actions"
  }

  /// The arguments that make the host do this.
  public var arguments: [String] {
    ["at", way.argument, n.map(String.init) ?? "end", String(line), String(part)]
  }

  /// The time limit of an answer: short for silence, and long enough otherwise.
  public var patience: Int { way == .silence ? 2 : 60 }

  /// The session of a ledger; every action adds 2.
  public var bytes: [UInt8] {
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
    return lines.flatMap { LineCoding.bytes(of: $0.document) }
  }

  /// The violations in the verdict.
  public func faultsOfVerdict(by host: URL) throws -> [String] {
    let session = try Session(bytes: Data(bytes), file: "ledger.ndjson")
    var command = HostCommand(program: host.path, arguments: arguments, name: Self.name)
    // Each backtrace would take a second to write.
    command.environment["SWIFT_BACKTRACE"] = "enable=no"
    let client = HostClient(command, patience: patience)
    defer { client.close() }
    let told: String
    do throws(InspectorError) {
      let verdict = try Verification(session, host: client).verdict()
      told = Self.told(verdict)
    } catch {
      told = Self.told(error)
    }
    return told == expected ? [] : ["it told \(told), and not \(expected)"]
  }

  // MARK: What is told

  private static func told(_ verdict: Verdict) -> String {
    guard let divergence = verdict.divergence else {
      return "\(verdict.equal) equal, \(verdict.restarts.count) replaced"
    }
    guard case .outcome(_, .died(let death)) = divergence.kind else { return "\(divergence)" }
    return "\(verdict.equal) equal, then \(death.action.map(String.init) ?? "nothing"): "
      + told(death) + ", \(verdict.restarts.count) replaced"
  }

  private static func told(_ death: HostDeath) -> String {
    switch death.ending {
    case .status(let status): "status \(status)"
    case .signal(let signal): "signal \(signal)"
    }
  }

  private static func told(_ error: InspectorError) -> String {
    switch error {
    case .host(.during(let action, let failure)): "in \(action) \(told(failure))"
    case .host(let failure): told(failure)
    default: "\(error)"
    }
  }

  private static func told(_ failure: HostFailure) -> String {
    switch failure {
    case .died(let death): told(death)
    case .silent(name, let seconds): "silence of \(seconds) s"
    case .nonsense(name, line: "", let reason): reason
    case .nonsense(name, _, _): "nonsense"
    default: "\(failure)"
    }
  }

  /// The required report.
  private var expected: String {
    guard let n else { return "\(actions) equal, 0 replaced" }
    let failure =
      switch way {
      case .signal(let signal): "signal \(signal)"
      case .leave(let status): "status \(status)"
      case .close: "it closed its standard output, but did not end"
      case .silence: "silence of \(patience) s"
      case .nonsense: "nonsense"
      }
    guard n > 0 else { return failure }
    switch way {
    case .signal, .leave: return "\(n - 1) equal, then \(n): \(failure), 0 replaced"
    case .close, .silence, .nonsense: return "in \(n) \(failure)"
    }
  }
}

extension HostDeathLaw {
  /// The violations at the prompt: it must continue whatever the host did, and must be able to end.
  ///
  /// - Parameters:
  ///   - tool: The built `inspect`.
  ///   - host: The built host.
  ///   - session: A file with ``bytes``.
  public func faultsOfPrompt(tool: URL, host: URL, session: String) throws -> [String] {
    let command = ([host.path] + arguments).joined(separator: " ")
    let run = try ProcessRun.run(
      tool,
      [
        "--host", command, "--patience", String(patience), "--keep-going", "-e", "verify",
        "-e", "skip 1", "-e", "switch recording", "-e", "print /total", session,
      ])
    var faults: [String] = []
    if run.status != .exited(isHarmless ? 0 : 1), run.status != .exited(isHarmless ? 0 : 2) {
      faults.append("the prompt \(run.status): \(run.error)")
    }
    if !run.output.hasSuffix("\n0\n") {
      faults.append("the prompt stopped: \(run.output.suffix(200)) \(run.error.suffix(200))")
    }
    return faults
  }

  private var isHarmless: Bool { n == nil }
}
