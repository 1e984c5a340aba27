import Foundation

/// Writes the guarded bytes when the process crashes with a signal that it caused itself.
///
/// A system call per reduction would take as long as the reduction. If the process ends in another
/// way (`SIGKILL`, `_exit`), nothing is written. Only one per process.
final class CrashOutput {
  /// The memory that a signal handler may access: plain memory that is never freed.
  private struct Guarded {
    var descriptor: Int32 = -1
    var bytes: UnsafePointer<UInt8>?
    var count = 0
    var written = 0
  }

  nonisolated(unsafe) private static let memory: UnsafeMutablePointer<Guarded> = {
    let memory = UnsafeMutablePointer<Guarded>.allocate(capacity: 1)
    memory.initialize(to: Guarded())
    return memory
  }()
  /// The previous action of each signal.
  nonisolated(unsafe) private static let before: UnsafeMutablePointer<sigaction> = {
    let memory = UnsafeMutablePointer<sigaction>.allocate(capacity: signalLimit)
    memory.initialize(repeating: sigaction(), count: signalLimit)
    return memory
  }()
  private static let signalLimit = 32
  private static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGBUS, SIGSEGV]
  /// Stack for the handler if a reducer has exhausted its own.
  private static let stackSize = 1 << 16

  /// The bytes to write; they must stay in place until other bytes, or none, are set.
  var guarded: UnsafeBufferPointer<UInt8> {
    get { UnsafeBufferPointer(start: Self.memory.pointee.bytes, count: Self.memory.pointee.count) }
    set {
      // A signal may come at any time, so the count must never exceed the bytes.
      Self.memory.pointee.count = 0
      Self.memory.pointee.bytes = newValue.baseAddress
      Self.memory.pointee.count = newValue.count
    }
  }

  /// How many of the guarded bytes a signal handler has written.
  var written: Int {
    get { Self.memory.pointee.written }
    set { Self.memory.pointee.written = newValue }
  }

  /// Begins to guard output to a descriptor.
  init(descriptor: Int32) {
    Self.memory.pointee.descriptor = descriptor
    var stack = stack_t()
    if sigaltstack(nil, &stack) == 0, stack.ss_flags & Int32(truncatingIfNeeded: SS_DISABLE) != 0 {
      stack = stack_t()
      stack.ss_sp = .allocate(byteCount: Self.stackSize, alignment: 16)
      stack.ss_size = numericCast(Self.stackSize)
      sigaltstack(&stack, nil)
    }
    for signal in Self.signals {
      var action = sigaction()
      action.setHandler { CrashOutput.handle($0, $1, $2) }
      action.sa_flags = numericCast(SA_SIGINFO | SA_ONSTACK)
      sigaction(signal, &action, Self.before + Int(signal))
    }
  }

  private static func handle(
    _ signal: Int32, _ info: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?
  ) {
    while memory.pointee.count > 0, let bytes = memory.pointee.bytes {
      let count = write(memory.pointee.descriptor, bytes, memory.pointee.count)
      guard count > 0 || errno == EINTR else { break }
      memory.pointee.bytes = bytes + max(0, count)
      memory.pointee.count -= max(0, count)
      memory.pointee.written += max(0, count)
    }
    // Other handling, such as the Swift runtime's backtrace, still happens: the trapping
    // instruction runs again, and a raised signal is raised again.
    sigaction(signal, before + Int(signal), nil)
    if signal == SIGABRT { raise(signal) }
  }
}

extension sigaction {
  fileprivate typealias Handler =
    @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void

  fileprivate mutating func setHandler(_ handler: @escaping Handler) {
    #if canImport(Darwin)
      __sigaction_u.__sa_sigaction = handler
    #elseif canImport(Glibc)
      __sigaction_handler.sa_sigaction = handler
    #else
      __sa_handler.sa_sigaction = handler
    #endif
  }
}
