import Foundation
import SessionFormat

/// Prints on standard error what goes wrong, each kind of fault once.
///
/// Thread-safe.
final class TroublePrinter: Sendable {
  /// The most lines that are printed: names in a dictionary may differ in each fault.
  static let limit = 100

  private let lock = NSLock()
  nonisolated(unsafe) private var told: Set<String> = []
  private let write: @Sendable (String) -> Void

  /// - Parameter write: Takes a line with its line feed.
  init(write: @escaping @Sendable (String) -> Void = Platform.tellStandardError) {
    self.write = write
  }

  /// The handler for an app that has none of its own.
  var handler: @Sendable (RecorderError) -> Void { { [self] in tell($0) } }

  private func tell(_ trouble: RecorderError) {
    let isNew = lock.withLock {
      told.count < Self.limit && told.insert(trouble.kind).inserted
    }
    if isNew { write("hindsight: \(UnsafeText.escaped(trouble.description))\n") }
  }
}

extension RecorderError {
  /// A text that is equal for faults of which one is enough: their words without the step and
  /// without counts.
  var kind: String {
    switch self {
    case .gap(_, _, let reason): "gap \(reason)"
    case .unrecorded(_, let reason): "unrecorded \(reason)"
    case .overlappingSteps: "overlapping steps"
    case .cutRendering(let type, _, _): "cut \(type)"
    case .unregisteredAction(let type, _): "unregistered \(type)"
    default: description
    }
  }
}
