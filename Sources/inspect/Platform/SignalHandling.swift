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
  /// `poll` is never restarted, so that a wait for input can end.
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

  /// Runs a handler at a signal for an invalid memory access; it gets the address.
  static func handleFault(
    _ signal: CInt,
    with handler:
      @escaping @convention(c) (
        CInt, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?
      ) -> Void
  ) {
    var action = sigaction()
    #if canImport(Darwin)
      action.__sigaction_u.__sa_sigaction = handler
    #else
      action.__sigaction_handler.sa_sigaction = handler
    #endif
    action.sa_flags = CInt(SA_SIGINFO)
    sigemptyset(&action.sa_mask)
    sigaction(signal, &action, nil)
  }

  /// The address that was accessed.
  static func address(_ info: UnsafeMutablePointer<siginfo_t>?) -> UInt {
    #if canImport(Darwin)
      UInt(bitPattern: info?.pointee.si_addr)
    #elseif canImport(Musl)
      UInt(bitPattern: info?.pointee.__si_fields.__sigfault.si_addr)
    #else
      UInt(bitPattern: info?.pointee._sifields._sigfault.si_addr)
    #endif
  }

  static func ignore(_ number: CInt) {
    signal(number, SIG_IGN)
  }
}
