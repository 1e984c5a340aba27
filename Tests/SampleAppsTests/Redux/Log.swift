import Foundation

/// What middlewares and reducers write down, from whatever thread.
final class Log: Sendable {
  private let lock = NSLock()
  nonisolated(unsafe) private var lines: [String] = []

  var all: [String] { lock.withLock { lines } }

  func note(_ line: String) { lock.withLock { lines.append(line) } }
}
