import Foundation

/// An action on its way from a dispatch to the reducer, which it may never reach.
final class DispatchFrame: Sendable {
  @TaskLocal private static var open: [DispatchFrame] = []

  private let recorder: SessionRecorder
  private let thread = Platform.threadIdentity
  private let lock = NSLock()
  /// The number of the action, once it has reached its reducer; guarded by the lock.
  nonisolated(unsafe) private var step: Int?

  init(recorder: SessionRecorder) { self.recorder = recorder }

  /// The number of the action; nil while no reducer was reached.
  var n: Int? { lock.withLock { step } }

  /// Runs what an action passes on its way.
  static func run(inside frame: DispatchFrame, _ body: () -> Void) {
    let others = open.filter { $0.thread == frame.thread }
    $open.withValue(others + [frame], operation: body)
  }

  /// Says that the action of the innermost frame has reached its reducer.
  static func claim(_ n: Int, for recorder: SessionRecorder) {
    guard let frame = frames(of: recorder).last(where: { $0.n == nil }) else { return }
    frame.lock.withLock { frame.step = n }
  }

  /// The action whose subscribers are told on this thread, or whose reducer runs.
  static func cause(in recorder: SessionRecorder) -> Int? {
    frames(of: recorder).last { $0.n != nil }?.n
  }

  /// The frames of a recorder on this thread.
  private static func frames(of recorder: SessionRecorder) -> [DispatchFrame] {
    let frames = open
    guard !frames.isEmpty else { return [] }
    let thread = Platform.threadIdentity
    return frames.filter { $0.recorder === recorder && $0.thread == thread }
  }
}
