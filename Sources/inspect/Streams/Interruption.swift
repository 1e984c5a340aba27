import Foundation
import Inspector

/// A request by the user, with Ctrl-C, to stop what runs now.
///
/// The signal's handler only sets a flag. Every loop that may take long checks `wasRequested`. It
/// then stops, and leaves everything as it was before the command. `clear` comes before the next.
enum Interruption {
  private static let flag = SignalFlag()

  /// Handles Ctrl-C, and makes a write to a reader that left an error instead of a crash.
  ///
  /// `SIGPIPE` is ignored for the whole process, so that leaving a pager early never ends the
  /// prompt. A writer of results must treat `EPIPE` as the silent end of the work. Ignored signals
  /// are inherited: a program that is started must have them reset to their defaults.
  static func install() {
    clear()
    handle()
    SignalHandling.ignore(SIGPIPE)
    // A write beyond the file size limit is then an error with a name, too.
    SignalHandling.ignore(SIGXFSZ)
    // A signal that ends this process also ends the hosts that it started, and leaves no half file.
    RunningChildren.prepare()
    UnfinishedFiles.prepare()
    for end in [SIGTERM, SIGHUP] {
      SignalHandling.handle(end) { number in
        RunningChildren.endAll()
        UnfinishedFiles.removeAll()
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }

  /// Takes Ctrl-C, also if a library took it meanwhile.
  static func handle() {
    SignalHandling.handle(SIGINT) { _ in Interruption.request() }
  }

  private static let lineEnd: StaticString = "\n"

  /// Does work that has nothing to keep, such as opening a session: Ctrl-C ends the process at once,
  /// also where the work waits for a pipe that nobody writes.
  ///
  /// Everything that the handler calls is safe in a signal handler.
  static func endingProcess<Result, Failure: Error>(
    _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    SignalHandling.handle(SIGINT) { number in
      if Heartbeat.isShown {
        write(STDERR_FILENO, Interruption.lineEnd.utf8Start, Interruption.lineEnd.utf8CodeUnitCount)
      }
      UnfinishedFiles.removeAll()
      signal(number, SIG_DFL)
      raise(number)
    }
    defer { handle() }
    if wasRequested { endProcess() }
    return try work()
  }

  /// Whether Ctrl-C came since the last `clear`.
  ///
  /// Costs about as much as a function call.
  static var wasRequested: Bool { flag.isSet }

  /// Forgets earlier requests, at the start of a command.
  static func clear() { flag.clear() }

  /// Requests a stop, as Ctrl-C does.
  static func request() { flag.set() }

  /// Ends the process as Ctrl-C would have: whatever waits for it sees an end by `SIGINT`.
  ///
  /// A shell shows that as status 130.
  static func endProcess() -> Never {
    signal(SIGINT, SIG_DFL)
    raise(SIGINT)
    exit(130)
  }
}
