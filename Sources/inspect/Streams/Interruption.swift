import Foundation
import Inspector

/// The wish of the user, told by Ctrl-C, that what runs now should stop.
///
/// The signal's handler only sets a flag. Every loop that may take long asks `wasRequested`, stops
/// where it is, and leaves everything as it was before the command; `clear` comes before the next.
package enum Interruption {
  private static let flag = SignalFlag()

  /// Takes over Ctrl-C, and makes a write to a reader that left an error instead of a death.
  ///
  /// `SIGPIPE` is ignored for the whole process, so that leaving a pager early never ends the
  /// prompt; who writes results must take `EPIPE` for the silent end of the work. Ignored signals
  /// are inherited: a program that is started must get them set back to their defaults.
  package static func install() {
    clear()
    SignalHandling.handle(SIGINT) { _ in Interruption.request() }
    SignalHandling.ignore(SIGPIPE)
    // A write beyond the limit of a file's size is an error with a name too.
    SignalHandling.ignore(SIGXFSZ)
    // What ends this process ends the hosts that it started too.
    RunningChildren.prepare()
    for end in [SIGTERM, SIGHUP] {
      SignalHandling.handle(end) { number in
        RunningChildren.endAll()
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }

  /// Whether Ctrl-C came since the last `clear`.
  ///
  /// Costs about as much as a function call.
  package static var wasRequested: Bool { flag.isSet }

  /// Forgets what came before, at the start of a command.
  package static func clear() { flag.clear() }

  /// Asks what runs to stop, as Ctrl-C does.
  package static func request() { flag.set() }

  /// Ends the process as Ctrl-C would have: what waits for it sees a death by `SIGINT`.
  ///
  /// A shell shows that as status 130.
  package static func endProcess() -> Never {
    signal(SIGINT, SIG_DFL)
    raise(SIGINT)
    exit(130)
  }
}
