import Foundation

@testable import SampleApps

/// What happened, in order, from any thread.
final class Notes: Sendable {
  private let lock = NSLock()
  nonisolated(unsafe) private var lines: [String] = []

  var all: [String] { lock.withLock { lines } }

  @Sendable func note(_ line: String) { lock.withLock { lines.append(line) } }

  /// What was noted since this was asked last.
  func take() -> [String] {
    lock.withLock {
      defer { lines = [] }
      return lines
    }
  }

  /// Starts an effect and notes its events.
  func start<Output, Failure>(
    _ effect: Composable.Effect<Output, Failure>, _ name: String = "",
    in cancellations: Composable.Cancellations = .init()
  ) -> Composable.Cancellation {
    let prefix = name.isEmpty ? "" : "\(name) "
    return effect.start(in: cancellations) { event in
      switch event {
      case .value(let value): self.note("\(prefix)\(value)")
      case .failed(let error): self.note("\(prefix)failed \(error)")
      case .finished: self.note("\(prefix)finished")
      }
    }
  }
}
