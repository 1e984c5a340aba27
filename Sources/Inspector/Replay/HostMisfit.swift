import SessionFormat

/// Says why the built-in sample that is used, as nobody named a host, may be no host for a session.
///
/// It speaks once, for what comes later has the same cause. Not for use on several threads at once.
final class HostMisfit {
  private let sample: String
  private let file: String
  private var say: ((String) -> Void)?

  /// - Parameters:
  ///   - sample: The name of the sample.
  ///   - file: The session.
  ///   - say: Takes the sentence.
  init(_ sample: String, file: String, say: @escaping (String) -> Void) {
    (self.sample, self.file, self.say) = (sample, file, say)
  }

  /// Compares the names of the state's types, as far as both sides give them.
  ///
  /// Those of actions say less: of one app they depend on how the recorder is attached.
  func look(at own: SessionHeader, for session: SessionHeader) {
    if let type = own.stateType, let recorded = session.stateType, !type.hasSameBytes(as: recorded)
    {
      speak("its state is a \(type), that of the session a \(recorded)")
    }
  }

  /// Hears of a recorded state or action that the sample does not know.
  func refuses(_ what: String, _ error: HostError) {
    speak("it refuses \(what): \(error.reason): \(error.message)")
  }

  private func speak(_ reason: String) {
    say?(
      "note: the built-in sample `\(sample)` may be the wrong host for \(file): \(reason); "
        + "name the app's own with --host \"CMD\"")
    say = nil
  }
}
