import SessionFormat

/// Why a branch ends before its actions do.
package struct BranchStop: Sendable {
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
  package let n: Int
  let reason: Reason

  /// Where and why, in words.
  package var words: String {
    if case .died = reason {
      "it ends with \(n): \(cause)"
    } else {
      "it stops before \(n): \(cause)"
    }
  }

  /// Why, in words.
  private var cause: String {
    switch reason {
    case .died(let death): death.description
    case .failed(let failure): failure.description
    case .lost: "that action was lost in a gap of the recording"
    case .spared: "the recording died there, and the host is in this process"
    }
  }

  /// How the host died, where that is why.
  package var death: HostDeath? {
    switch reason {
    case .died(let death): death
    case .failed(let failure): failure.death
    case .lost, .spared: nil
    }
  }

  /// Which actions have no step, and why; nil if it ends with the last one that it can have.
  ///
  /// - Parameter last: The number of the last action that there should be.
  func rest(upTo last: Int) -> String? {
    if case .died = reason { return nil }
    return "left out \(n == last ? "\(n)" : "\(n) to \(last)"): \(cause)"
  }
}
