import Foundation

/// An action on its way from a dispatch to the reducer, which it may never reach.
final class DispatchFrame: Sendable {
  @TaskLocal private static var open: [DispatchFrame] = []

  private let recorder: SessionRecorder
  private let thread = Platform.threadIdentity
  /// Where the action was dispatched.
  private let site: CallSite?
  /// Whether the action is seen at its dispatch, so that whatever follows is on its way.
  private let isFirst: Bool
  private let lock = NSLock()
  /// Guarded by the lock.
  nonisolated(unsafe) private var progress = Progress.waiting

  /// How far the action is.
  private enum Progress: Equatable {
    /// No reducer was reached yet.
    case waiting
    /// It is reduced, as this number where the session has it.
    case reduced(n: Int?)
    /// The dispatch is over, and no reducer was reached.
    case swallowed
  }

  private init(recorder: SessionRecorder, isFirst: Bool) {
    self.recorder = recorder
    self.isFirst = isFirst
    site = DispatchPlace.take(for: recorder)
  }

  /// Runs what an action passes on its way, and tells whether it reached its reducer.
  static func run<Result>(
    for recorder: SessionRecorder, isFirst: Bool, _ body: () -> Result
  ) -> (result: Result, isReduced: Bool) {
    let frame = DispatchFrame(recorder: recorder, isFirst: isFirst)
    let result = $open.withValue(needed(on: frame.thread) + [frame], operation: body)
    let isReduced = frame.lock.withLock {
      // A task that was started meanwhile knows the frame, and may reduce something else.
      if frame.progress == .waiting { frame.progress = .swallowed }
      return frame.progress != .swallowed
    }
    return (result, isReduced)
  }

  /// Whether the action that passes here was seen at its dispatch.
  static func isKnown(in recorder: SessionRecorder) -> Bool {
    waiting(in: recorder)?.isFirst ?? false
  }

  /// The frames of a thread that may still be asked for: those on their way, and the innermost of
  /// each recorder that was reduced.
  ///
  /// Tasks inherit the list, so a row of them, each begun by the dispatch before it, would else
  /// make it longer for ever.
  private static func needed(on thread: UInt) -> [DispatchFrame] {
    var causes: Set<ObjectIdentifier> = []
    let needed = open.reversed().filter { frame in
      guard frame.thread == thread else { return false }
      switch frame.lock.withLock({ frame.progress }) {
      case .waiting: return true
      case .reduced: return causes.insert(ObjectIdentifier(frame.recorder)).inserted
      case .swallowed: return false
      }
    }
    return needed.reversed()
  }

  /// How many frames are known here.
  static var count: Int { open.count }

  /// Runs what is on no action's way, in a task that may have been started on one.
  static func leave<Result>(
    isolation: isolated (any Actor)?, _ body: () async -> Result
  ) async -> Result {
    await $open.withValue([], operation: body)
  }

  /// Runs what is on no action's way of this recorder.
  static func leave(_ recorder: SessionRecorder, _ body: () -> Void) {
    guard !open.isEmpty else { return body() }
    $open.withValue(open.filter { $0.recorder !== recorder }, operation: body)
  }

  /// Says that the action of the innermost frame has reached its reducer.
  static func claim(_ n: Int?, for recorder: SessionRecorder) {
    guard let frame = waiting(in: recorder) else { return }
    frame.lock.withLock { frame.progress = .reduced(n: n) }
  }

  /// Where the action was dispatched that reaches its reducer now; asked once for each.
  static func site(in recorder: SessionRecorder) -> CallSite? {
    DispatchPlace.take(for: recorder) ?? waiting(in: recorder)?.site
  }

  /// The action whose subscribers are told on this thread, or whose reducer runs.
  static func cause(in recorder: SessionRecorder) -> Int? {
    frames(of: recorder).reversed().lazy.compactMap(\.n).first
  }

  /// The number of the action; nil where no reducer was reached.
  private var n: Int? {
    guard case .reduced(let n) = lock.withLock({ progress }) else { return nil }
    return n
  }

  /// The innermost frame whose action is still on its way.
  private static func waiting(in recorder: SessionRecorder) -> DispatchFrame? {
    frames(of: recorder).last { frame in frame.lock.withLock { frame.progress == .waiting } }
  }

  /// The frames of a recorder on this thread.
  private static func frames(of recorder: SessionRecorder) -> [DispatchFrame] {
    let frames = open
    guard !frames.isEmpty else { return [] }
    let thread = Platform.threadIdentity
    return frames.filter { $0.recorder === recorder && $0.thread == thread }
  }
}
