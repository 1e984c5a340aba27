import SessionFormat

// States of which a host encodes only what changed.

extension HostClient {
  /// Whether the host can take what a state shares with the one before from its text.
  var canReuseStates: Bool { header?.reusesStates == true }

  /// Lets the host do that, until it is asked to prove its states.
  func reuseStates(_ interrupted: () -> Bool) throws(InspectorError) {
    do throws(HostFailure) {
      try send(LineCoding.bytes(of: HostRequest.reuse(true).document, crc: false))
    } catch { throw error.trouble(interrupted) }
  }

  /// Asks the host, after it has answered everything, whether its states are what it encodes as a
  /// whole.
  func provesStates() throws(HostFailure) -> Bool {
    guard isOpen, canReuseStates else { return false }
    do throws(HostFailure) { try dropAhead() } catch {
      // After a divergence, an action in flight is reduced from a state that no action was made for.
      if case .died(let death) = error, death.isTrap { return false }
      throw error
    }
    if case .answer(.reused(let isSame)) = try ask(HostRequest.reuse(false).document) {
      return isSame
    }
    return false
  }
}

extension Session {
  /// Whether its first or its last whole state is so large that a host saves time by not encoding
  /// all of each: 16 KB or more.
  var hasLargeStates: Bool {
    [first, last].contains { n in
      guard let whole = steps.wholeState(atOrBefore: n),
        let entry = steps.keyframes[whole] ?? steps.states[whole]
      else { return false }
      return lines[entry].count >= 16_384
    }
  }
}
