import Foundation
import Recorder

/// The work in flight in a store: actions that are not reduced yet, requests without an answer.
final class ReduxWork: Sendable {
  typealias Request = @MainActor @Sendable () async -> Void

  private let lock = NSLock()
  /// Guarded by the lock.
  nonisolated(unsafe) private var pending = 0
  private let around: @MainActor @Sendable (any ReduxAction, Request) async -> Void

  /// - Parameter around: Runs the request that a middleware makes for an action.
  init(
    around: @escaping @MainActor @Sendable (any ReduxAction, Request) async -> Void = {
      _, request in await request()
    }
  ) {
    self.around = around
  }

  /// Requests whose answers are recorded as caused by the action that they were made for.
  static func recorded(by recorder: SessionRecorder) -> ReduxWork {
    ReduxWork { action, request in await recorder.handle(action) { await request() } }
  }

  func begin() { lock.withLock { pending += 1 } }

  func end() { lock.withLock { pending -= 1 } }

  /// Makes the request of a middleware, in a task of the main actor.
  ///
  /// The action is reduced by then: its own task was started before the middlewares were called.
  func perform(for action: any ReduxAction, _ request: @escaping Request) {
    begin()
    Task { @MainActor in
      await around(action, request)
      end()
    }
  }

  /// Waits until nothing is in flight.
  @MainActor
  func settle() async {
    while lock.withLock({ pending > 0 }) { await Task.yield() }
  }
}
