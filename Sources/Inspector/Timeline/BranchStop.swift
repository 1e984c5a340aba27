import SessionFormat

/// Why a branch ends before its last action.
package struct BranchStop: Sendable {
  enum Reason: Sendable {
    /// The host crashed in the action, which is the last step and has no state.
    case died(HostDeath)
    /// The host failed otherwise; the action has no step.
    case failed(HostFailure)
    /// The action was lost in a gap of the recording.
    case lost
    /// The recording crashed in the action, which is not run because the host is in this process.
    case spared
  }

  /// The place of the action.
  package let n: Int
  /// Whether the host crashed there.
  var isDeath: Bool { if case .died = reason { true } else { false } }
  let reason: Reason

  /// The message that says where and why.
  package var words: String {
    if case .died = reason {
      "it ends with \(n): \(cause)"
    } else {
      "it stops before \(n): \(cause)"
    }
  }

  /// The reason in words.
  private var cause: String {
    switch reason {
    case .died(let death): death.description
    case .failed(let failure): failure.description
    case .lost: "that action was lost in a gap of the recording"
    case .spared: "the recording died there, and the host is in this process"
    }
  }

  /// How the host crashed, if that is the reason.
  package var death: HostDeath? {
    switch reason {
    case .died(let death): death
    case .failed(let failure): failure.death
    case .lost, .spared: nil
    }
  }

  /// The actions without a step, and why; nil if the last possible action has one.
  ///
  /// - Parameter last: The number of the last planned action.
  func rest(upTo last: Int) -> String? {
    if case .died = reason { return nil }
    return "left out \(n == last ? "\(n)" : "\(n) to \(last)"): \(cause)"
  }
}
