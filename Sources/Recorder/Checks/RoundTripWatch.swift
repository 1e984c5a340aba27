import Foundation
import SessionFormat

/// Decides which recorded values are checked for a lossy coding, and reports each fault once.
///
/// Thread-safe. The check runs code of the app, so it never runs under a lock.
final class RoundTripWatch: Sendable {
  /// The most faults that a recorder reports: names in a dictionary may differ in each.
  static let reportLimit = 100

  private struct Place: Hashable {
    let type: String
    let path: String
  }

  private let checks: RecorderOptions.RoundTripChecks
  private let onError: @Sendable (RecorderError) -> Void
  private let lock = NSLock()
  nonisolated(unsafe) private var seenTypes: Set<String> = []
  nonisolated(unsafe) private var hasFirstState = false
  nonisolated(unsafe) private var told: Set<Place> = []
  nonisolated(unsafe) private var checked = CheckedTexts()

  init(_ options: RecorderOptions) {
    checks = options.roundTripChecks
    onError = options.onError
  }

  /// Checks an action of a type; returns whether to check the state after it, too.
  func checkAction<T>(_ action: T, _ snapshot: Snapshot, type: String) -> Bool {
    guard checks != .none else { return false }
    check(action, snapshot)
    let isNew = lock.withLock { seenTypes.insert(type).inserted }
    return isNew || checks == .all
  }

  /// Checks the first state that it gets, and no other.
  func checkFirstState<T>(_ state: T, _ snapshot: Snapshot) {
    guard checks != .none else { return }
    let isFirst = lock.withLock {
      defer { hasFirstState = true }
      return !hasFirstState
    }
    if isFirst { check(state, snapshot) }
  }

  /// Checks a value if values are checked at all.
  func check<T>(_ value: T, _ snapshot: Snapshot) {
    // A rendered value is not decoded.
    guard checks != .none, !snapshot.isOpaque else { return }
    let isKnown = lock.withLock {
      checked.contains(snapshot.text.bytes, of: Swift.type(of: value as Any))
    }
    if isKnown { return }
    // What decoding draws is not an input of the step around it.
    let faults = StepScope.$current.withValue(nil) {
      RoundTripCheck.faults(of: value, snapshot.text)
    }
    guard !faults.isEmpty else {
      lock.withLock { checked.insert(snapshot.text.bytes, of: Swift.type(of: value as Any)) }
      return
    }
    let type = TypeName.of(Swift.type(of: value as Any))
    for fault in faults {
      let isNew = lock.withLock {
        told.count < Self.reportLimit
          && told.insert(Place(type: type, path: fault.path)).inserted
      }
      if isNew { onError(.lossyCodec(type: type, path: fault.path, reason: fault.reason)) }
    }
  }
}
