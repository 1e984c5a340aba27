import Inspector
import SessionFormat

extension Workspace {
  /// An answer about the state here.
  ///
  /// If that is the last one and not known, as where the app crashed, it is about the last state that is
  /// known, and says so; a verb that was given the step is refused.
  func answering(
    _ invocation: Invocation,
    _ report: (Workspace) throws(InspectorError) -> any Report
  ) throws(InspectorError) -> CommandResult {
    do throws(InspectorError) {
      return CommandResult(try report(self))
    } catch .stateUnknown(let n, let reason) where n == timeline.last {
      guard let known = timeline.state(atOrBefore: n - 1) else {
        throw .stateUnknown(n: n, reason: reason)
      }
      let error = InspectorError.lastStateUnknown(n: n, reason: reason, known: known)
      if invocation.isBatch, invocation.argument("N") != nil { throw error }
      var earlier = self
      try earlier.move(to: known)
      var result = CommandResult(try report(earlier), .no)
      result.complaints = [error.description]
      return result
    }
  }
}
