import Foundation

/// Where the current pass over a session's steps is, for a report of progress.
///
/// A pass notes it by itself (``RecordedSteps``, ``HostWalk``), so no caller has to. Only the main
/// thread notes and asks; passes on other threads are not the one that the user waits for.
final class PassMeter: @unchecked Sendable {
  private var share: WorkShare?
  private var at: Int?
  /// Nanoseconds since any fixed time.
  let clock: @Sendable () -> UInt64

  /// Whether the pass of this thread is the one that the user waits for.
  private let isWaitedFor: @Sendable () -> Bool

  init(
    clock: @escaping @Sendable () -> UInt64 = { Platform.nanoseconds },
    isWaitedFor: @escaping @Sendable () -> Bool = { Thread.isMainThread }
  ) {
    (self.clock, self.isWaitedFor) = (clock, isWaitedFor)
  }

  /// Begins the time of a command.
  func start(from first: Int, to last: Int) {
    at = nil
    share = WorkShare(from: first, to: last)
  }

  /// Notes that a pass is at step `n`; one that is before the last noted step began anew.
  func note(_ n: Int) {
    guard isWaitedFor() else { return }
    if let at, n < at { share?.restart() }
    at = n
  }

  /// `34 %, about 2 min left`; nil before the first note.
  var words: String? { at.flatMap { share?.words(at: $0) } }
}

extension Session {
  /// Begins the time of a command on this session.
  package func startPass() { pass.start(from: first, to: last) }

  /// How much of it the command has passed: `34 %, about 2 min left`; nil if that is not known.
  package var passWords: String? { pass.words }
}
