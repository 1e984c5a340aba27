import Foundation

/// Distinguishes a process from its children made by `fork`, without a system call.
enum ForkGuard {
  // Written in a child before it has a second thread, only read otherwise.
  nonisolated(unsafe) private static var forks = 0
  private static let isWatching: Bool = {
    pthread_atfork(nil, nil) { ForkGuard.forks += 1 }
    return true
  }()

  /// A number that a child made by `fork` never shares with its parent.
  static var generation: Int { isWatching ? forks : 0 }
}
