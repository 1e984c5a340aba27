import Foundation
import SessionFormat

/// Encodes the states of a recorder; each is nearly the one before, or the same.
///
/// Thread-safe. The app's own code encodes outside the lock. So a second call meanwhile, also from
/// within that code, encodes without knowing the state before.
final class StateEncoder: TextEncoder, Sendable {
  private let lock = NSLock()
  nonisolated(unsafe) private var idle: RepeatedEncoder? = RepeatedEncoder()
  nonisolated(unsafe) private var last = LastState()

  /// The text of a state, and which places of it are opaque.
  ///
  /// Nothing is encoded if the state has the bits of the last one: as at the beginning of a step,
  /// if nothing changed it since the step before.
  ///
  /// - Throws: The error of the state's own `encode(to:)`.
  func bytes<State: Encodable>(of state: State) throws -> EncodedBytes {
    lock.lock()
    let known = last.text(of: state)
    if let known, !last.isCheckDue {
      lock.unlock()
      return known
    }
    let encoder = idle
    idle = nil
    lock.unlock()
    guard let encoder else { return try known ?? ValueEncoder().bytes(of: state) }
    var text: EncodedBytes?
    defer {
      lock.withLock {
        idle = encoder
        if let text { last.keep(state, text, known: known) }
      }
    }
    let encoded = try encoder.bytes(ofState: state)
    text = encoded
    return encoded
  }
}
