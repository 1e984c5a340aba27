import Foundation
import SessionFormat

/// Replays a long session in stretches at once, each in a host of its own that starts from the recorded
/// state before it.
///
/// If each stretch reaches every recorded state, so does a replay of the whole: a host that begins a stretch
/// has the very state that the host of the stretch before it ended with. Everything else is left to one
/// host that replays the whole, so that its answer is the one that is given. What only a host in the middle
/// does differently is a note: it lacks what is outside the store.
struct StretchedVerification {
  private let whole: Verification
  private let count: Int
  private let fewest: Int
  private let client: @Sendable (@escaping @Sendable () -> Bool) -> HostClient

  /// - Parameters:
  ///   - whole: The verification of all steps, by one host.
  ///   - count: The most stretches.
  ///   - fewest: The fewest steps of each.
  ///   - client: Makes a client of a further host.
  init(
    _ whole: Verification, _ count: Int, fewest: Int = Stretch.fewest,
    client: @escaping @Sendable (@escaping @Sendable () -> Bool) -> HostClient
  ) {
    (self.whole, self.count, self.fewest, self.client) = (whole, count, fewest, client)
  }

  /// What became of a stretch.
  private enum Result: Sendable {
    /// Nothing differs, and nothing else is to be said; with the verdict if the others are equal, too.
    case equal(Verdict)
    /// The first step that differs.
    case differs(Int)
    /// Only the replay of the whole can say.
    case open
  }

  /// The verdict on the whole session.
  ///
  /// - Parameter sequential: The verdict of one host.
  /// - Throws: What that throws, and ``InspectorError/interrupted``.
  func verdict(
    sequential: () throws(InspectorError) -> Verdict
  ) throws(InspectorError) -> Verdict {
    // Damage must be reported before any result, and is found by reading aside.
    guard let reading = SoundReadingAside(whole.session),
      let stretches = try? whole.session.stretches(count, fewest: fewest), stretches.count > 1
    else { return try sequential() }
    let results = try replay(stretches) { reading.isInDoubt }
    guard try reading.isSound(interrupted: whole.interrupted) else { return try sequential() }
    if let verdict = Self.joined(results) { return verdict }
    let verdict = try sequential()
    if verdict.reproduces, let note = try note(results, stretches) { whole.host.notes.append(note) }
    return verdict
  }

  /// The verdict if all stretches are equal.
  private static func joined(_ results: [Result]) -> Verdict? {
    let verdicts = results.compactMap { if case .equal(let verdict) = $0 { verdict } else { nil } }
    return verdicts.count == results.count ? verdicts.first : nil
  }

  /// That a host in the middle differs where one from the start does not, if it does so.
  private func note(
    _ results: [Result], _ stretches: [Stretch]
  ) throws(InspectorError) -> HostNote? {
    for (result, stretch) in zip(results, stretches).dropFirst() {
      guard case .differs(let n) = result else { continue }
      let again = try replay([Stretch(start: stretch.start, end: n)]) { false }
      let isSame = if case .differs(n)? = again.first { true } else { false }
      return .differsFrom(start: stretch.start, n: n, again: isSame)
    }
    return nil
  }

  /// Replays stretches at once, until one is not equal.
  private func replay(
    _ stretches: [Stretch], isInDoubt: @escaping @Sendable () -> Bool
  ) throws(InspectorError) -> [Result] {
    let (session, ignoring, client) = (whole.session, whole.ignoring, client)
    let share = SharedPass(stretches)
    // The pool asks only on this thread.
    nonisolated(unsafe) let asked = whole.interrupted
    let pool = WorkerPool(count: stretches.count, jobs: stretches.count)
    let results = pool.run(interrupted: { asked() }) { _ in
      session.pass.note(session.first + share.passed)
    } body: { place, stop in
      let ends = { @Sendable () -> Bool in stop() || isInDoubt() || share.isOver(before: place) }
      let result = Self.result(
        of: stretches[place], session, client(ends), ignoring, ends,
        passed: { share.note($0, in: place) })
      if case .equal = result {} else { share.end(at: place) }
      return result
    }
    if whole.interrupted() { throw .interrupted }
    return results.map { $0 ?? .open }
  }

  private static func result(
    of stretch: Stretch, _ session: Session, _ host: HostClient, _ ignoring: [IgnoredPlaces],
    _ ends: @escaping @Sendable () -> Bool, passed: @escaping @Sendable (Int) -> Void
  ) -> Result {
    defer { host.close() }
    var verification = Verification(session, host: host, ignoring: ignoring, interrupted: ends)
    (verification.stretch, verification.passed) = (stretch, passed)
    host.surplus.arePassedOver = true
    guard var comparison = try? verification.replayed(ends).comparison else { return .open }
    if let n = comparison.divergence?.n { return .differs(n) }
    guard comparison.isPlainlyEqual(in: stretch), host.leave().isEmpty else { return .open }
    comparison.joinEqual()
    guard var verdict = try? comparison.verdict(torn: nil) else { return .open }
    verdict.isSampleKnownToFit = comparison.isHostKnownToFit
    return .equal(verdict)
  }
}

/// How far the stretches are, and the first that is not equal, for the threads that share them.
private final class SharedPass: Sendable {
  private let lock = NSLock()
  private let starts: [Int]
  nonisolated(unsafe) private var reached: [Int]
  nonisolated(unsafe) private var firstOver = Int.max

  init(_ stretches: [Stretch]) {
    starts = stretches.map(\.start)
    reached = starts
  }

  /// How many steps were replayed in all.
  var passed: Int { lock.withLock { zip(reached, starts).reduce(0) { $0 + $1.0 - $1.1 } } }

  func note(_ n: Int, in place: Int) { lock.withLock { reached[place] = n } }

  /// Notes that a stretch is not equal, so that those after it no longer matter.
  func end(at place: Int) { lock.withLock { firstOver = min(firstOver, place) } }

  func isOver(before place: Int) -> Bool { lock.withLock { firstOver < place } }
}
