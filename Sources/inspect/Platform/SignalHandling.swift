#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Signal dispositions, whose C layout differs from system to system.
enum SignalHandling {
  /// Runs a handler at a signal, and restarts the system calls that it interrupts.
  ///
  /// `poll` alone is never restarted, so that a wait for input can be left.
  static func handle(_ signal: CInt, with handler: @escaping @convention(c) (CInt) -> Void) {
    var action = sigaction()
    #if canImport(Darwin)
      action.__sigaction_u.__sa_handler = handler
    #else
      action.__sigaction_handler.sa_handler = handler
    #endif
    action.sa_flags = CInt(SA_RESTART)
    sigemptyset(&action.sa_mask)
    sigaction(signal, &action, nil)
  }

  /// Throws a signal away when it comes.
  static func ignore(_ number: CInt) {
    signal(number, SIG_IGN)
  }
}
