import Foundation
import Inspector

/// What happens if another program truncates a session while it is read: one line that says so, and
/// exit status 2, instead of a crash by `SIGBUS`.
///
/// Nothing can continue, because the known states point into the file. Everything that the handler
/// calls is safe in a signal handler.
enum CutFile {
  /// The terminal's settings at the start, which readline may have changed; nil if there is none.
  private nonisolated(unsafe) static var terminal: UnsafeMutablePointer<termios>?
  private static let start: StaticString = "inspect: "
  private static let lineEnd: StaticString = "\n"

  static func install() {
    MappedFiles.prepare()
    let settings = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    settings.initialize(to: termios())
    if tcgetattr(STDIN_FILENO, settings) == 0 { terminal = settings } else { settings.deallocate() }
    SignalHandling.handleFault(SIGBUS) { _, info, _ in
      CutFile.end(at: SignalHandling.address(info))
    }
  }

  private static func end(at address: UInt) {
    guard let words = MappedFiles.words(for: address) else {
      // The access was not to a file: the same fault comes again, and ends the process.
      signal(SIGBUS, SIG_DFL)
      return
    }
    // A process in the background would be stopped by this.
    if let terminal, tcgetpgrp(STDIN_FILENO) == getpgrp() {
      tcsetattr(STDIN_FILENO, TCSANOW, terminal)
    }
    if Heartbeat.isShown { write(STDERR_FILENO, lineEnd.utf8Start, lineEnd.utf8CodeUnitCount) }
    write(STDERR_FILENO, start.utf8Start, start.utf8CodeUnitCount)
    write(STDERR_FILENO, words.baseAddress, words.count)
    _exit(2)
  }
}
