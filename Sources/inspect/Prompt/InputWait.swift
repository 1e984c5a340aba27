import Foundation

/// Waiting for input in a way that Ctrl-C can end.
enum InputWait {
  // A signal between the check and the wait would be missed; this limits for how long.
  private static let slice: CInt = 250

  /// Waits until there is something to read, or an end or error to report.
  ///
  /// Returns false if an interruption came first. `meanwhile` runs before each part of the wait.
  static func untilReadable(_ descriptor: CInt, meanwhile: () -> Void = {}) -> Bool {
    // For an invalid descriptor `poll` would wait for ever; a read reports the error.
    guard descriptor >= 0 else { return true }
    var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    var isReady = false
    while true {
      // Even if a key is ready: a key after Ctrl-C belongs to the next line, and the line editor
      // may only have noted the signal.
      meanwhile()
      if Interruption.wasRequested { return false }
      if isReady { return true }
      let found = poll(&wanted, 1, slice)
      isReady = found > 0 || (found < 0 && errno != EINTR && errno != EAGAIN)
    }
  }

  /// Waits, and ends the process silently if the reader of results has left.
  static func pause(milliseconds: Int, unlessLeft descriptor: CInt) {
    // No event is requested: that the reader has left is reported all the same.
    var results = pollfd(fd: descriptor, events: 0, revents: 0)
    guard poll(&results, 1, CInt(milliseconds)) > 0 else { return }
    if results.revents & Int16(POLLERR) != 0 { exit(0) }
    usleep(UInt32(milliseconds) * 1000)
  }
}
