import Foundation
import SessionFormat

/// The changes of values that were asked for, stretch by stretch, so that asking again is quick.
///
/// Thread-safe. Bounded in memory: paths that were not asked for lately are dropped.
final class CauseCache: Sendable {
  private struct Known {
    var stretches: [Int: [Cause]] = [:]
    var cost = 0
    var used = 0
  }

  private let limit: Int
  private let lock = NSLock()
  nonisolated(unsafe) private var known: [JSONPointer: Known] = [:]
  nonisolated(unsafe) private var cost = 0
  nonisolated(unsafe) private var clock = 0

  /// A cache of at most about so many bytes.
  init(limit: Int = 64 << 20) { self.limit = limit }

  /// The changes in a stretch, where they are known.
  func changes(of path: JSONPointer, in stretch: Int) -> [Cause]? {
    lock.withLock {
      guard let changes = known[path]?.stretches[stretch] else { return nil }
      clock += 1
      known[path]?.used = clock
      return changes
    }
  }

  /// Keeps the changes in a stretch, unless they alone are too large.
  func keep(_ changes: [Cause], of path: JSONPointer, in stretch: Int) {
    let added = changes.reduce(64) { sum, cause in
      let size = (cause.old?.textSize ?? 0).addingReportingOverflow(cause.new?.textSize ?? 0)
      return size.overflow || size.partialValue > limit
        ? limit : min(limit, sum + 96 + size.partialValue)
    }
    guard added < limit else { return }
    lock.withLock {
      guard known[path]?.stretches[stretch] == nil else { return }
      while cost + added > limit, let oldest = known.min(by: { $0.value.used < $1.value.used }) {
        cost -= oldest.value.cost
        known[oldest.key] = nil
      }
      clock += 1
      known[path, default: Known()].stretches[stretch] = changes
      known[path]?.cost += added
      known[path]?.used = clock
      cost += added
    }
  }
}
