import Foundation
import SessionFormat

/// Finds the fewest actions, then the smallest values of them, that still show the failure of a
/// session.
package struct Minimization {
  package struct Settings {
    /// The most shortened sessions to try; nil for no limit.
    package var tests: Int?
    /// The most seconds that it may take.
    package var seconds: Int?
    package var triesPairs = false
    /// Whether the values of actions stay as they are, so that no value is a part of a recorded one.
    package var keepsValues = false
    package var clock: () -> UInt64 = { Platform.nanoseconds }
    package var progress: (String) -> Void = { _ in }

    package init() {}
  }

  private let origin: Session
  private let baseline: MinimizeBaseline
  private let settings: Settings
  private let stop: Cancellation
  private var session: Session { baseline.session }
  private var budget: MinimizeBudget
  private var trial: Candidate
  private var kept: KeptElements
  private var edits: [Int: JSONValue] = [:]
  private var isMinimal = false
  private var isCompared = false
  private var stopped: MinimizeBudget.Stop?

  /// - Parameter origin: The recording, of which the baseline is a part or a replay.
  package init(
    _ origin: Session, _ baseline: MinimizeBaseline, host: HostClient, settings: Settings,
    stop: Cancellation
  ) {
    (self.origin, self.baseline, self.settings, self.stop) = (origin, baseline, settings, stop)
    budget = MinimizeBudget(settings, stop)
    trial = Candidate(session: baseline.session, host: host, sought: baseline.sought) {
      stop.isAsked
    }
    kept = KeptElements(prefix: baseline.count)
  }

  /// Finds the shortest session and proves that it shows the failure.
  ///
  /// - Throws: Damage, a host that cannot be started, and an error if the result does not show each
  ///   time what it showed once.
  package mutating func run() throws(InspectorError) -> MinimizedSession {
    for attempt in Attempt.allCases {
      if attempt == .strictly, baseline.sought == baseline.soughtInHaste { continue }
      if stopped == nil || attempt == .hastily { try search(attempt) }
      if let found = try proved(attempt) { return found }
      // If a search was stopped, at least the result before it is proved.
      (kept, edits) = (KeptElements(prefix: baseline.count), [:])
    }
    throw MinimizeBaseline.unstable
  }

  /// How shortened sessions are tried: each way shows more and takes longer.
  private enum Attempt: CaseIterable {
    /// From recorded states, without asking a dead host for the place of its crash.
    case hastily
    /// From recorded states.
    case strictly
    /// From the first state, each in a new process, as the host has more than its recorded states
    /// show, or lost something in them.
    case fromTheStart
  }

  private mutating func search(_ attempt: Attempt) throws(InspectorError) {
    let crashBacktrace = trial.host.crashBacktrace
    defer { trial.host.crashBacktrace = crashBacktrace }
    if attempt == .hastily { trial.host.crashBacktrace = nil }
    trial.sought = attempt == .hastily ? baseline.soughtInHaste : baseline.sought
    trial.replaysAll = attempt == .fromTheStart
    // After an interruption the user gets what was found: it is proved, however the search ended.
    stop.isOver = false
    defer { stop.isOver = true }
    do throws(InspectorError) {
      while true {
        let before = edits
        try leaveOutActions()
        if !settings.keepsValues { try reducePayloads() }
        if edits == before { return }
      }
    } catch .interrupted {
      (stopped, isMinimal) = (stopped ?? .interrupted, false)
    }
  }

  private mutating func leaveOutActions() throws(InspectorError) {
    let session = session
    let isFirst = kept == KeptElements(prefix: baseline.count)
    var options = ElementReduction.Options()
    options.groups = { $0.groups(of: session) }
    options.triesPairs = settings.triesPairs
    options.plainSteps = isFirst ? plainSteps : 0
    options.rowCount = baseline.rowCount
    if trial.replaysAll { (options.runsAll, options.stepsBefore) = (true, { $0 }) }
    var reduction = ElementReduction(kept, options)
    defer {
      (kept, isMinimal) = (reduction.kept, reduction.isMinimal)
      if isFirst { isCompared = reduction.isCompared }
    }
    try reduction.run { (candidate) throws(InspectorError) in
      if candidate.prefix >= baseline.count { return baseline.count }
      return try test(candidate, edits, "\(candidate.count) of \(baseline.count) actions")?.count
    }
  }

  /// How many actions may be reduced to see the result of `ddmin`; unlimited if the user limited
  /// the whole search.
  private var plainSteps: Int {
    settings.tests == nil && settings.seconds == nil
      ? max(Self.leastPlainSteps, Self.plainReplays * baseline.count) : .max
  }

  private static let leastPlainSteps = 4_000_000
  private static let plainReplays = 400

  private mutating func reducePayloads() throws(InspectorError) {
    for (position, place) in kept.places.enumerated().reversed() {
      let n = session.first + 1 + place
      let recorded = try session.action(n)
      if recorded.opaque { continue }
      var reduction = ValueReduction(edits[n] ?? recorded.action)
      defer { if reduction.value != recorded.action { edits[n] = reduction.value } }
      try reduction.run { (value) throws(InspectorError) in
        var others = edits
        others[n] = value
        guard let shown = try test(kept, others, "payload of \(n)"), shown.count == kept.count
        else { return nil }
        // The action in its written form: as the host encodes it again.
        return try shown.branch.step(shown.branch.first + 1 + position).action.action
      }
    }
  }

  /// Runs a shortened session; throws ``InspectorError/interrupted`` if no test is left.
  private mutating func test(
    _ candidate: KeptElements, _ edits: [Int: JSONValue], _ what: String
  ) throws(InspectorError) -> Candidate.Shown? {
    stopped = budget.take()
    if stopped != nil { throw .interrupted }
    settings.progress("\(budget.made) tests, \(what)")
    let edits = edits.filter { edit in candidate.places(contain: edit.key - session.first - 1) }
    return try trial.run(candidate, edits)
  }

  // MARK: The result

  /// The result as a session, if that shows the failure in two processes; nil if not.
  private mutating func proved(_ attempt: Attempt) throws(InspectorError) -> MinimizedSession? {
    trial.host.close()
    trial.replaysAll = attempt == .fromTheStart
    guard let branch = try trial.branch(kept, edits) else { return nil }
    if !kept.rest.isEmpty || !edits.isEmpty {
      let count = try baseline.sought.shows(in: branch) { [stop] in stop.isAsked }
      guard count == kept.count else { return nil }
    }
    var changes = BranchText.changes(of: branch)
    if session.first > origin.first {
      changes.insert("\(SessionExcerpt.change) \(session.first)", at: 0)
    }
    if let replay = baseline.replay { changes.insert(replay.change, at: 0) }
    var writer = SessionWriter(to: nil)
    var file = BranchSession(branch, derivation: origin.header.derivation(changes))
    if case .crash = baseline.sought { file.diesInLast = true }
    try file.write(into: &writer) { stop.isAsked }
    try writer.finish()
    let made = try Session(bytes: Data(writer.kept), file: origin.file)
    guard try isShown(by: made), try isShown(by: made) else { return nil }
    return MinimizedSession(
      bytes: writer.kept, plan: isOfRecording(attempt) ? branch.plan : nil,
      actions: try actions(of: branch), start: branch.first,
      total: max(baseline.count, (kept.places.last ?? -1) + 1),
      isMinimal: isMinimal && stopped == nil && !isBoundToOutside(branch),
      isCompared: isCompared && stopped == nil, stopped: stopped, tests: budget.made,
      reduced: trial.reduced, replay: baseline.replay)
  }

  /// Whether a branch of the recording shows the failure as the result does, though it begins with
  /// the recorded state before its first change.
  private func isOfRecording(_ attempt: Attempt) -> Bool {
    baseline.replay == nil && attempt != .fromTheStart
      && session.first == origin.first && session.last == origin.last
  }

  /// Whether an action is kept that could only be left out together with a change from outside
  /// right before it; actions after the fork have none.
  private func isBoundToOutside(_ branch: Timeline) -> Bool {
    (branch.first..<branch.fork).contains { session.steps.outsides[$0] != nil }
  }

  private func isShown(by made: Session) throws(InspectorError) -> Bool {
    let check = try SessionCheck(made) { stop.isAsked }
    guard check.faults.isEmpty else { return false }
    let chain = ChainReplay(session: made, host: trial.host) { stop.isAsked }
    let verdict = try chain.verdict(through: made.last)
    if let divergence = verdict.divergence {
      if let words = divergence.otherTypeAgain { throw .notRepeatable(words) }
      return false
    }
    switch baseline.sought {
    case .condition(let condition):
      let search = StepSearch(Timeline(made), where: condition) { stop.isAsked }
      if made.last == made.first { return try search.holdsAtStart() }
      return try search.first() == made.last
    case .crash(let crash):
      guard let death = verdict.reproducedCrash ?? verdict.unjudgedDeath else { return false }
      return crash == CrashIdentity(type: try made.action(made.last).type, death)
    }
  }

  private func actions(of branch: Timeline) throws(InspectorError) -> [MinimizedSession.Kept] {
    var actions: [MinimizedSession.Kept] = []
    for n in stride(from: branch.first + 1, through: branch.last, by: 1) {
      let line = try branch.step(n).action
      actions.append(
        MinimizedSession.Kept(
          n: n, was: line.was ?? n, type: line.type, action: line.action, isEdited: line.isNew))
    }
    return actions
  }
}

/// Whether someone asked for the search to stop.
///
/// Once it has stopped, the remaining work is done.
package final class Cancellation: @unchecked Sendable {
  private let asked: @Sendable () -> Bool
  /// Whether the search is over.
  var isOver = false

  package init(_ asked: @escaping @Sendable () -> Bool = { false }) { self.asked = asked }

  /// Whether the running work must stop.
  package var isAsked: Bool { asked() && !isOver }
}
