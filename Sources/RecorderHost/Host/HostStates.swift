import Recorder
import SessionFormat

/// How a host encodes its states: each as a whole, or with what is unchanged taken from the text
/// before.
///
/// The latter is much faster for a large state. It is right as long as what a value encodes depends
/// on the value alone. A driver that asks for it asks at the end whether that was so.
final class HostStates {
  /// The encoder of whole states, and of everything else.
  let encoder = RepeatedEncoder()
  private var reusing: StateEncoder?

  /// Takes what is unchanged from the text before, from now on.
  ///
  /// - Parameter splices: Whether patches may have splices.
  func reuse(splices: Bool) {
    let states = StateEncoder()
    states.note(KeyframeRule(), splices: splices)
    reusing = states
  }

  /// Encodes each state as a whole again.
  ///
  /// - Parameter current: The current state and what was written for it; nil if there is none.
  /// - Returns: Whether each text that was checked, that of the current state among them, was the
  ///   one that the state encodes.
  func stopReusing<State: Encodable>(_ current: (state: State, written: EncodedText)?) -> Bool {
    let states = reusing
    reusing = nil
    guard let states, let current, !states.dependsOnMore else { return false }
    return current.written.isSame(as: snapshot(of: current.state).text)
  }

  /// The snapshot of a state.
  func snapshot<State: Encodable>(of state: State) -> Snapshot {
    Snapshot.encoding(state) {
      if let reusing { return try reusing.encoded($0) }
      return EncodedValue(try encoder.bytes(ofState: $0))
    }
  }
}
