import Foundation
import Inspector

/// What happens where a session is cut short by another program while it is read: one line that says
/// so, and exit status 2, instead of a death by `SIGBUS`.
///
/// Nothing can be gone on with, as the states that are known look into the file. All that the handler
/// calls is safe in a handler.
enum CutFile {
  /// How the terminal was at the start, which readline may have changed; nil if there is none.
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
      // No file was looked at: the same fault comes once more, and ends the process.
      signal(SIGBUS, SIG_DFL)
      return
    }
    // From the background this would stop the process.
    if let terminal, tcgetpgrp(STDIN_FILENO) == getpgrp() {
      tcsetattr(STDIN_FILENO, TCSANOW, terminal)
    }
    if Heartbeat.isShown { write(STDERR_FILENO, lineEnd.utf8Start, lineEnd.utf8CodeUnitCount) }
    write(STDERR_FILENO, start.utf8Start, start.utf8CodeUnitCount)
    write(STDERR_FILENO, words.baseAddress, words.count)
    _exit(2)
  }
}
