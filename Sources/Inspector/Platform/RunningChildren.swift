import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

#if os(macOS) || os(Linux)

  /// The programs that run for this process, so that what ends it can end them too: a host that
  /// hangs in a reducer does not see that nobody reads its answers.
  ///
  /// Thread-safe.
  package enum RunningChildren {
    /// Of more at once, those beyond are left to see the end of their input.
    private static let most = 512
    private static let lock = NSLock()
    /// Their process groups, and 0 at free places.
    ///
    /// Plain memory, as a signal's handler reads it.
    nonisolated(unsafe) private static let groups: UnsafeMutablePointer<pid_t> = {
      let groups = UnsafeMutablePointer<pid_t>.allocate(capacity: most)
      groups.initialize(repeating: 0, count: most)
      return groups
    }()

    /// Sees to it that the memory is there, before a handler may need it.
    package static func prepare() { _ = groups[0] }

    static func add(_ group: pid_t) {
      lock.withLock {
        let place = (0..<most).first { groups[$0] == 0 }
        if let place { groups[place] = group }
      }
    }

    static func remove(_ group: pid_t) {
      lock.withLock {
        let place = (0..<most).first { groups[$0] == group }
        if let place { groups[place] = 0 }
      }
    }

    /// Ends all at once; a signal's handler may call it once ``prepare()`` was called.
    package static func endAll() {
      for place in 0..<most where groups[place] > 0 { kill(-groups[place], SIGKILL) }
    }
  }

#endif
