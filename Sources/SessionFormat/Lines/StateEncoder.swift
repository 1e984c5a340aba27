internal import Foundation

/// Encodes the states of a store; each is nearly the one before, or the same.
///
/// Thread-safe. The app's own code encodes outside the lock. So a second call meanwhile, also from
/// within that code, encodes without knowing the state before.
package final class StateEncoder: TextEncoder, Sendable {
  private let lock = NSLock()
  nonisolated(unsafe) private var idle: StateTexts?
  /// Whether what a state encodes was seen to depend on more than its value; each is then encoded
  /// whole.
  package var dependsOnMore: Bool { doubt.value }
  private let doubt = AtomicFlag()

  /// An encoder that has not encoded anything.
  ///
  /// - Parameter findsPatches: Whether states are written as patches, so that only their changes
  ///   need be encoded.
  package init(findsPatches: Bool = true) { idle = StateTexts(findsPatches: findsPatches) }

  /// The text of a state if nothing need be encoded, because it has the bits of the last one: as at
  /// the beginning of a step, if nothing changed it since the step before.
  package func known<State>(_ state: State) -> EncodedValue? {
    lock.withLock { idle?.known(state) }
  }

  /// The text of a state, and which places of it are opaque.
  ///
  /// - Throws: The error of the state's own `encode(to:)`.
  package func encoded(_ state: some Encodable) throws -> EncodedValue {
    guard let texts = exchange(nil) else { return try ValueEncoder().encoded(state) }
    defer {
      if texts.isOff, !doubt.value { doubt.value = true }
      _ = exchange(texts)
    }
    return try texts.encoded(state)
  }

  /// Notes what the writer of the states knows of keyframes, so that the next one is at hand, and
  /// whether patches may have splices.
  package func note(_ rule: KeyframeRule, splices: Bool) {
    lock.withLock {
      idle?.rule = rule
      idle?.takesSplices = splices
    }
  }

  private func exchange(_ other: StateTexts?) -> StateTexts? {
    lock.withLock {
      defer { idle = other }
      return idle
    }
  }
}
