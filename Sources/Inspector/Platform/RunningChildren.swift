import Foundation

#if os(macOS) || os(Linux)

  /// The programs that this process runs, so that they can be ended with it: a host that hangs in a
  /// reducer does not notice that nobody reads its answers.
  ///
  /// Thread-safe.
  package enum RunningChildren {
    /// Programs beyond this number are not listed; they end at the end of their input.
    private static let most = 512
    private static let lock = NSLock()
    /// Their process groups; 0 at free places.
    ///
    /// Plain memory, because a signal handler reads it.
    nonisolated(unsafe) private static let groups: UnsafeMutablePointer<pid_t> = {
      let groups = UnsafeMutablePointer<pid_t>.allocate(capacity: most)
      groups.initialize(repeating: 0, count: most)
      return groups
    }()

    /// Allocates the memory, before a handler may need it.
    package static func prepare() { _ = (groups[0], isStarting.pointee) }

    /// Whether a program is starting that is not listed yet; read by a signal handler.
    nonisolated(unsafe) private static let isStarting: UnsafeMutablePointer<Bool> = {
      let flag = UnsafeMutablePointer<Bool>.allocate(capacity: 1)
      flag.initialize(to: false)
      return flag
    }()

    /// Starts a program and lists its process group before a signal can end this process.
    ///
    /// One at a time. This thread takes no signals meanwhile; a handler on another one waits.
    ///
    /// - Parameter spawn: Starts it, with its own signal mask; nil if it cannot.
    static func start(_ spawn: () -> pid_t?) -> pid_t? {
      var (all, mask) = (sigset_t(), sigset_t())
      sigfillset(&all)
      pthread_sigmask(SIG_SETMASK, &all, &mask)
      isStarting.pointee = true
      let group = spawn()
      if let group { replace(0, by: group) }
      isStarting.pointee = false
      pthread_sigmask(SIG_SETMASK, &mask, nil)
      return group
    }

    static func remove(_ group: pid_t) { replace(group, by: 0) }

    private static func replace(_ old: pid_t, by new: pid_t) {
      lock.withLock {
        let place = (0..<most).first { groups[$0] == old }
        if let place { groups[place] = new }
      }
    }

    /// Ends all programs; a signal handler may call it after ``prepare()``.
    package static func endAll() {
      // Waits a second at most, in case the thread that starts a program is stuck.
      for _ in 0..<1000 where isStarting.pointee { usleep(1000) }
      for place in 0..<most where groups[place] > 0 { kill(-groups[place], SIGKILL) }
    }
  }

#endif
