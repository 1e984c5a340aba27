import Foundation

/// The step whose reducer runs in the current task or thread.
///
/// Tasks that a reducer starts inherit the scope, but are on another thread or outlive the step;
/// both are checked, so that nothing of theirs is taken for the reducer's.
final class StepScope: Sendable {
  @TaskLocal static var current: StepScope?

  /// The number of the step's action.
  let n: Int
  let inputs: any InputSource
  /// The recorder whose step this is; nil in a replay.
  private let recorder: ObjectIdentifier?
  private let thread = Platform.threadIdentity
  private let lock = NSLock()
  nonisolated(unsafe) private var phase: Phase

  /// How far the step is; guarded by the lock.
  enum Phase {
    /// Begun by a middleware, whose reducer has not been seen.
    case dispatched
    /// In the reducer.
    case reducing
    /// The state after it is known.
    case done
  }

  init(n: Int, inputs: any InputSource, recorder: SessionRecorder?, phase: Phase) {
    self.n = n
    self.inputs = inputs
    self.recorder = recorder.map(ObjectIdentifier.init)
    self.phase = phase
  }

  /// Whether the reducer may still draw inputs.
  var isOpen: Bool { lock.withLock { phase != .done } }

  /// Whether the caller runs on the thread on which the step began.
  var isOnItsThread: Bool { thread == Platform.threadIdentity }

  /// Marks the step as done; false where it was already.
  func finish() -> Bool {
    lock.withLock {
      defer { phase = .done }
      return phase != .done
    }
  }

  /// Hands a step that a middleware began to the reducer; false where a reducer has it already.
  func claimForReducer() -> Bool {
    lock.withLock {
      guard phase == .dispatched else { return false }
      phase = .reducing
      return true
    }
  }

  /// The action of this recorder in whose step the current thread is, done or not; nil where the
  /// innermost step is of another store, whose numbers mean nothing here.
  static func cause(in recorder: SessionRecorder) -> Int? {
    guard let current, current.isOnItsThread, current.recorder == ObjectIdentifier(recorder)
    else { return nil }
    return current.n
  }

  /// Runs a reducer inside the scope.
  func run<Result>(_ body: () -> Result) -> Result {
    Self.$current.withValue(self) { body() }
  }
}
