import SessionFormat

/// Says why the built-in sample, used because nobody named a host, may not fit the session.
///
/// It reports once, because later differences have the same cause. Use it on one thread at a time.
package final class HostMisfit {
  private let sample: String
  private let file: String
  private var say: ((String) -> Void)?
  /// Whether the sample's types are those of the session, as far as both name them.
  private var isKnownToFit = false

  /// - Parameters:
  ///   - sample: The name of the sample.
  ///   - file: The session.
  ///   - say: Receives the message.
  package init(_ sample: String, file: String, say: @escaping (String) -> Void) {
    (self.sample, self.file, self.say) = (sample, file, say)
  }

  /// Compares the names of the state and action types, as far as both sides give them.
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

  /// Checks that the sample gives back all of a state that it was given; null may be left out.
  ///
  /// Complexity: O(size of the state), once.
  func gaveBack(_ n: Int, _ given: JSONValue, as answered: JSONValue) {
    guard say != nil, !isKnownToFit, given != answered else { return }
    let lost = Difference.list(from: given, to: answered).first {
      $0.new == nil && $0.old != .null
    }
    if let lost { speak("it does not give back \(lost.path) of state \(n)") }
  }

  /// Reports a recorded state or action that the sample does not know.
  func refuses(_ what: String, _ error: HostError) {
    speak("it refuses \(what): \(error.reason): \(error.message)")
  }

  /// Reports that the sample gets another state after an action than was recorded.
  func differs(after n: Int) {
    if !isKnownToFit { speak("it gives another state after action \(n)") }
  }

  private func speak(_ reason: String) {
    say?(
      "note: the built-in sample `\(sample)` may be the wrong host for \(file): \(reason); "
        + "name the app's own with --host \"CMD\"")
    say = nil
  }
}

extension SessionHeader {
  /// Whether a sample with that header may be this session's app, as far as both name their types;
  /// false if the session does not name its state type.
  func isKnownToFit(_ sample: SessionHeader?) -> Bool {
    guard let recorded = stateType, let own = sample?.stateType, recorded.hasSameBytes(as: own)
    else { return false }
    return Self.areActionsAlike(sample?.actionType, actionType)
  }

  /// Protocols of all actions, in the libraries whose stores the samples use.
  private static let protocols: Set = ["Action", "any Action", "ReduxAction", "any ReduxAction"]

  /// Whether the action types may belong to one app.
  ///
  /// The recorder may see the library's protocol while the host has the app's own type, or the
  /// other way round. Such a difference proves nothing.
  static func areActionsAlike(_ left: String?, _ right: String?) -> Bool {
    guard let left, let right else { return true }
    return left.hasSameBytes(as: right) || protocols.contains(left) || protocols.contains(right)
  }
}
