import Foundation

/// Which of the standard streams are terminals, and how wide they are.
package struct Terminal: Sendable {
  /// Whether standard input is a terminal.
  package let inputIsTerminal: Bool
  /// Whether standard output is a terminal.
  package let outputIsTerminal: Bool
  /// Whether standard error is a terminal.
  package let errorIsTerminal: Bool

  /// Whether a person is at both ends, so that lines can be edited and paged.
  package var isInteractive: Bool { inputIsTerminal && outputIsTerminal }

  package init(inputIsTerminal: Bool, outputIsTerminal: Bool, errorIsTerminal: Bool) {
    self.inputIsTerminal = inputIsTerminal
    self.outputIsTerminal = outputIsTerminal
    self.errorIsTerminal = errorIsTerminal
  }

  /// The streams of this process.
  package static func ofThisProcess() -> Terminal {
    Terminal(
      inputIsTerminal: isatty(STDIN_FILENO) == 1,
      outputIsTerminal: isatty(STDOUT_FILENO) == 1,
      errorIsTerminal: isatty(STDERR_FILENO) == 1)
  }

  /// The columns to write for: `COLUMNS`, else what the terminal says, else 80.
  ///
  /// Call it each time something is shown, because windows change.
  package static func width(
    environment: [String: String], measured: Int? = measuredWidth(of: STDOUT_FILENO)
  ) -> Int {
    if let columns = environment["COLUMNS"].flatMap({ Int($0) }), columns > 0 { return columns }
    if let measured, measured > 0 { return measured }
    return 80
  }

  /// The columns of the terminal behind a descriptor; nil if there is none.
  package static func measuredWidth(of descriptor: CInt) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}
