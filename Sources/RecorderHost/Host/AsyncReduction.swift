import Foundation
import Recorder

/// Runs an async reducer to completion for a host, which answers actions one by one.
///
/// The calling thread waits. It must not be one of the few threads that run Swift's tasks. If it is
/// the main thread, the main actor continues to run. It accesses none of the values meanwhile.
final class AsyncReduction<State, Action>: @unchecked Sendable {
  private let state: UnsafeMutablePointer<State>
  private let action: Action
  private let reduce: (inout State, Action) async throws -> Void
  private let condition = NSCondition()
  /// Guarded by the condition.
  private var result: Result<Void, any Error>?

  static func run(
    _ state: inout State, _ action: Action,
    _ reduce: @escaping (inout State, Action) async throws -> Void
  ) throws {
    let step = StepScope.current
    try withUnsafeMutablePointer(to: &state) { state in
      let work = AsyncReduction(state: state, action: action, reduce: reduce)
      Task { await work.run(in: step) }
      try work.wait()
    }
  }

  private init(
    state: UnsafeMutablePointer<State>, action: Action,
    reduce: @escaping (inout State, Action) async throws -> Void
  ) {
    (self.state, self.action, self.reduce) = (state, action, reduce)
  }

  /// Reduces; inputs are taken from the step in this task.
  private func run(in step: StepScope?) async {
    guard let step else { return end(await reduced()) }
    let own = StepScope(n: step.n, inputs: step.inputs, phase: .reducing, place: .thisTask)
    let result = await own.run(isolation: nil) { await self.reduced() }
    _ = own.finish()
    step.leaveOut(own.ownTime)
    end(result)
  }

  private func reduced() async -> Result<Void, any Error> {
    do { return .success(try await reduce(&state.pointee, action)) } catch {
      return .failure(error)
    }
  }

  private func end(_ result: Result<Void, any Error>) {
    condition.lock()
    self.result = result
    condition.signal()
    condition.unlock()
  }

  private func wait() throws {
    let isMain = Thread.isMainThread
    condition.lock()
    while result == nil {
      guard isMain else {
        condition.wait()
        continue
      }
      _ = condition.wait(until: Date(timeIntervalSinceNow: Self.mainPause))
      condition.unlock()
      _ = RunLoop.main.run(mode: .default, before: Date())
      condition.lock()
    }
    let result = result
    condition.unlock()
    try result?.get()
  }

  /// How long the main thread waits, in seconds, before it lets the main actor work.
  private static var mainPause: TimeInterval { 0.000_5 }
}
