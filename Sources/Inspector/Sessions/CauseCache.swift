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
  /// How many bytes of text of one stretch are worth writing out; what is longer was quicker found
  /// than it is kept.
  private static let stretchLimit = 8 << 20
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

  /// The bytes that the changes take at most.
  var memory: Int { lock.withLock { cost } }

  /// Keeps the changes in a stretch, unless they alone are too large.
  ///
  /// Complexity: O(sizes of the values).
  func keep(_ changes: [Cause], of path: JSONPointer, in stretch: Int) {
    // What one value takes as text, it takes in memory at least once; to write out what is too large
    // in any case would be in vain.
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

  /// The changes with values of their own, which do not keep the lines that they were read from, and
  /// the bytes that they take at most.
  private static func detached(_ changes: [Cause]) -> ([Cause], memory: Int) {
    var memory = 64
    var last: (original: JSONValue, own: JSONValue)?
    func own(_ value: JSONValue) -> JSONValue {
      // What one change leaves is what the next finds.
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
