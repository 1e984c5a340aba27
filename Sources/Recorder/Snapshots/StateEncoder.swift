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

  /// The text of a state if nothing need be encoded, because it has the bits of the last one: as at
  /// the beginning of a step, if nothing changed it since the step before.
  func known<State>(_ state: State) -> EncodedBytes? {
    lock.withLock { last.isCheckDue ? nil : last.text(of: state) }
  }

  /// The text of a state, and which places of it are opaque.
  ///
  /// - Throws: The error of the state's own `encode(to:)`.
  func bytes<State: Encodable>(of state: State) throws -> EncodedBytes {
    guard let encoder = exchange(nil) else { return try ValueEncoder().bytes(of: state) }
    var text: EncodedBytes?
    defer {
      lock.withLock {
        idle = encoder
        if let text { last.keep(state, text) }
      }
    }
    let encoded = try encoder.bytes(ofState: state)
    text = encoded
    return encoded
  }

  private func exchange(_ other: RepeatedEncoder?) -> RepeatedEncoder? {
    lock.withLock {
      defer { idle = other }
      return idle
    }
  }
}
