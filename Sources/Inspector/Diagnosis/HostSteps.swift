import Foundation
import SessionFormat

/// Runs a step in host processes.
final class HostSteps: StepRunner {
  /// What is installed here, and what this host can be run with.
  private(set) lazy var tools = WitnessedHost.usable(installed, command, session, connect)
  private let installed: RunTools
  /// How often processes ended for a reason other than the step, by ending in words.
  private var deaths: [(ending: String, count: Int)] = []
  /// The conditions under which no process answered, in words.
  private var untried: Set<String> = []
  private let session: Session
  private let n: Int
  private let command: HostCommand
  private let interrupted: () -> Bool
  private let connect: (HostCommand) -> HostClient
  /// Draws the value of the variable that differs in each run.
  private var lot = Lot(seed: 0)

  /// - Parameter connect: Makes a client of a command.
  init(
    _ session: Session, n: Int, command: HostCommand, tools: RunTools,
    interrupted: @escaping () -> Bool, connect: @escaping (HostCommand) -> HostClient
  ) {
    self.session = session
    self.n = n
    self.command = command
    installed = tools
    self.interrupted = interrupted
    self.connect = connect
  }

  func pause(milliseconds: Int) { Platform.pause(milliseconds: milliseconds) }

  func run(
    _ way: StepWay, under conditions: RunConditions
  ) throws(InspectorError) -> StepRun? {
    guard let plan = try StepPlan(way, session, n) else { return nil }
    do throws(InspectorError) {
      var command = fresh(conditions.applied(to: command, tools))
      let witness = conditions.witness()
      if let library = tools.witness { witness?.watch(&command, by: library) }
      return try survived(command) { client, isRepeated throws(HostFailure) in
        if conditions.busy > 0 { try plan.occupy(client, milliseconds: conditions.busy) }
        return try plan.run(client, endsForGood: isRepeated, witness, conditions.otherwise)
      }
    } catch {
      guard case .host(let failure) = error else { throw error }
      let isPlain = way == .alone && conditions == .plain
      let name = [conditions == .plain ? "" : "under \(conditions.name)", way.words]
      let place = name.filter { !$0.isEmpty }.joined(separator: ", ")
      if !isPlain, failure.death?.comesFromOutside == true {
        untried.insert("each host was killed \(place): that was not tried")
      } else if !isPlain, failure.isSilence {
        untried.insert("the host is silent \(place): that was not tried")
      } else if way == .alone {
        throw error
      }
      return nil
    }
  }

  /// The variable whose value differs in each run.
  static let variable = "INSPECT_RUN"

  /// Adds a meaningless variable to a command, with another value in each run.
  ///
  /// A step may depend on its whole environment. Without this variable, such a step would have one
  /// result if a condition sets a variable and another if not, as if the condition were the cause.
  private func fresh(_ command: HostCommand) -> HostCommand {
    if command.environment[Self.variable] != nil { return command }
    var command = command
    let digits = String(lot.next() >> 32, radix: 16)
    command.environment[Self.variable] = String(repeating: "0", count: 8 - digits.count) + digits
    return command
  }

  func readAsMigrated() throws(InspectorError) -> MigratedReading? {
    guard let plan = try StepPlan(.alone, session, n), session.hasState(n) else { return nil }
    let state = try session.state(n)
    return try survived(RunConditions(name: "").applied(to: command, tools)) {
      client, isRepeated throws(HostFailure) in
      let types = SessionTypes(self.session.header, client.header)
      guard types.areOther else { return nil }
      let read = try client.reset(n: self.n, to: state)
      guard self.n > self.session.first else {
        return MigratedReading(types: types, state: read, action: nil)
      }
      var action: ActionLine?
      if case .reduced(let reduction)? = try plan.run(client, endsForGood: isRepeated)?.result {
        action = reduction.action
      }
      return MigratedReading(types: types, state: read, action: action)
    }
  }

  /// Runs `body` in a new process and returns its result.
  ///
  /// If a process ends other than by a trap, another process is asked the same. If that one ends by
  /// itself too, that is the result; a signal from outside never is, however often it comes.
  ///
  /// - Parameter body: Gets the process, and whether it is the second one.
  private func survived<T>(
    _ command: HostCommand, _ body: (HostClient, Bool) throws(HostFailure) -> T?
  ) throws(InspectorError) -> T? {
    var death: HostDeath?
    var tries = 0
    while true {
      if interrupted() { throw .interrupted }
      let client = connect(command)
      defer { client.close() }
      do throws(HostFailure) {
        try client.open(session.header)
        let result = try body(client, death != nil)
        // If the second one ended as well, the step ends it.
        if let death, (result as? StepRun)?.result.isDeath != true { note(death) }
        return result
      } catch {
        if interrupted() || error == .interrupted { throw .interrupted }
        tries += 1
        if let end = error.death, end.comesFromOutside {
          note(end)
          guard tries < Self.mostTries else { throw .host(error) }
          continue
        }
        guard death == nil, let end = error.death, !end.isTrap else {
          if let death, error.death == nil { note(death) }
          throw .host(error)
        }
        death = end
      }
    }
  }

  /// The most processes that are asked for one result.
  private static let mostTries = 6

  private func note(_ death: HostDeath) {
    let ending = death.endingText
    if let place = deaths.firstIndex(where: { $0.ending == ending }) {
      deaths[place].count += 1
    } else {
      deaths.append((ending, 1))
    }
  }

  var notes: [String] {
    deaths.map { ending, count in
      count == 1
        ? "the host died once (\(ending)) in a re-run, which was made again"
        : "the host died \(count) times (\(ending)) in re-runs, which were made again"
    } + untried.sorted()
  }

  // MARK: Witnessed

  private lazy var witnessed = WitnessedHost(
    session, command: command, tools: tools, interrupted: interrupted, connect: connect)

  func systemRequests() throws(InspectorError) -> SystemRequests? {
    try witnessed.requests(ofStep: n)
  }

  func systemRequests(
    ofState n: Int, _ state: JSONValue
  ) throws(InspectorError) -> SystemRequests? {
    try witnessed.requests(ofState: n, state)
  }

  func ownVariables() throws(InspectorError) -> KeptVariables? {
    try witnessed.variables(ofStep: n)
  }

  func inwardCalls() throws(InspectorError) -> [WitnessedCalls.Call] {
    try witnessed.inwardCalls(ofStep: n)
  }

  func origins(
    of kept: KeptVariables, for causes: Set<Diagnosis.Cause>
  ) throws(InspectorError) -> [StepOrigin] {
    try witnessed.origins(of: kept, for: causes, before: n)
  }

  func requestsBefore() throws(InspectorError) -> EarlierRequests {
    try witnessed.requests(beforeStep: n)
  }
}
