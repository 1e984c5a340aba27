import Foundation
import Recorder

/// Environment that are the same whenever a page's session is recorded: time passes only if the
/// clock is told so.
func steadySurroundings(_ clock: SteadyClock = SteadyClock()) -> RecorderOptions.Environment {
  RecorderOptions.Environment(
    nanoseconds: { clock.now }, id: "00000000-0000-4000-8000-000000000001",
    started: "2026-01-02T03:04:05.000Z", platform: nil)
}

/// A clock that stands still between two calls of ``pass(_:)``.
final class SteadyClock: Sendable {
  private let lock = NSLock()
  nonisolated(unsafe) private var nanoseconds: UInt64 = 0

  var now: UInt64 { lock.withLock { nanoseconds } }

  /// Lets seconds pass.
  func pass(_ seconds: Double) { lock.withLock { nanoseconds += UInt64(seconds * 1e9) } }
}
