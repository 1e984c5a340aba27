import Foundation
package import Query
import SessionFormat

/// The start of a search: a session whose replay shows the failure each time.
package struct MinimizeBaseline {
  /// The recording, or its replay.
  let session: Session
  /// The number of actions after which the failure shows first.
  let count: Int
  package let sought: TargetFailure
  /// The same failure as shown by hosts that are not asked for the place of their crash.
  let soughtInHaste: TargetFailure
  /// Why it is a replay; nil if it is the recording.
  let replay: ReplayCause?

  /// The number of actions up to the next that are unknown; no replay gets past those.
  var rowCount: Int {
    let shown = session.first + count
    let loss = session.steps.gaps.first { $0.room > 0 && $0.to > shown }
    return (loss.map { max(shown, $0.from - 1) } ?? session.last) - session.first
  }

  /// The baseline of a condition; nil if it never holds in the session.
  ///
  /// - Parameter given: Why the session is a replay; nil if it is the recording.
  package static func condition(
    _ condition: Condition, _ session: Session, as given: ReplayCause? = nil, _ host: HostClient,
    interrupted: @escaping () -> Bool
  ) throws(InspectorError) -> MinimizeBaseline? {
    let search = StepSearch(Timeline(session), where: condition, interrupted: interrupted)
    func made(_ session: Session, _ n: Int, _ replay: ReplayCause?) -> MinimizeBaseline {
      MinimizeBaseline(
        session: session, count: n - session.first, sought: .condition(condition),
        soughtInHaste: .condition(condition), replay: replay)
    }
    if try search.holdsAtStart() { return made(session, session.first, given) }
    guard let n = try search.first() else {
      if let fault = session.fault { throw .session(fault) }
      return nil
    }
    let chain = ChainReplay(session: session, host: host, interrupted: interrupted)
    let first = try chain.verdict(through: n)
    if let failure = first.divergence?.failure(of: host) { throw .host(failure) }
    if first.divergence == nil {
      guard try chain.verdict(through: n).divergence == nil else { throw unstable }
      // The condition may concern what is left out of the comparison.
      guard first.opaque != nil || !first.doubts.isEmpty else { return made(session, n, given) }
    } else if given != nil {
      throw migratesAgain
    }
    let replay = try chain.replay().session
    let again = StepSearch(Timeline(replay), where: condition, interrupted: interrupted)
    let shown = try again.first()
    if first.divergence == nil, shown == n { return made(session, n, given) }
    guard let n = shown else {
      throw .notRepeatable(
        "\(condition) holds after action \(n) of the recording, and never in its replay: "
          + (first.divergence == nil
            ? "a value that it reads was not encoded on one side, so it cannot be compared"
            : "inspect verify shows where they diverge"))
    }
    let second = ChainReplay(session: replay, host: host, interrupted: interrupted)
    if let divergence = try second.verdict(through: n).divergence {
      if let words = divergence.otherTypeAgain { throw .notRepeatable(words) }
      // The same actions and inputs led to another value.
      guard divergence.failure(of: host) != nil || divergence.kind.name == "input" else {
        throw unstable
      }
      throw .notRepeatable(
        "the recording does not reproduce, and neither does its replay: inspect verify shows where "
          + "they diverge")
    }
    return made(replay, n, .diverges)
  }

  /// The baseline of a crash; nil if the host does not die.
  ///
  /// - Parameter given: Why the session is a replay; nil if it is the recording.
  package static func crash(
    _ session: Session, as given: ReplayCause? = nil, _ host: HostClient,
    interrupted: @escaping () -> Bool
  ) throws(InspectorError) -> MinimizeBaseline? {
    let chain = ChainReplay(session: session, host: host, interrupted: interrupted)
    if !session.hasState(session.first), let reason = session.unreachedEnd {
      throw .notRepeatable(reason)
    }
    guard let first = try chain.death() else {
      // The host may die after the part that cannot be read.
      if let fault = session.fault { throw .session(fault) }
      if let reason = session.unreachedEnd { throw .notRepeatable(reason) }
      return nil
    }
    let again = try chain.death()
    guard let again, again.n == first.n, again.crash.ending == first.crash.ending else {
      throw unstable
    }
    guard again.crash == first.crash else {
      let words = [first, again].map { $0.crash.fatalLine ?? "nothing" }
      throw .notRepeatable(
        "the host dies in action \(first.n) each time, but with different messages, so another "
          + "crash cannot be distinguished from it: \(words[0]), then \(words[1])")
    }
    let crashBacktrace = host.crashBacktrace
    defer { host.crashBacktrace = crashBacktrace }
    host.crashBacktrace = nil
    guard let second = try chain.death(), second.n == first.n,
      second.crash.ending == first.crash.ending
    else { throw unstable }
    guard given == nil || !first.isBehindDivergence else { throw migratesAgain }
    let replay = first.isBehindDivergence ? try chain.replay().session : session
    return MinimizeBaseline(
      session: replay, count: first.n - session.first, sought: .crash(first.crash),
      soughtInHaste: .crash(second.crash), replay: first.isBehindDivergence ? .diverges : given)
  }

  static let unstable = InspectorError.notRepeatable(
    "two replays of the same actions differ: inspect verify --twice shows where they diverge")

  private static let migratesAgain = InspectorError.notRepeatable(
    "the host migrates the session, but the migrated session does not reproduce: inspect verify "
      + "--accept shows where they diverge")
}

/// Why a replay is shortened instead of the recording.
package enum ReplayCause: Sendable {
  case diverges
  /// The host reads recorded values in another form than the written one.
  case migrated

  package var words: String {
    switch self {
    case .diverges: "as the recording does not reproduce"
    case .migrated: "as the host migrates the session"
    }
  }

  /// The note about it in the header of the result.
  var change: String {
    switch self {
    case .diverges: "replayed, as it does not reproduce"
    case .migrated: "replayed, as its host migrates it"
    }
  }
}

/// Replays of a whole session, each in a new process.
struct ChainReplay {
  struct Death: Equatable {
    let n: Int
    let crash: CrashIdentity
    /// Whether the replay had diverged from the recording before.
    let isBehindDivergence: Bool
  }

  let session: Session
  let host: HostClient
  let interrupted: () -> Bool

  /// Whether the replay equals the recording up to an action.
  func verdict(through last: Int) throws(InspectorError) -> Verdict {
    // Answers to requests sent ahead may be in flight.
    defer { host.close() }
    let comparison = try host.passingOverSurplus { () throws(InspectorError) in
      try compared(through: last)
    } isInDoubt: {
      $0.divergence != nil
    }
    _ = host.leave()
    return try comparison.verdict(torn: nil)
  }

  private func compared(through last: Int) throws(InspectorError) -> StepComparison {
    var comparison = StepComparison(session: session, ignoring: [])
    var walk = try HostWalk(session, host, interrupted: interrupted)
    try comparison.compareFirst(try walk.begin(), at: session.first)
    while comparison.divergence == nil, let step = try walk.next(), step.n <= last {
      let rejoins = try comparison.compare(step.n, step.outcome)
      if step.n == last { break }
      if rejoins { try walk.rejoin() }
    }
    return comparison
  }

  /// The replay as a session, and what the host did.
  func replay() throws(InspectorError) -> (session: Session, account: ReplayRecording.Account) {
    defer { host.close() }
    var recording = try ReplayRecording.made(
      of: session, through: host, interrupted: interrupted)
    try recording.finish()
    let made = try Session(bytes: Data(recording.writer.kept), file: session.file)
    return (made, recording.account)
  }

  /// How and where the host dies; nil if it does not.
  func death() throws(InspectorError) -> Death? {
    let verdict = try verdict(through: session.last)
    var death = verdict.reproducedCrash ?? verdict.unjudgedDeath
    if let other = verdict.divergence?.kind.death { death = other }
    let isBehind = death == nil && verdict.divergence != nil
    if isBehind { death = try replay().account.death }
    guard let death, let n = death.action else { return nil }
    guard death.ending != .status(0) else {
      throw .notRepeatable(
        "the host exits with status 0 in action \(n), which is not a crash; minimize --diverges "
          + "looks for what makes it exit")
    }
    let crash = CrashIdentity(type: try session.action(n).type, death)
    return Death(n: n, crash: crash, isBehindDivergence: isBehind)
  }
}

extension Divergence {
  /// Why a replay cannot be replayed, if its host again answers an action under another type.
  var otherTypeAgain: String? {
    guard case .actionType(let given, let answered) = kind else { return nil }
    return "the host answers action \(n) of its own replay under another type than it was given: "
      + "\(answered), given was \(given), so no session of fewer actions would reproduce"
  }

  /// The failure that kept the host from reducing the step; nil if it reduced it.
  fileprivate func failure(of host: HostClient) -> HostFailure? {
    kind.death.map { .died($0) } ?? kind.refusal.map { .refused(command: host.name, $0) }
  }
}
