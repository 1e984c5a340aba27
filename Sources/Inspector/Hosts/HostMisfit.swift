import SessionFormat

/// Says why the built-in sample that is used, as nobody named a host, may be no host for a session.
///
/// It speaks once, for what comes later has the same cause. Not for use on several threads at once.
package final class HostMisfit {
  private let sample: String
  private let file: String
  private var say: ((String) -> Void)?
  /// Whether the sample's types are those of the session, as far as they tell them.
  private var isKnownToFit = false

  /// - Parameters:
  ///   - sample: The name of the sample.
  ///   - file: The session.
  ///   - say: Takes the sentence.
  package init(_ sample: String, file: String, say: @escaping (String) -> Void) {
    (self.sample, self.file, self.say) = (sample, file, say)
  }

  /// Compares the names of the types of states and actions, as far as both sides give them.
  func look(at own: SessionHeader, for session: SessionHeader) {
    if let type = own.stateType, let recorded = session.stateType, !type.hasSameBytes(as: recorded)
    {
      speak("its state is a \(type), that of the session a \(recorded)")
    }
    if !SessionHeader.areActionsAlike(own.actionType, session.actionType) {
      let types = (own.actionType ?? "", session.actionType ?? "")
      speak("its actions are of type \(types.0), those of the session of type \(types.1)")
    }
    isKnownToFit = session.isKnownToFit(own)
  }

  /// Looks whether the sample gives back all of a state that it was given; null may be left out.
  ///
  /// Complexity: O(size of the state), once.
  func gaveBack(_ n: Int, _ given: JSONValue, as answered: JSONValue) {
    guard say != nil, !isKnownToFit, given != answered else { return }
    let lost = Difference.list(from: given, to: answered).first {
      $0.new == nil && $0.old != .null
    }
    if let lost { speak("it does not give back \(lost.path) of state \(n)") }
  }

  /// Hears of a recorded state or action that the sample does not know.
  func refuses(_ what: String, _ error: HostError) {
    speak("it refuses \(what): \(error.reason): \(error.message)")
  }

  /// Hears of a recorded action from which the sample comes to another state than is recorded.
  func differs(after n: Int) {
    if !isKnownToFit { speak("it comes to another state after action \(n)") }
  }

  private func speak(_ reason: String) {
    say?(
      "note: the built-in sample `\(sample)` may be the wrong host for \(file): \(reason); "
        + "name the app's own with --host \"CMD\"")
    say = nil
  }
}

extension SessionHeader {
  /// Whether a built-in sample of that header may be the app that this one names, as far as both tell
  /// their types; false if the session does not tell that of its state.
  func isKnownToFit(_ sample: SessionHeader?) -> Bool {
    guard let recorded = stateType, let own = sample?.stateType, recorded.hasSameBytes(as: own)
    else { return false }
    return Self.areActionsAlike(sample?.actionType, actionType)
  }

  /// Protocols of all actions in the libraries whose stores the samples have.
  private static let protocols: Set = ["Action", "any Action", "ReduxAction", "any ReduxAction"]

  /// Whether the types of actions may be those of one app.
  ///
  /// Of one app a recorder may see the protocol of the store's library where its host has the app's own
  /// type, or the other way round: that says nothing.
  static func areActionsAlike(_ left: String?, _ right: String?) -> Bool {
    guard let left, let right else { return true }
    return left.hasSameBytes(as: right) || protocols.contains(left) || protocols.contains(right)
  }
}
