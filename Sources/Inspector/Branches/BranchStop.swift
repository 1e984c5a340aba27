/// Why a branch ends before its actions do.
struct BranchStop: Sendable {
  enum Reason: Sendable {
    /// The host died in the action, which is the last step and has no state.
    case died(HostDeath)
    /// The host failed otherwise; the action has no step.
    case failed(HostFailure)
    /// The action lies in a gap of the recording.
    case lost
    /// The recording died in the action, and the host has no process of its own to die in.
    case spared
  }

  /// The place of the action.
  let n: Int
  let reason: Reason

  /// Where and why, in words.
  var words: String {
    switch reason {
    case .died(let death): "it ends with \(n): \(death)"
    case .failed(let failure): "it stops before \(n): \(InspectorError.host(failure))"
    case .lost: "it stops before \(n): that action was lost in a gap of the recording"
    case .spared:
      "it stops before \(n): the recording died there, and the host is in this process"
    }
  }
}
