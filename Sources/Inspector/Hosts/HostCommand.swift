/// The program that reduces for a store.
public struct HostCommand: Equatable, Sendable, CustomStringConvertible {
  /// The program: a path, or a name that is looked up in `PATH` and then next to the running
  /// program, where a test finds its package's executables.
  public let program: String
  /// Its arguments.
  public let arguments: [String]
  /// Its name in messages.
  public let description: String
  /// Variables that differ from this process's environment; nil removes one.
  public var environment: [String: String?] = [:]
  /// A program with arguments that runs it: `["setarch", "-R"]`; empty if there is none.
  public var wrapper: [String] = []
  /// The built-in sample that is used because nobody named a host; nil for a named host.
  public var sample: String?
  /// The most bytes of memory for it; nil if unlimited.
  public var memory: Int?
  /// Whether it gets time to exit by itself, because it cleans up only then.
  var endsByItself = false

  /// A program and its arguments.
  ///
  /// - Parameters:
  ///   - program: A path, or a name that is looked up in `PATH` and then next to the running
  ///     program, as tests do for executables of the package: `HostCommand(program: "toast-host")`.
  ///   - arguments: Its arguments.
  ///   - name: Its name in messages; by default the whole command.
  public init(program: String, arguments: [String] = [], name: String? = nil) {
    self.program = program
    self.arguments = arguments
    description = name ?? ([program] + arguments).joined(separator: " ")
  }

  /// Parses a command line; nil if it is empty or a quote is not closed.
  ///
  /// Words are split at spaces; quotes and backslashes group them as in a shell. No shell is run.
  public init?(parsing text: String) {
    guard let words = CommandWords.split(text), let program = words.first, !program.isEmpty else {
      return nil
    }
    self.init(program: program, arguments: Array(words.dropFirst()))
  }
}

extension String {
  /// The text without blanks at its ends.
  package var trimmed: String {
    var text = self[...]
    while let first = text.first, first == " " || first == "\t" { text = text.dropFirst() }
    while let last = text.last, last == " " || last == "\t" { text = text.dropLast() }
    return String(text)
  }
}
