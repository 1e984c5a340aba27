import Foundation

#if os(macOS) || os(Linux)

  /// A started program with pipes on its three standard streams.
  ///
  /// Not thread-safe.
  ///
  /// It leads its own process group, so that Ctrl-C in our terminal does not end it, and that the
  /// programs it starts can be ended with it. Its exit comes from `waitpid`, not from the end of a
  /// pipe that its own children may hold open.
  final class ChildProcess {
    /// Why the system did not start a program: a number as in `errno`.
    struct Refusal: Error {
      let number: Int32
    }

    private static let starting = NSLock()

    private let id: pid_t
    private var status: Int32?
    /// Our ends of the pipes to its standard input, output and error.
    private(set) var input: Int32
    let output: Int32
    let error: Int32

    /// Starts a program.
    ///
    /// - Throws: The system's reason, if it cannot be started.
    init(
      path: String, arguments: [String], environment: [String: String]
    ) throws(Refusal) {
      // No other program may be started between making a pipe and marking it as ours.
      Self.starting.lock()
      defer { Self.starting.unlock() }
      guard let ends = Ends() else { throw Refusal(number: errno) }
      var settings = SpawnSettings(streams: ends.theirs)
      defer { settings.destroy() }
      let strings = [path] + arguments
      // In a fixed order: the environment's layout shifts the addresses in the program's memory.
      let variables = environment.map { "\($0.key)=\($0.value)" }.sorted()
      var refusal: Int32 = 0
      let started: pid_t? = strings.withCStrings { argv in
        variables.withCStrings { envp in
          RunningChildren.start {
            var id: pid_t = 0
            refusal = posix_spawn(&id, path, &settings.actions, &settings.attributes, argv, envp)
            return refusal == 0 ? id : nil
          }
        }
      }
      for end in ends.theirs { close(end) }
      guard let started else {
        for end in ends.ours { close(end) }
        throw Refusal(number: refusal)
      }
      id = started
      (input, output, error) = (ends.ours[0], ends.ours[1], ends.ours[2])
      _ = fcntl(input, F_SETFL, fcntl(input, F_GETFL) | O_NONBLOCK)
    }

    deinit {
      closeInput()
      close(output)
      close(error)
    }

    func closeInput() {
      if input >= 0 { close(input) }
      input = -1
    }

    /// The status of `waitpid`, if the program ends by itself in that time; else nil.
    func exitStatus(within milliseconds: Int) -> Int32? {
      (status ?? wait(milliseconds)).map(finish)
    }

    /// Waits for the end, asks for it after `milliseconds`, and forces it after twice that.
    ///
    /// - Parameter milliseconds: How long an end may take.
    /// - Returns: The status of `waitpid`; the programs that it started have ended too.
    func end(asking atOnce: Bool, milliseconds: Int = 1000) -> Int32 {
      if atOnce, status == nil { ask() }
      if let status = status ?? wait(milliseconds) { return finish(status) }
      ask()
      if let status = wait(milliseconds) { return finish(status) }
      kill(-id, SIGKILL)
      return finish(wait(nil) ?? 0)
    }

    private func ask() {
      kill(-id, SIGTERM)
      // A stopped process ends only after it continues.
      kill(-id, SIGCONT)
    }

    private func finish(_ status: Int32) -> Int32 {
      // Ends the programs that it left behind; does nothing if there are none.
      if self.status == nil {
        kill(-id, SIGKILL)
        RunningChildren.remove(id)
      }
      self.status = status
      return status
    }

    private func wait(_ milliseconds: Int?) -> Int32? {
      var status: Int32 = 0
      var left = (milliseconds ?? 0) / 5
      while true {
        let result = waitpid(id, &status, milliseconds == nil ? 0 : WNOHANG)
        if result == id { return status }
        if result < 0, errno != EINTR { return 0 }
        if result == 0 {
          guard left > 0 else { return nil }
          left -= 1
          usleep(5000)
        }
      }
    }
  }

  /// The two ends of three pipes; programs started later do not inherit them.
  private struct Ends {
    var ours: [Int32] = []
    var theirs: [Int32] = []

    init?() {
      for number in 0..<3 {
        var pair: [Int32] = [-1, -1]
        guard pipe(&pair) == 0 else {
          for end in ours + theirs { close(end) }
          return nil
        }
        for end in pair { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        Platform.widenPipe(pair[0])
        ours.append(number == 0 ? pair[1] : pair[0])
        theirs.append(number == 0 ? pair[0] : pair[1])
      }
    }
  }

  /// How a program starts: with these standard streams, a process group of its own, and signals as
  /// after a fresh login.
  private struct SpawnSettings {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif

    init(streams: [Int32]) {
      posix_spawn_file_actions_init(&actions)
      for (end, number) in zip(streams, Int32(0)...) {
        posix_spawn_file_actions_adddup2(&actions, end, number)
      }
      posix_spawnattr_init(&attributes)
      var signals = sigset_t()
      sigemptyset(&signals)
      posix_spawnattr_setsigmask(&attributes, &signals)
      for signal in [SIGINT, SIGPIPE, SIGQUIT, SIGTERM, SIGHUP, SIGXFSZ] {
        sigaddset(&signals, signal)
      }
      posix_spawnattr_setsigdefault(&attributes, &signals)
      posix_spawnattr_setpgroup(&attributes, 0)
      let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
      posix_spawnattr_setflags(&attributes, Int16(flags))
    }

    mutating func destroy() {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
  }

  extension [String] {
    /// These strings as the array that a C program is started with.
    fileprivate func withCStrings<T>(
      _ body: ([UnsafeMutablePointer<CChar>?]) -> T
    ) -> T {
      let copies = map { strdup($0) }
      defer { for copy in copies { free(copy) } }
      return body(copies + [nil])
    }
  }

#endif
