import SessionFormat

/// Finds a step that is as recorded behind the steps before it, and another one in a process of its own: the process
/// keeps something that the state does not have.
///
/// A counter that begins with the process shows itself in no replay, nor in a walk by steps: both reduce the
/// steps in the order of the recording. So they are reduced once more, from the last to the first.
struct StepsApart {
  /// What the walk found.
  enum Finding {
    /// No step differs in a process of its own.
    case none
    /// The first step that differs in each process of its own, and behind the steps before it in none.
    case apart(Divergence)
    /// A step that differs from time to time.
    case varying(Divergence)
    /// The host failed, so that the steps were not compared, or not all.
    case stopped(InspectorError)
  }

  private let session: Session
  private let host: HostClient
  private let comparison: StepComparison
  private let interrupted: () -> Bool
  private let progress: (String) -> Void

  /// The most steps that are reduced backwards.
  private static let mostSteps = 256
  /// About the most bytes of states that a host is given for that.
  private static let mostBytes = 1 << 23
  /// The most of them that are reduced in processes of their own.
  private static let mostProcesses = 16
  /// How often such a step is reduced again, alone and behind the steps before it.
  ///
  /// With what was seen before, each side has five runs or six: of a step that differs by chance, as often as not,
  /// at most 1 in 2048 is taken for one that differs alone.
  private static let runs = 4

  /// - Parameter comparison: Of these steps, none of which differed.
  init(
    _ session: Session, _ host: HostClient, _ comparison: StepComparison,
    interrupted: @escaping () -> Bool, progress: @escaping (String) -> Void
  ) {
    (self.session, self.host, self.comparison) = (session, host, comparison)
    (self.interrupted, self.progress) = (interrupted, progress)
  }

  /// The first such step that is found.
  ///
  /// Complexity: a reduction for each of at most 256 steps, evenly spread, and as many again for those before each
  /// that is found; where one differs, four walks by steps.
  /// - Throws: ``InspectorError/interrupted``.
  func find() throws(InspectorError) -> Finding {
    // Hosts in this process keep their variables from one to the next.
    guard host.isOutOfProcess else { return .none }
    do throws(InspectorError) {
      var steps = try steps()
      var first: (n: Int, fault: Divergence)?
      // The way back may come to a step with what the recording had there, such as to the middle one of a counter;
      // it does not if it begins right before the step that was found.
      while !steps.isEmpty, let found = try firstAlone(of: steps) {
        first = found
        steps.removeAll { $0 >= found.n }
      }
      if let first { return try isSteady(first.n) ? .apart(first.fault) : .varying(first.fault) }
    } catch {
      if error == .interrupted || interrupted() { throw .interrupted }
      // What fails here alone says nothing about the replay.
      return .stopped(error)
    }
    return .none
  }

  /// The first step that differs in a process of its own, of those that differ on the way back.
  private func firstAlone(of steps: [Int]) throws(InspectorError) -> (n: Int, fault: Divergence)? {
    var dependent: [Int] = []
    try host.open(session, interrupted)
    for (index, n) in steps.reversed().enumerated() {
      if index % 16 == 0 { progress("steps backwards, \(index) of \(steps.count)") }
      if try fault(n) != nil { dependent.append(n) }
    }
    for n in dependent.reversed().prefix(Self.mostProcesses) {
      if let fault = try faultAlone(n) { return (n, fault) }
    }
    return nil
  }

  /// How the state differs after a step in a process of its own.
  private func faultAlone(_ n: Int) throws(InspectorError) -> Divergence? {
    progress("step \(n) in a process of its own")
    try host.open(session, interrupted)
    return try fault(n)
  }

  /// Whether a step differs each time that it is reduced alone, and never behind the steps before it.
  private func isSteady(_ n: Int) throws(InspectorError) -> Bool {
    for _ in 0..<Self.runs where try faultAlone(n) == nil { return false }
    for _ in 0..<Self.runs where try faultBehind(n) != nil { return false }
    return true
  }

  /// How the state differs after a step that is reduced behind all steps before it.
  private func faultBehind(_ n: Int) throws(InspectorError) -> Divergence? {
    var walk = try HostWalk(
      session, host, .eachFromRecorded(nil), through: n, interrupted: interrupted)
    while let step = try walk.next() {
      if step.n == n { return try fault(n, step.outcome) }
    }
    return nil
  }

  /// Those that can be judged by themselves, some of them if they are many.
  private func steps() throws(InspectorError) -> [Int] {
    var steps: [Int] = []
    for n in session.recorded(from: session.first + 1, through: session.last) {
      guard session.hasState(n), !session.died(in: n) else { continue }
      if try session.isJudgedAlone(n, runsInOwnProcess: true) { steps.append(n) }
    }
    guard let last = steps.last else { return [] }
    let size = max(1, try session.state(last).textSize)
    let count = min(Self.mostSteps, max(1, Self.mostBytes / size))
    guard steps.count > count else { return steps }
    return (0..<count).map { steps[$0 * steps.count / count] }
  }

  /// How the state differs after a step that is reduced from its recorded state by the host as it is.
  private func fault(_ n: Int) throws(InspectorError) -> Divergence? {
    if interrupted() { throw .interrupted }
    let (before, action, inputs) = (
      try session.before(n), try session.action(n), try session.inputs(n)
    )
    let reduction: HostClient.Reduction
    do throws(HostFailure) {
      _ = try host.give(n - 1, before, of: session)
      reduction = try host.reduce(action, inputs: inputs)
    } catch {
      throw error.trouble(interrupted)
    }
    return try fault(n, .reduced(reduction))
  }

  private func fault(_ n: Int, _ outcome: StepOutcome) throws(InspectorError) -> Divergence? {
    var comparison = comparison
    try comparison.begin(at: n)
    _ = try comparison.compare(n, outcome)
    guard let found = comparison.divergence, case .state = found.kind else { return nil }
    return found
  }
}
