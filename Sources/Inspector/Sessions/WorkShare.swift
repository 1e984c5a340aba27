import Foundation
import SessionFormat

/// How much of some work is done, and an estimate of the time left.
package struct WorkShare {
  private let first: Int
  private let last: Int
  private let clock: () -> UInt64
  private var began: UInt64

  /// Work that begins now.
  ///
  /// - Parameter clock: Nanoseconds since any fixed time.
  package init(
    from first: Int, to last: Int,
    clock: @escaping () -> UInt64 = { DispatchTime.now().uptimeNanoseconds }
  ) {
    (self.first, self.last, self.clock) = (first, last, clock)
    began = clock()
  }

  /// Begins the time anew.
  package mutating func restart() { began = clock() }

  /// `34 %, about 2 min left`; without an estimate while less than 1 % is done.
  package func words(at n: Int) -> String {
    let share = Double(n - first) / Double(max(1, last - first))
    let percent = "\(Int(share * 100)) %"
    guard share >= 0.01 else { return percent }
    let left = Double(clock() - began) / 1e9 * (1 - share) / share
    let words =
      left < 90 ? "\(Int(left.rounded(.up))) s" : "\(Int((left / 60).rounded(.up))) min"
    return "\(percent), about \(words) left"
  }
}
