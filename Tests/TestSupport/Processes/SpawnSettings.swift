import Foundation

/// The files that a started process gets.
struct FileActions {
  #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
  #else
    var actions = posix_spawn_file_actions_t()
  #endif

  init() { posix_spawn_file_actions_init(&actions) }

  mutating func destroy() { posix_spawn_file_actions_destroy(&actions) }

  mutating func copy(_ descriptor: CInt, to number: CInt) {
    posix_spawn_file_actions_adddup2(&actions, descriptor, number)
  }

  mutating func open(_ path: String, as number: CInt) {
    posix_spawn_file_actions_addopen(&actions, number, path, O_RDWR, 0)
  }
}

/// How a process is started: its own group or session, and all signals as in a fresh login.
struct Attributes {
  #if canImport(Darwin)
    var attributes: posix_spawnattr_t?
  #else
    var attributes = posix_spawnattr_t()
  #endif

  init(_ place: ChildProcess.Place) {
    posix_spawnattr_init(&attributes)
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGINT, SIGPIPE, SIGQUIT, SIGTERM, SIGHUP] { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    let own = place == .group ? CInt(POSIX_SPAWN_SETPGROUP) : Attributes.newSession
    let flags = own | CInt(POSIX_SPAWN_SETSIGDEF) | CInt(POSIX_SPAWN_SETSIGMASK)
    posix_spawnattr_setflags(&attributes, Int16(flags))
  }

  mutating func destroy() { posix_spawnattr_destroy(&attributes) }

  // POSIX_SPAWN_SETSID, which Swift does not find in the headers of Linux.
  #if canImport(Darwin)
    private static let newSession: CInt = 0x400
  #else
    private static let newSession: CInt = 0x80
  #endif
}
