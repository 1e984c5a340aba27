import Foundation
import SessionFormat

/// Finds the fingerprint of a recorder's types when its first action is recorded.
///
/// Thread-safe. It runs code of the app, so it holds no lock meanwhile: what that code or another
/// thread records during that time lacks the fingerprint.
final class RecordedTypes: Sendable {
  private let isWanted: Bool
  private let names: ActionNames
  private let lock = NSLock()
  nonisolated(unsafe) private var hasBegun = false
  nonisolated(unsafe) private var text: String?

  init(_ options: RecorderOptions) {
    isWanted = options.recordsTypes && options.roundTripChecks != .none
    names = options.actionNames
  }

  /// The text for a header; nil if it is not wanted or not there yet.
  func fingerprint(_ state: Any.Type, _ action: Any.Type) -> String? {
    guard isWanted else { return nil }
    let (known, isFirst) = lock.withLock {
      defer { hasBegun = true }
      return (text, !hasBegun)
    }
    guard isFirst else { return known }
    let found = StoreTypes(state: state, action: action, names: names).fingerprint.text
    lock.withLock { text = found }
    return found
  }
}
