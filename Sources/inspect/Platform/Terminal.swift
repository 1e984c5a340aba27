import Foundation

/// Which of the standard streams are terminals, and how wide they are.
struct Terminal: Sendable {
  let inputIsTerminal: Bool
  let outputIsTerminal: Bool
  let errorIsTerminal: Bool

  /// Whether a person is at both ends, so that lines can be edited and paged.
  var isInteractive: Bool { inputIsTerminal && outputIsTerminal }

  /// The streams of this process.
  static func ofThisProcess() -> Terminal {
    Terminal(
      inputIsTerminal: isatty(STDIN_FILENO) == 1,
      outputIsTerminal: isatty(STDOUT_FILENO) == 1,
      errorIsTerminal: isatty(STDERR_FILENO) == 1)
  }

  /// The columns to write for: `COLUMNS`, else what the terminal says, else 80.
  ///
  /// Call it each time something is shown, because windows change.
  static func width(
    environment: [String: String], measured: Int?
  ) -> Int {
    if let columns = environment["COLUMNS"].flatMap({ Int($0) }), columns > 0 { return columns }
    if let measured, measured > 0 { return measured }
    return 80
  }

  /// The columns of the terminal behind a descriptor; nil if there is none.
  static func measuredWidth(of descriptor: CInt) -> Int? { measuredSize(of: descriptor)?.columns }

  /// The size of the terminal behind a descriptor; nil if there is none.
  static func measuredSize(of descriptor: CInt) -> (columns: Int, rows: Int)? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return (Int(size.ws_col), size.ws_row > 0 ? Int(size.ws_row) : 24)
  }
}
