import Foundation
import SessionFormat

/// A cache of the changes of values, stretch by stretch, so that a repeated request is quick.
///
/// Thread-safe. Bounded in memory: paths that were not requested lately are dropped.
final class CauseCache: Sendable {
  private struct Known {
    var stretches: [Int: [Cause]] = [:]
    var cost = 0
    var used = 0
  }

  private let limit: Int
  /// The most bytes of text to keep of one stretch; longer text is found faster than it is copied.
  private static let stretchLimit = 8 << 20
  private let lock = NSLock()
  nonisolated(unsafe) private var known: [JSONPointer: Known] = [:]
  nonisolated(unsafe) private var cost = 0
  nonisolated(unsafe) private var clock = 0

  /// A cache of at most about `limit` bytes.
  init(limit: Int = 64 << 20) { self.limit = limit }

  /// The changes in a stretch, if they are known.
  func changes(of path: JSONPointer, in stretch: Int) -> [Cause]? {
    lock.withLock {
      guard let changes = known[path]?.stretches[stretch] else { return nil }
      clock += 1
      known[path]?.used = clock
      return changes
    }
  }

  /// An upper bound of the bytes that the changes take.
  var memory: Int { lock.withLock { cost } }

  /// Keeps the changes in a stretch, unless they alone are too large.
  ///
  /// Complexity: O(sizes of the values).
  func keep(_ changes: [Cause], of path: JSONPointer, in stretch: Int) {
    // A value takes at least as much memory as its text, so one that is too large is not copied.
    var size = 0
    for cause in changes {
      for value in [cause.old, cause.new] { size += min(value?.textSize ?? 0, limit) }
      if size > min(limit, Self.stretchLimit) { return }
    }
    let (kept, added) = Self.detached(changes)
    guard added < limit else { return }
    lock.withLock {
      guard known[path]?.stretches[stretch] == nil else { return }
      while cost + added > limit, let oldest = known.min(by: { $0.value.used < $1.value.used }) {
        cost -= oldest.value.cost
        known[oldest.key] = nil
      }
      clock += 1
      known[path, default: Known()].stretches[stretch] = kept
      known[path]?.cost += added
      known[path]?.used = clock
      cost += added
    }
  }

  /// The changes with copies of their values, which do not keep the source lines alive, and an
  /// upper bound of their bytes.
  private static func detached(_ changes: [Cause]) -> ([Cause], memory: Int) {
    var memory = 64
    var last: (original: JSONValue, own: JSONValue)?
    func own(_ value: JSONValue) -> JSONValue {
      // The new value of one change is the old value of the next.
      if let last, last.original.sharesStorage(with: value) { return last.own }
      let (own, size) = value.detached()
      memory = min(memory, Int.max / 4) + min(size, Int.max / 4)
      last = (value, own)
      return own
    }
    let kept = changes.map { cause in
      memory += 96
      if case .action(_, let type) = cause.origin { memory += type.utf8.count }
      return Cause(origin: cause.origin, old: cause.old.map(own), new: cause.new.map(own))
    }
    return (kept, memory)
  }
}
