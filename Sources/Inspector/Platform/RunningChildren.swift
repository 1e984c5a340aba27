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
    package static func prepare() { _ = (groups[0], isStarting.pointee) }

    /// Whether a program is being started that is not in the list yet; read by a signal's handler.
    nonisolated(unsafe) private static let isStarting: UnsafeMutablePointer<Bool> = {
      let flag = UnsafeMutablePointer<Bool>.allocate(capacity: 1)
      flag.initialize(to: false)
      return flag
    }()

    /// Starts a program, whose process group is in the list before a signal can end this process.
    ///
    /// One at a time. This thread takes no signal meanwhile, and a handler on another one waits.
    ///
    /// - Parameter spawn: Starts it, with a mask of signals of its own; nil if it cannot.
    static func start(_ spawn: () -> pid_t?) -> pid_t? {
      var (all, mask) = (sigset_t(), sigset_t())
      sigfillset(&all)
      pthread_sigmask(SIG_SETMASK, &all, &mask)
      isStarting.pointee = true
      let group = spawn()
      if let group { add(group) }
      isStarting.pointee = false
      pthread_sigmask(SIG_SETMASK, &mask, nil)
      return group
    }

    private static func add(_ group: pid_t) {
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
      // At most a second, should the thread that starts one not be going on.
      for _ in 0..<1000 where isStarting.pointee { usleep(1000) }
      for place in 0..<most where groups[place] > 0 { kill(-groups[place], SIGKILL) }
    }
  }

#endif
