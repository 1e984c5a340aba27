import Foundation
import SessionFormat

/// Encodes the states of a recorder; each is nearly the one before.
///
/// Thread-safe. The app's own code encodes outside the lock. So a second call meanwhile, also from
/// within that code, encodes without knowing the state before.
final class StateEncoder: TextEncoder, Sendable {
  private let lock = NSLock()
  nonisolated(unsafe) private var idle: RepeatedEncoder? = RepeatedEncoder()

  /// The text of a state, and which places of it are opaque.
  ///
  /// - Throws: The error of the state's own `encode(to:)`.
  func bytes(of state: some Encodable) throws -> EncodedBytes {
    guard let encoder = exchange(nil) else { return try ValueEncoder().bytes(of: state) }
    defer { _ = exchange(encoder) }
    return try encoder.bytes(ofState: state)
  }

  private func exchange(_ other: RepeatedEncoder?) -> RepeatedEncoder? {
    lock.withLock {
      defer { idle = other }
      return idle
    }
  }
}
