import Foundation

/// A shell command that reads what is written to it, such as a pager.
///
/// It belongs to the process group of the prompt, so the terminal is its own too: its keys and
/// Ctrl-C reach it.
final class ShellCommand {
  private let id: pid_t
  private var input: Int32

  /// Starts a command with `/bin/sh`; nil if the system refuses.
  init?(_ command: String, environment: [String: String]) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let started = Self.spawn(["/bin/sh", "-c", command], environment, input: ends[0])
    close(ends[0])
    guard let started else {
      close(ends[1])
      return nil
    }
    (id, input) = (started, ends[1])
  }

  deinit { closeInput() }

  /// The descriptor to write to.
  var descriptor: Int32 { input }

  /// Says that nothing more comes, and waits for the end of the command.
  ///
  /// - Returns: Its exit status; 128 and more if a signal ended it, as a shell counts.
  func finish() -> Int32 {
    closeInput()
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0 && errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }

  private func closeInput() {
    if input >= 0 { close(input) }
    input = -1
  }

  private static func spawn(
    _ words: [String], _ environment: [String: String], input: Int32
  ) -> pid_t? {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    // Ignored signals would be inherited: without SIGPIPE a command never learns that its reader has
    // left.
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGPIPE, SIGTERM, SIGHUP, SIGXFSZ, SIGCONT] {
      sigaddset(&signals, signal)
    }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    let variables = environment.map { "\($0.key)=\($0.value)" }.sorted()
    var (arguments, values) = (
      words.map { strdup($0) } + [nil], variables.map { strdup($0) } + [nil]
    )
    defer { for text in arguments + values { free(text) } }
    var id: pid_t = 0
    let refusal = posix_spawn(&id, words[0], &actions, &attributes, &arguments, &values)
    return refusal == 0 ? id : nil
  }
}
