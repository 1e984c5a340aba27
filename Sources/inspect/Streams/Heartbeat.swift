import Foundation
import Inspector

/// A sign of life for long work: a line on standard error, only at a terminal, after half a second;
/// it is renewed while the work checks for interruption, and erased before output.
///
/// One for the process, used on the main thread only, like the prompt.
enum Heartbeat {
  private nonisolated(unsafe) static var began: UInt64?
  /// Since when nothing was written.
  private nonisolated(unsafe) static var silent: UInt64 = 0
  /// How many files of commands are run, each from the one before, and the line of the innermost.
  private nonisolated(unsafe) static var files = 0
  private nonisolated(unsafe) static var line: Int?
  private nonisolated(unsafe) static var shown: UInt64?
  private nonisolated(unsafe) static var isWanted = false
  /// The width of the line in columns.
  private nonisolated(unsafe) static var width = 0
  /// The text about the work, before its time.
  nonisolated(unsafe) static var work = Heartbeat.anyWork

  /// The session that is worked on, which knows how much is done.
  nonisolated(unsafe) static var session: Session? {
    didSet {
      session?.startPass()
      reading = nil
    }
  }

  /// The reading of a session before that: how far it is.
  private nonisolated(unsafe) static var reading: (done: Int, size: Int?, share: WorkShare)?

  /// Notes how many bytes of a session are read, and shows the line if it is due.
  static func note(read done: Int, of size: Int?) {
    // Sessions that are read beside each other are counted as a whole.
    guard Thread.isMainThread, began != nil else { return }
    if reading == nil || reading?.size != size || done < reading?.done ?? 0 {
      reading = (done, size, WorkShare(from: 0, to: size ?? 0))
    }
    reading?.done = done
    beat()
  }

  /// Notes which line of a file of commands is run, and shows the line if it is due.
  static func note(line number: Int) {
    guard files > 0 else { return }
    line = number
    beat()
  }

  private static var readingWords: String? {
    reading.map { $0.size == nil ? "\($0.done / 1_000_000) MB" : $0.share.words(at: $0.done) }
  }

  private static let anyWork = "working"
  /// What the terminal may write behind the line: `^C`, twice if somebody is in a hurry.
  private static let echoed = 4

  private static let delay: UInt64 = 500_000_000
  private static let interval: UInt64 = 250_000_000

  /// Begins the time of a command, if standard error is a terminal; a command of a file belongs to the
  /// time of all of them.
  static func start(_ terminal: Terminal) {
    work = anyWork
    reading = nil
    session?.startPass()
    guard files == 0 || began == nil else { return }
    isWanted = terminal.errorIsTerminal
    began = isWanted ? Platform.nanoseconds : nil
    silent = began ?? 0
    shown = nil
  }

  /// Does the commands of a file, whose time goes on from one to the next.
  static func duringFile<Result, Failure: Error>(
    _ terminal: Terminal, _ run: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    start(terminal)
    files += 1
    defer {
      files -= 1
      line = nil
      stop()
    }
    return try run()
  }

  /// Shows the line if it is due.
  ///
  /// Costs one reading of the clock.
  static func beat() {
    guard isWanted, let began else { return }
    let time = Platform.nanoseconds
    guard time - silent >= delay, time - (shown ?? 0) >= interval else { return }
    shown = time
    // A line of two rows could not be erased in a window that may have changed since.
    let room = max(1, (Terminal.measuredWidth(of: STDERR_FILENO) ?? 80) - 1 - echoed)
    let words = work == anyWork ? readingWords ?? session?.passWords : nil
    let share = words.map { ", \($0)" } ?? line.map { " at line \($0)" } ?? ""
    let work = reading != nil && work == anyWork ? "reading" : work
    let sign = "\(work)\(share), \((time - began) / 1_000_000_000) s; Ctrl-C stops ".prefix(room)
    let rest = min(room, width) - sign.count
    show("\r" + sign + String(repeating: " ", count: max(0, rest)))
    width = sign.count
  }

  static var isShown: Bool { shown != nil }

  /// Ends the time of a command, and erases the line; in a file it stays for the next command.
  static func stop() {
    guard files == 0 else { return }
    hide()
    began = nil
  }

  /// Erases the line before a command writes to the terminal, which is a sign of life itself.
  static func yield() {
    hide()
    silent = Platform.nanoseconds
    stop()
  }

  /// Erases the line, which may come back.
  static func hide() {
    if shown != nil { show("\r" + String(repeating: " ", count: width + echoed) + "\r") }
    width = 0
    shown = nil
  }

  private static func show(_ text: String) { Output.write(Array(text.utf8), to: STDERR_FILENO) }
}
