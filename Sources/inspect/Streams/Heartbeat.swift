import Foundation
import Inspector

/// The sign of life of long work: a line on standard error, at a terminal only, after half a
/// second, renewed while the work asks whether it should stop, and erased before anything is shown.
///
/// One for the process, used on the main thread only, like the prompt.
enum Heartbeat {
  private nonisolated(unsafe) static var began: UInt64?
  private nonisolated(unsafe) static var shown: UInt64?
  private nonisolated(unsafe) static var isWanted = false
  /// The columns that the sign takes.
  private nonisolated(unsafe) static var width = 0
  /// What is told of the work beside its time.
  nonisolated(unsafe) static var work = Heartbeat.anyWork

  private static let anyWork = "working"

  private static let delay: UInt64 = 500_000_000
  private static let interval: UInt64 = 250_000_000

  /// Begins the time of a command, where somebody can see the sign.
  static func start(_ terminal: Terminal) {
    isWanted = terminal.errorIsTerminal
    began = isWanted ? now() : nil
    shown = nil
    work = anyWork
  }

  /// Shows the sign where it is due.
  ///
  /// Costs a look at the clock.
  static func beat() {
    guard isWanted, let began else { return }
    let time = now()
    guard time - began >= delay, time - (shown ?? 0) >= interval else { return }
    shown = time
    // A sign of two lines could not be taken back, in a window that may have changed since.
    let room = max(1, (Terminal.measuredWidth(of: STDERR_FILENO) ?? 80) - 1)
    let sign = "\(work), \((time - began) / 1_000_000_000) s; Ctrl-C stops ".prefix(room)
    let rest = min(room, width) - sign.count
    show("\r" + sign + String(repeating: " ", count: max(0, rest)))
    width = sign.count
  }

  /// Whether the sign stands on the line.
  static var isShown: Bool { shown != nil }

  /// Takes the sign away.
  static func stop() {
    if shown != nil { show("\r" + String(repeating: " ", count: width) + "\r") }
    width = 0
    began = nil
    shown = nil
  }

  private static func show(_ text: String) { Output.write(Array(text.utf8), to: STDERR_FILENO) }

  private static func now() -> UInt64 { DispatchTime.now().uptimeNanoseconds }
}
