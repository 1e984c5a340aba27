import Foundation
import SessionFormat

/// Runs a step in host processes.
final class HostSteps: StepRunner {
  /// What is installed here, and what this host can be run with.
  private(set) lazy var tools = usable(installed)
  private let installed: RunTools
  /// How often processes ended for a reason other than the step, by ending in words.
  private var deaths: [(ending: String, count: Int)] = []
  /// The conditions under which every process was ended from outside.
  private var unreached: Set<String> = []
  private let session: Session
  private let n: Int
  private let command: HostCommand
  private let interrupted: () -> Bool
  private let connect: (HostCommand) -> HostClient
  /// The variables of the host's program, once it was witnessed.
  private var variables: OwnVariables?
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
        return try plan.run(client, endsForGood: isRepeated, witness)
      }
    } catch {
      guard case .host(let failure) = error else { throw error }
      if way != .alone { return nil }
      guard conditions != .plain, let death = failure.death, death.comesFromOutside else {
        throw error
      }
      unreached.insert(conditions.name)
      return nil
    }
  }

  /// The tools without the witness if the host does not load it, or does not begin with it.
  private func usable(_ tools: RunTools) -> RunTools {
    guard let library = tools.witness else { return tools }
    var usable = tools
    let conditions = RunConditions(isWitnessed: true, name: "")
    let witness = conditions.witness()
    var watched = conditions.applied(to: command, tools)
    witness?.watch(&watched, by: library)
    let client = connect(watched)
    defer { client.close() }
    let begins = (try? client.open(session.header)) != nil
    if !begins || witness?.isLoaded != true { usable.witness = nil }
    return usable
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
    } + unreached.sorted().map { "each host was killed under \($0): that was not tried" }
  }

  // MARK: Witnessed

  func systemRequests() throws(InspectorError) -> SystemRequests? {
    guard n > session.first, let step = try StepPlan(.alone, session, n),
      let before = try? session.before(n)
    else { return nil }
    let with = try witnessed { client, witness throws(HostFailure) in
      _ = try step.run(client, endsForGood: true, witness)
    }
    guard let with else { return nil }
    // A host that marks its reducer lists nothing else.
    if with.hasMarks { return SystemRequests(with) }
    let without = try witnessed { client, witness throws(HostFailure) in
      witness.arm(isStep: true)
      _ = try client.reset(n: self.n - 1, to: before)
    }
    return without.map { SystemRequests(with).subtracting(SystemRequests($0)) }
  }

  func systemRequests(
    ofState n: Int, _ state: JSONValue
  ) throws(InspectorError) -> SystemRequests? {
    let with = try witnessed { client, witness throws(HostFailure) in
      witness.arm(isStep: true)
      _ = try client.reset(n: n, to: state)
    }
    guard let all = with?.everywhere else { return nil }
    let lines = SourceLines(all.calls)
    return SystemRequests(all.filter { !lines.isOfRecorder($0) })
  }

  func ownVariables() throws(InspectorError) -> KeptVariables? {
    // In the second reduction of a process nothing is made that is only made once.
    guard let variables, let step = try StepPlan(.again, session, n) else { return nil }
    let calls = try witnessed(lists: false, tracing: variables) {
      client, witness throws(HostFailure) in
      _ = try step.run(client, endsForGood: true, witness)
    }
    return calls.map { KeptVariables($0, of: variables) }
  }

  func origin(of kept: KeptVariables) throws(InspectorError) -> StepOrigin? {
    guard let variables, let plan = try StepPlan(.behindSteps, session, n) else { return nil }
    var origin: StepOrigin?
    _ = try witnessed(tracing: variables) { client, witness throws(HostFailure) in
      try plan.walk(client, witness) { n, calls in
        if let found = StepOrigin(n, calls, of: kept, among: variables) { origin = found }
      }
    }
    return origin
  }

  /// What a process asks while `body` has the witness armed; nil if it cannot be seen.
  ///
  /// - Parameters:
  ///   - lists: Whether calls are listed.
  ///   - variables: The variables whose accesses are listed, too.
  private func witnessed(
    lists: Bool = true, tracing variables: OwnVariables? = nil,
    _ body: (HostClient, WitnessFile) throws(HostFailure) -> Void
  ) throws(InspectorError) -> WitnessedCalls? {
    // Otherwise a hash seed drawn at first use would seem to be the step's request.
    let conditions = RunConditions(held: [.hashing], isWitnessed: true, name: "")
    guard let library = tools.witness, let witness = conditions.witness(lists: lists)
    else { return nil }
    if let variables { witness.trace(variables) }
    var watched = conditions.applied(to: command, tools)
    witness.watch(&watched, by: library)
    let client = connect(watched)
    do throws(HostFailure) {
      defer { client.close() }
      try client.open(session.header)
      try body(client, witness)
    } catch {
      if interrupted() || error == .interrupted { throw .interrupted }
      return nil
    }
    guard witness.isLoaded else { return nil }
    if self.variables == nil, let program = witness.program {
      self.variables = OwnVariables(program: program)
    }
    return variables == nil || witness.seesVariables ? witness.calls : nil
  }
}
