import SessionFormat

/// Computes states again that damage destroyed, by reducing their actions through a host.
///
/// It replays from the last known state before a stretch to the next one after it. The replay must
/// reach that state by value and agree with each readable line; else the stretch stays lost.
struct StateRecovery {
  /// Why a stretch stays lost.
  enum Obstacle: Error {
    /// What prevents it.
    case reason(String)
    /// The host failed; whether no other host can do better.
    case failure(HostFailure, isFinal: Bool = false)
    /// The whole recovery must end.
    case end(InspectorError)
  }

  private struct Stretch {
    let states: ClosedRange<Int>
    /// The next known state, if there is one.
    let proof: Int?
  }

  /// What was read of the damaged session, and the reading.
  private let session: Session
  private let read: Salvage
  private let host: HostClient
  private let interrupted: () -> Bool
  private var recovered = RecoveredStates()
  private var deaths = 0

  /// The most known steps that must be reproduced before lost states that no later state proves.
  private static let witnesses = 32

  init(
    _ session: Session, _ read: Salvage, host: HostClient, interrupted: @escaping () -> Bool
  ) {
    (self.session, self.read, self.host, self.interrupted) = (session, read, host, interrupted)
  }

  /// Computes all states that can be recovered.
  ///
  /// - Throws: ``InspectorError/interrupted``, or an error if the file cannot be read at all.
  mutating func run() throws(InspectorError) -> RecoveredStates {
    defer { host.close() }
    var given = session.hasHeader ? nil : "the header is damaged: no host knows the session"
    for stretch in stretches() {
      if interrupted() { throw .interrupted }
      if let given {
        recovered.leave(stretch.states, given)
        continue
      }
      do throws(Obstacle) {
        try recover(stretch)
      } catch {
        host.close()
        switch error {
        case .end(let error): throw error
        case .reason(let reason): recovered.leave(stretch.states, reason)
        case .failure(let failure, let isFinal):
          if interrupted() || failure == .interrupted { throw .interrupted }
          let reason = InspectorError.host(failure).description
          recovered.leave(stretch.states, reason)
          deaths += 1
          // A silent host takes its whole time limit on each attempt.
          if case .during(_, .silent) = failure { given = reason }
          if isFinal || deaths == StepFaults.mostDeaths { given = reason }
        }
      }
    }
    recovered.notes = host.leave()
    return recovered
  }

  // MARK: What is lost

  private mutating func stretches() -> [Stretch] {
    let states = session.steps.states
    // The action in which the app died has no state that could be lost.
    let end = session.fatalActions.map { $0.lowerBound - 1 } ?? session.last
    guard var known = states.first(atOrAfter: session.first) else {
      if session.first <= end {
        recovered.leave(session.first...end, "no state is known from which to go on")
      }
      return []
    }
    if known > session.first {
      recovered.leave(session.first...known - 1, "no state before them is known")
    }
    var all: [Stretch] = []
    while let last = states.runEnd(from: known), last < end {
      let next = states.first(atOrAfter: last + 1)
      let lost = last + 1...min(end, (next ?? .max) - 1)
      if isByDamage(lost, next) { all.append(Stretch(states: lost, proof: next)) }
      guard let next else { break }
      known = next
    }
    return all
  }

  /// Whether recorded states were lost; notes the stretches that cannot be recovered.
  private mutating func isByDamage(_ lost: ClosedRange<Int>, _ next: Int?) -> Bool {
    let steps = session.steps
    let place = steps.firstGap(endingAtOrAfter: lost.lowerBound)
    guard place < steps.gaps.count, steps.gaps[place].to <= next ?? lost.upperBound else {
      return true
    }
    let gap = steps.gaps[place]
    let reason = gap.reason ?? "the recording itself has a gap before state \(gap.to)"
    if gap.from > lost.lowerBound || gap.reason != nil {
      recovered.leave(lost, reason)
    } else {
      for states in read.lostStates(lost, before: gap.entry) { recovered.leave(states, reason) }
    }
    return false
  }

  // MARK: One stretch

  private mutating func recover(_ stretch: Stretch) throws(Obstacle) {
    let (first, end) = (stretch.states.lowerBound, stretch.states.upperBound)
    let last = stretch.proof ?? end
    let known = session.steps.actions.runEnd(from: first) ?? first - 1
    guard known >= last else { throw .reason("action \(known + 1) is lost") }
    if let n = session.overlaps(first) ? first : read.overlap(in: first...last) {
      throw .reason(
        "action \(n) began in the reducer of another, so what its own began with is not recorded")
    }
    var run = try RecoveryRun(
      session, read, host: host, from: stretch.proof == nil ? try witness(before: first) : first,
      through: last, isProven: stretch.proof != nil)
    do throws(Obstacle) {
      try run.run(interrupted: interrupted)
      recovered.add(stretch.states, proof: stretch.proof, run.made)
    } catch {
      // If the session ends there too, the app may have died in the same action.
      guard case .failure(.died(let death), _) = error, stretch.proof == nil, run.n > first,
        !interrupted()
      else { throw error }
      recovered.add(first...run.n - 1, proof: nil, run.made)
      recovered.leave(run.n...end, HostFailure.died(death).description)
    }
  }

  /// The first of the known steps that show whether the host is the recorded one.
  private func witness(before first: Int) throws(Obstacle) -> Int {
    guard session.header.redactions ?? [] == [] else {
      throw .reason("no known state follows them, and parts of the session are hidden")
    }
    var start = first
    while start > max(session.first + 1, first - Self.witnesses), session.hasState(start - 1),
      session.isBeginningKnown(start - 1)
    { start -= 1 }
    guard start < first else {
      throw .reason("no known state follows them, and no step before confirms the host")
    }
    return start
  }
}
