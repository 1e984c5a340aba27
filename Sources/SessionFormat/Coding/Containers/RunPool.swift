internal import Foundation

/// Keeps runs for the next value or text, with their memory and what they know of types.
final class RunPool<Run: AnyObject>: @unchecked Sendable {
  private let lock = NSLock()
  private var idle: [Run] = []

  func take() -> Run? { PrivateLayout.isUsed ? lock.withLock { idle.popLast() } : nil }

  func give(_ run: Run) {
    // The knowledge about types depends on that layout.
    guard PrivateLayout.isUsed else { return }
    lock.withLock { if idle.count < 4 { idle.append(run) } }
  }
}
