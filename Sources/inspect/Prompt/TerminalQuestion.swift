import Foundation
import Inspector

/// A question to the person at the terminal, in the middle of a command.
enum TerminalQuestion {
  /// The line that is typed; nil after Ctrl-C, or at the end of input.
  ///
  /// - Parameter question: It may hold untrusted text; its line feeds stay.
  @Sendable
  static func answer(_ question: String) -> String? {
    let shown = question.split(separator: "\n", omittingEmptySubsequences: false)
      .map { VisibleText.escaped(String($0)) }.joined(separator: "\n")
    Heartbeat.hide()
    _ = Output.write(Array(shown.utf8), to: STDERR_FILENO)
    var lines = PlainLines()
    if case .line(let line) = lines.next(prompt: "") { return line }
    // The line with the question ends.
    _ = Output.write([0x0A], to: STDERR_FILENO)
    return nil
  }
}
