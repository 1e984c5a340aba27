import SessionFormat

/// A host whose steps are watched by the witness, each time in a new process.
final class WitnessedHost {
  private let session: Session
  private let command: HostCommand
  private let tools: RunTools
  private let interrupted: () -> Bool
  private let connect: (HostCommand) -> HostClient
  /// Whether the step ends the process also if no variables are watched.
  private var isEnding = false
  /// The variables of the host's program, once it was witnessed.
  private var variables: OwnVariables?
  /// Whether the host says itself where its reducer begins and ends, as far as it was witnessed.
  private var hasMarks = true
  /// How a host without marks uses its variables if it is only given a state, if that was looked at.
  private var around: WitnessedCalls?
  /// What such a host asks anyway, if that was looked at.
  private var anyway: AskedAnyway?

  /// What the host's own machinery asks for each state, as far as it was witnessed; none of a host that marks
  /// its reducer, as nothing else is listed there.
  var machinery: [WitnessedCalls.Call] { anyway?.given ?? [] }

  /// - Parameters:
  ///   - tools: What the host can be run with; see ``usable(_:_:_:_:)``.
  ///   - connect: Makes a client of a command.
  init(
    _ session: Session, command: HostCommand, tools: RunTools, interrupted: @escaping () -> Bool,
    connect: @escaping (HostCommand) -> HostClient
  ) {
    self.session = session
    self.command = command
    self.tools = tools
    self.interrupted = interrupted
    self.connect = connect
  }

  /// The tools without the witness if the host does not load it, or does not begin with it.
  static func usable(
    _ tools: RunTools, _ command: HostCommand, _ session: Session,
    _ connect: (HostCommand) -> HostClient
  ) -> RunTools {
    guard let library = tools.witness else { return tools }
    var usable = tools
    let conditions = RunConditions(isWitnessed: true, name: "")
    for _ in 0..<Self.mostTries {
      let witness = conditions.witness()
      var watched = conditions.applied(to: command, tools)
      witness?.watch(&watched, by: library)
      let client = connect(watched)
      defer { client.close() }
      do throws(HostFailure) { try client.open(session.header) } catch {
        if error.death?.comesFromOutside == true { continue }
        break
      }
      if witness?.isLoaded == true { return usable }
      break
    }
    usable.witness = nil
    return usable
  }

  /// The most processes in one look: one may be killed from outside, which says nothing of the host.
  private static let mostTries = 3

  func requests(ofStep n: Int) throws(InspectorError) -> SystemRequests? {
    guard n > session.first, let step = try StepPlan(.alone, session, n),
      let before = try? session.before(n)
    else { return nil }
    let with = try witnessed { client, witness throws(HostFailure) in
      isEnding = try step.run(client, endsForGood: true, witness)?.result.isDeath == true
    }
    guard let with else { return nil }
    hasMarks = with.hasMarks
    // A host that marks its reducer lists nothing else.
    if with.hasMarks { return SystemRequests(with) }
    let without = try witnessed { client, witness throws(HostFailure) in
      witness.arm(isStep: true)
      _ = try client.reset(n: n - 1, to: before)
    }
    guard let without else { return nil }
    var anyway = AskedAnyway(given: without)
    if anyway.doubts(with), let again = try StepPlan(.again, session, n) {
      let second = try witnessed { client, witness throws(HostFailure) in
        _ = try again.run(client, endsForGood: true, witness)
      }
      if let second { anyway.learn(first: with, second: second) }
    }
    self.anyway = anyway
    return anyway.subtracted(from: SystemRequests(with))
  }

  func requests(
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

  func variables(ofStep n: Int) throws(InspectorError) -> KeptVariables? {
    // In the second reduction of a process nothing is made that is only made once.
    guard let variables, let step = try StepPlan(.again, session, n) else { return nil }
    var sight: KeptVariables.Sight?
    let calls = try witnessed(lists: false, tracing: variables) {
      client, witness throws(HostFailure) in
      // A program that blocks signals, or lets the system wait at a variable, does not bear to be watched.
      let isDeath = try step.run(client, endsForGood: true, witness)?.result.isDeath == true
      guard !isDeath || isEnding else { return }
      sight = witness.seenVariables
    }
    guard let calls, let sight else { return nil }
    return KeptVariables(try inReducer(calls, variables, before: n), of: variables, sight)
  }

  /// The calls without what a host without marks does around its reducer: its uses of variables at those
  /// places of its code where it also uses them if it is only given a state, and all uses of those that
  /// have the state or the input.
  private func inReducer(
    _ calls: WitnessedCalls, _ variables: OwnVariables, before n: Int
  ) throws(InspectorError) -> WitnessedCalls {
    guard !hasMarks else { return calls }
    if around == nil, let before = try? session.before(n) {
      around = try witnessed(lists: false, tracing: variables) {
        client, witness throws(HostFailure) in
        // What is set at the first state, and kept, is no part of the state.
        _ = try client.reset(n: n - 1, to: before)
        witness.arm(isStep: true)
        _ = try client.reset(n: n - 1, to: before)
        witness.disarm()
      }
    }
    return inReducer(calls)
  }

  private func inReducer(_ calls: WitnessedCalls) -> WitnessedCalls {
    guard !hasMarks, let around else { return calls }
    let places = Set(around.calls.map(Self.place))
    let given = Set(around.calls.filter { $0.name != "variable" }.map(\.detail))
      .union(calls.calls.filter { $0.name == "filled" }.map(\.detail))
    let inside = calls.filter { call in
      !KeptVariables.isAccess(call)
        || !given.contains(call.detail)
          && (call.name == "changed" || !places.contains(Self.place(call)))
    }
    let used = Set(inside.calls.lazy.filter { $0.name != "changed" }.map(\.detail))
    return inside.filter { $0.name != "changed" || used.contains($0.detail) }
  }

  /// A variable, and where the code uses it.
  private static func place(_ call: WitnessedCalls.Call) -> [String] {
    [call.detail, call.frames.first?.file ?? "", call.frames.first?.address ?? ""]
  }

  /// What steps ask, each reduced from its recorded state; nil if it cannot be seen.
  ///
  /// They are reduced in their order, up to one that cannot be reduced.
  func steps(
    _ numbers: [Int], _ pass: (Int, SystemRequests, KeptVariables?) -> Void
  ) throws(InspectorError) {
    // One is watched beforehand, so that the program is known, and with it its variables.
    if let first = numbers.first(where: { $0 > session.first }) {
      _ = try requests(ofStep: first)
    }
    let variables = variables
    if let variables, !hasMarks, let first = numbers.first(where: { $0 > session.first }) {
      let none = WitnessedCalls("", hasMarks: false, isCut: false) { _ in 0 }
      _ = try inReducer(none, variables, before: first)
    }
    for start in stride(from: 0, to: numbers.count, by: Self.mostSteps) {
      let part = Array(numbers[start..<min(numbers.count, start + Self.mostSteps)])
      let left = try steps(part, tracing: variables, pass)
      guard !left.isEmpty else { continue }
      // A program may not bear that its variables are watched.
      if variables == nil { return }
      if try !steps(left, tracing: nil, pass).isEmpty { return }
    }
  }

  /// - Returns: The steps that were not reduced.
  private func steps(
    _ numbers: [Int], tracing variables: OwnVariables?,
    _ pass: (Int, SystemRequests, KeptVariables?) -> Void
  ) throws(InspectorError) -> [Int] {
    guard let plan = try StepPlan(each: numbers, session) else { return [] }
    var left = numbers.filter { n in
      n > session.first && session.hasBefore(n) && session.steps.actions[n] != nil
    }
    _ = try witnessed(tracing: variables) { client, witness throws(HostFailure) in
      try plan.walk(client, witness) { n, calls in
        // If the process before was killed, the first steps are known.
        guard let place = left.firstIndex(of: n) else { return }
        left.remove(at: place)
        let inside = inReducer(calls)
        let kept = witness.seenVariables.flatMap { sight in
          variables.map { KeptVariables(inside, of: $0, sight) }
        }
        let requests = SystemRequests(calls.filter { !KeptVariables.isAccess($0) })
        pass(n, anyway?.subtracted(from: requests) ?? requests, kept)
      }
    }
    return left
  }

  /// The most seconds that an answer may take while variables are watched.
  private static let longestWatched = 5
  /// The most steps whose states are read at once.
  private static let mostSteps = 100

  /// - Parameter causes: What was found for the step.
  func origins(
    of kept: KeptVariables, for causes: Set<Diagnosis.Cause>, before n: Int
  ) throws(InspectorError) -> [StepOrigin] {
    guard let plan = try StepPlan(.behindSteps, session, n) else { return [] }
    let all = try steps(of: plan.before)
    let (steps, starters) = (
      all.filter { !$0.kept.names.isEmpty }, all.filter { !$0.threads.isEmpty }
    )
    let origins = StepOrigin.all(among: steps, of: kept.names, for: causes)
    guard origins.isEmpty else { return origins }
    if let origin = try inwardOrigin(of: kept, for: causes, among: steps, plan) { return [origin] }
    // What no step was seen to write was written while none ran.
    let isWritten = steps.contains { $0.use(of: kept.names) != .reads }
    return isWritten ? [] : [StepOrigin(ofThreadsIn: starters)].compactMap(\.self)
  }

  func requests(beforeStep n: Int) throws(InspectorError) -> EarlierRequests {
    let (plan, unseen) = try StepPlan.look(before: n, session)
    var found: EarlierRequests?
    var last: Int?
    let calls = try witnessed { client, witness throws(HostFailure) in
      (found, last) = (nil, nil)
      try plan.walk(client, witness) { n, calls in
        last = n
        let requests = SystemRequests(calls)
        let words = (anyway?.subtracted(from: requests) ?? requests).othersInWords
        if case .more? = found { return }
        if let words {
          found = .more(n: n, words: words)
        } else if requests.isCut {
          found = .unseen(n: n)
        }
      }
    }
    if let found { return found }
    let failed = calls == nil ? plan.numbers.first { $0 > last ?? session.first } : nil
    return (failed ?? unseen).map { .unseen(n: $0) } ?? .nothing
  }

  private func steps(of plan: StepPlan) throws(InspectorError) -> [StepOrigin.Before] {
    guard let variables else { return [] }
    var steps: [StepOrigin.Before] = []
    _ = try witnessed(tracing: variables) { client, witness throws(HostFailure) in
      steps = []
      try plan.walk(client, witness) { n, calls in
        steps.append(StepOrigin.Before(n, inReducer(calls), variables))
      }
    }
    return steps
  }

  private func inwardOrigin(
    of kept: KeptVariables, for causes: Set<Diagnosis.Cause>, among steps: [StepOrigin.Before],
    _ plan: StepPlan
  ) throws(InspectorError) -> StepOrigin? {
    let inward = causes.intersection(WitnessedCalls.Call.Inward.allCases.map(\.cause))
    let users = Dictionary(
      uniqueKeysWithValues: steps.compactMap { step in
        step.kept.names.first(where: kept.names.contains).map { (step.n, $0) }
      })
    guard !inward.isEmpty, !users.isEmpty else { return nil }
    var origin: StepOrigin?
    _ = try witnessed(lists: false, breaks: true) { client, witness throws(HostFailure) in
      try plan.before.walk(client, witness) { n, calls in
        guard let name = users[n] else { return }
        if let found = StepOrigin(n, uses: name, calls.calls, for: inward) { origin = found }
      }
    }
    return origin
  }

  func inwardCalls(ofStep n: Int) throws(InspectorError) -> [WitnessedCalls.Call] {
    guard let step = try StepPlan(.alone, session, n) else { return [] }
    let calls = try witnessed(lists: false, breaks: true) { client, witness throws(HostFailure) in
      _ = try step.run(client, endsForGood: true, witness)
    }
    let all = calls.map { $0.calls.filter(\.isOfApp) } ?? []
    guard !hasMarks, !all.isEmpty, n > session.first, session.hasBefore(n) else { return all }
    let before = try session.before(n)
    // The host's own calls are those that it makes for each state.
    let given = try witnessed(lists: false, breaks: true) { client, witness throws(HostFailure) in
      witness.arm(isStep: true)
      _ = try client.reset(n: n - 1, to: before)
    }
    let own = Set(given?.calls.map(\.placeInApp) ?? [])
    return all.filter { !own.contains($0.placeInApp) }
  }

  /// What a process asks while `body` has the witness armed; nil if it cannot be seen.
  ///
  /// A process that is killed from outside is followed by another, for which `body` is called again.
  ///
  /// - Parameters:
  ///   - lists: Whether calls are listed.
  ///   - variables: The variables whose accesses are listed, too.
  ///   - breaks: Whether calls of Swift's own functions are listed, too.
  private func witnessed(
    lists: Bool = true, tracing variables: OwnVariables? = nil, breaks: Bool = false,
    _ body: (HostClient, WitnessFile) throws(HostFailure) -> Void
  ) throws(InspectorError) -> WitnessedCalls? {
    // Otherwise a hash seed drawn at first use would seem to be the step's request.
    let conditions = RunConditions(held: [.hashing], isWitnessed: true, name: "")
    for _ in 0..<Self.mostTries {
      guard let library = tools.witness, let witness = conditions.witness(lists: lists)
      else { return nil }
      if let variables { witness.trace(variables, hasMarks: hasMarks) }
      witness.breaks = breaks
      var watched = conditions.applied(to: command, tools)
      witness.watch(&watched, by: library)
      let client = connect(watched)
      let isSeen: Bool
      do throws(HostFailure) {
        defer { client.close() }
        try client.open(session.header)
        // The system does not wait at a variable, but refuses to read or write it: then no answer comes.
        if variables != nil { client.connection?.hurry(within: Self.longestWatched) }
        try body(client, witness)
        isSeen = witness.isLoaded
      } catch {
        if interrupted() || error == .interrupted { throw .interrupted }
        if error.death?.comesFromOutside == true { continue }
        return nil
      }
      return isSeen ? calls(of: witness) : nil
    }
    return nil
  }

  /// The calls that it has listed; also finds the program's variables, once the program is known.
  private func calls(of witness: WitnessFile) -> WitnessedCalls {
    if variables == nil, let program = witness.program {
      variables = OwnVariables.of(program: program)
    }
    return witness.calls
  }
}
