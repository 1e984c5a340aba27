import SessionFormat

/// Reduces each step of a session from its recorded state before, and compares the result.
///
/// States and actions are posted ahead of the answers, as far as fits a bound of bytes.
struct StepwiseVerification {
  private let session: Session
  private let host: HostClient
  private let interrupted: () -> Bool
  private var comparison: StepComparison
  private var faults = StepFaults()
  /// The same, if the host turns out not to leave inputs out.
  private var faultsIfTold = StepFaults()
  private var deaths = 0
  private var replaced: HostRestarts
  /// The hosts that ended, or fell silent, for nothing that came again.
  private(set) var restarts: [HostRestart] = []

  /// The most steps on their way, and the most bytes.
  private static let mostSteps = 256
  private static let mostBytes = 1 << 18

  init(
    _ session: Session, host: HostClient, ignoring: [PathPattern],
    interrupted: @escaping () -> Bool
  ) {
    self.session = session
    self.host = host
    self.interrupted = interrupted
    comparison = StepComparison(session: session, ignoring: ignoring)
    replaced = HostRestarts(first: session.first)
  }

  /// The steps that differ by themselves.
  mutating func run() throws(InspectorError) -> StepFaults {
    try hosted { () throws(HostFailure) in try host.open(session.header) }
    comparison.lookAtTypes(through: host)
    try compareAll()
    if host.tellsInputs { faults.adopt(faultsIfTold) }
    return faults
  }

  private mutating func compareAll() throws(InspectorError) {
    var batch: [Int] = []
    for n in session.recorded(from: session.first + 1, through: session.last)
    where try isComparable(n) {
      batch.append(n)
      if batch.count == Self.mostSteps, try !compare(&batch) { return }
    }
    _ = try compare(&batch)
  }

  /// Whether the state before a step and all that its reducer took is recorded, and encoded.
  private func isComparable(_ n: Int) throws(InspectorError) -> Bool {
    guard session.steps.actions[n] != nil, session.hasBefore(n), !session.overlaps(n),
      !session.steps.mayLackInputs(n), try session.opaquePlaces(n - 1).isEmpty
    else { return false }
    if case .died(let open) = session.ending, open.contains(n) {
      return open.count == 1 && host.isSeparate
    }
    guard session.hasState(n) else { return false }
    let entry = session.steps.actions[n].map { session.lines[$0] }
    guard let entry, session.reader.mayTellOpaque(entry) else { return true }
    return !(try session.action(n).opaque)
  }

  /// Compares steps; false if the host died too often.
  private mutating func compare(_ batch: inout [Int]) throws(InspectorError) -> Bool {
    var next = 0
    while next < batch.count {
      if interrupted() { throw .interrupted }
      let end = try post(batch, from: next, isAlone: replaced.isAlone(batch[next]))
      let isAlone = end == next + 1
      var failure: HostFailure?
      while next < end, failure == nil {
        failure = try compareNext(batch[next])
        guard failure == nil else { break }
        restarts += replaced.passed(batch[next], isDead: false, isOver: false)
        next += 1
      }
      guard let failure else { continue }
      let n = batch[next]
      if replaced.asksAgain(after: failure, in: n, isCertain: isAlone || host.isCertain) {
        replaced.begin(n, through: batch[end - 1], after: failure)
      } else if case .died(let death) = failure {
        try note(n, .died(death, action: nil, inputs: []))
        restarts += replaced.passed(n, isDead: true, isOver: false)
        next += 1
        deaths += 1
      } else {
        throw trouble(failure.awaiting(action: n))
      }
      guard deaths < StepFaults.mostDeaths else {
        faults.stoppedAfter = n
        return false
      }
      try hosted { () throws(HostFailure) in try host.open(session.header) }
    }
    batch.removeAll(keepingCapacity: true)
    return true
  }

  /// Puts steps on their way; the place behind the last of them.
  private func post(
    _ batch: [Int], from first: Int, isAlone: Bool
  ) throws(InspectorError) -> Int {
    var bytes = 0
    var next = first
    while next < batch.count, bytes < Self.mostBytes, !isAlone || next == first {
      let n = batch[next]
      let request = LineCoding.bytes(
        of: HostRequest.reset(n: n - 1, state: try session.before(n)).document, crc: false)
      host.post(n - 1, isGiven: true) { $0 += request }
      bytes += request.count
      let entries = [session.steps.actions[n]].compactMap { $0 } + (session.steps.inputs[n] ?? [])
      host.post(n) { out in
        for entry in entries {
          session.reader.withBytes(of: session.lines[entry]) { line in
            out += line
            out.append(UInt8(ascii: "\n"))
            bytes += line.count + 1
          }
        }
      }
      next += 1
    }
    return next
  }

  /// Compares the step that is answered next; how the host ended, or that it is silent, where it did
  /// not answer.
  private mutating func compareNext(_ n: Int) throws(InspectorError) -> HostFailure? {
    let outcome: Replay.Outcome
    do throws(HostFailure) {
      outcome = try answered(n)
    } catch {
      switch error {
      case .died, .silent: return error
      default: throw trouble(error)
      }
    }
    try note(n, outcome)
    return nil
  }

  /// What the host answers to the state before a step, and to its action.
  private func answered(_ n: Int) throws(HostFailure) -> Replay.Outcome {
    do throws(HostFailure) {
      let given = try host.answer()
      _ = try host.reduction(of: given, n - 1)
    } catch {
      // A state that does not decode leaves no state: what is said of the action is of no interest.
      guard case .refused(_, let reason) = error else { throw error }
      do throws(HostFailure) { _ = try host.answer() } catch {
        guard case .refused = error else { throw error }
      }
      return .refused(reason)
    }
    do throws(HostFailure) {
      return .reduced(try host.reduction(of: try host.answer(), n))
    } catch {
      guard case .refused(_, let reason) = error else { throw error }
      return .refused(reason)
    }
  }

  private mutating func note(_ n: Int, _ outcome: Replay.Outcome) throws(InspectorError) {
    try comparison.begin(at: n)
    _ = try comparison.compare(n, outcome)
    faults.note(n)
    if let fault = comparison.divergence { faults.add(fault) }
    if let fault = comparison.untold?.divergence ?? comparison.divergence {
      faultsIfTold.add(fault)
    }
  }

  private func trouble(_ failure: HostFailure) -> InspectorError {
    failure == .interrupted || interrupted() ? .interrupted : .host(failure)
  }

  private func hosted(_ body: () throws(HostFailure) -> Void) throws(InspectorError) {
    do { try body() } catch { throw trouble(error) }
  }
}
