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

  /// Compares steps; false where the host died too often.
  private mutating func compare(_ batch: inout [Int]) throws(InspectorError) -> Bool {
    var next = 0
    // Up to here one step is on its way at a time, so that it is certain in which the host dies.
    var narrowUntil = 0
    while next < batch.count {
      if interrupted() { throw .interrupted }
      let end = try post(batch, from: next, isAlone: next < narrowUntil)
      let isAlone = end == next + 1
      var death: HostDeath?
      while next < end, death == nil {
        death = try compareNext(batch[next])
        if death == nil { next += 1 }
      }
      guard let death else { continue }
      if isAlone {
        try note(batch[next], .died(death, action: nil, inputs: []))
        next += 1
        deaths += 1
      } else {
        narrowUntil = end
      }
      guard deaths < StepFaults.mostDeaths else {
        faults.stoppedAfter = batch[max(1, next) - 1]
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
      host.post(n - 1) { $0 += request }
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

  /// Compares the step that is answered next; how the host died, where it did.
  private mutating func compareNext(_ n: Int) throws(InspectorError) -> HostDeath? {
    let outcome: Replay.Outcome
    do throws(HostFailure) {
      let given = try host.answer()
      _ = try host.reduction(of: given, n - 1)
    } catch {
      // A state that does not decode leaves no state: what is said of the action is of no interest.
      if case .died(let death) = error { return death }
      guard case .refused(_, let reason) = error else { throw trouble(error) }
      do throws(HostFailure) { _ = try host.answer() } catch {
        if case .died(let death) = error { return death }
        guard case .refused = error else { throw trouble(error) }
      }
      try note(n, .refused(reason))
      return nil
    }
    do throws(HostFailure) {
      outcome = .reduced(try host.reduction(of: try host.answer(), n))
    } catch {
      switch error {
      case .refused(_, let reason): outcome = .refused(reason)
      case .died(let death): return death
      default: throw trouble(error)
      }
    }
    try note(n, outcome)
    return nil
  }

  private mutating func note(_ n: Int, _ outcome: Replay.Outcome) throws(InspectorError) {
    try comparison.begin(at: n)
    _ = try comparison.compare(n, outcome)
    faults.compared += 1
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
