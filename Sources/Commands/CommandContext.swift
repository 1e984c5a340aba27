package import Inspector

/// What a command gets from its environment.
package struct CommandContext: Sendable {
  /// The program that reduces for a store; nil if none is known.
  package var host: @Sendable (_ store: String) -> HostCommand?
  /// Whether the user requested a stop.
  package var interrupted: @Sendable () -> Bool = { false }
  /// How many seconds a host may take for an answer.
  package var patience = 60
  /// The program that `set host` names; it goes before all others.
  var chosenHost: HostCommand?
  /// The settings for the sessions of a store, from a config file or from options.
  package var settings: @Sendable (_ store: String) -> StoreSettings = { _ in StoreSettings() }
  /// Nanoseconds on a clock that only goes forward.
  package var clock: @Sendable () -> UInt64 = { Platform.nanoseconds }
  /// The variables of the environment.
  package var environment: [String: String] = [:]
  /// Reports the progress of long work.
  package var progress: (@Sendable (String) -> Void)?
  /// Writes a line to standard error unchanged; it has no control characters.
  package var line: (@Sendable (String) -> Void)?
  /// How large a gzipped session may become.
  package var limits = ReadingLimits()
  /// Takes a session that is itself the result, as it is made; nil if the result keeps it.
  package var results: (@Sendable ([UInt8]) -> Void)?
  /// Shows a report now, for commands whose results come one by one; nil if nobody sees them.
  package var show: (@Sendable (any Report) -> Void)?
  /// Asks the person at the terminal, and returns the line that is typed; nil if there is nobody.
  ///
  /// The answer is nil if there is none, as after Ctrl-C.
  package var ask: (@Sendable (_ question: String) -> String?)?
  /// Writes at once to standard error what is not a result.
  package var note: (@Sendable (String) -> Void)?
  /// Notes that were made once and are not repeated, such as which host is used by default.
  package var notes = SaidNotes()
  /// Waits up to that many milliseconds for more to come.
  package var pause: @Sendable (_ milliseconds: Int) -> Void = {
    Platform.pause(milliseconds: $0)
  }
  /// How much of a session is read, and how damage is handled.
  package var mode = ReadingMode.tail
  /// All commands, for the help.
  package var table: CommandTable

  package init(
    table: CommandTable, host: @escaping @Sendable (_ store: String) -> HostCommand?
  ) {
    self.table = table
    self.host = host
  }
}
