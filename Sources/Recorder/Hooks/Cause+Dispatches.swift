extension Cause {
  /// The innermost action of each recorder that is being handled: in all of the handler's task, on
  /// any thread.
  @TaskLocal private static var handled: [Cause] = []

  /// The action that causes a dispatch of this recorder here and now.
  static func current(in recorder: SessionRecorder) -> Int? {
    // The inner of the two is nearer, and it began later.
    let around = [StepScope.cause(in: recorder), DispatchFrame.cause(in: recorder)]
    return around.compactMap(\.self).max() ?? handled.first { $0.recorder === recorder }?.n
  }

  /// Calls listeners with an action, which may have no number in the session.
  static func telling(_ n: Int?, in recorder: SessionRecorder, _ tell: () -> Void) {
    let outer = StepScope.causes(besides: recorder)
    let others = handled.filter { cause in
      cause.recorder !== recorder && !outer.contains { $0.recorder === cause.recorder }
    }
    let own = n.map { [Cause(recorder: recorder, n: $0)] } ?? []
    $handled.withValue(outer + others + own) {
      StepScope.$current.withValue(nil) { DispatchFrame.leave(recorder, tell) }
    }
  }

  /// Runs a handler of this action.
  static func handling<Result>(
    _ cause: Cause, isolation: isolated (any Actor)?, _ handler: () async -> Result
  ) async -> Result {
    let others = handled.filter { $0.recorder !== cause.recorder }
    return await $handled.withValue(others + [cause]) {
      _ = isolation  // so that it stays in it
      // The step of this task goes on elsewhere or is done: the handled action is nearer.
      return await StepScope.$current.withValue(nil) {
        await DispatchFrame.leave(isolation: isolation, handler)
      }
    }
  }
}
