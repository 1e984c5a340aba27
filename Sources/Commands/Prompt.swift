public import Inspector
import SessionFormat

/// The commands of `inspect` without its terminal, for a program of your own.
///
/// ```swift
/// var prompt = Prompt(try Session(path: path)) { _ in HostCommand(program: "MyHost") }
/// try prompt.run("skip 3")
/// print(try prompt.run("log"))
/// ```
///
/// Use a value on one thread only. The host of a branch runs until the value is released.
public struct Prompt {
  private var workspace: Workspace

  /// The recording or branch at the current position.
  public var timeline: Timeline { workspace.timeline }

  /// A prompt at the first state of a session.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - host: The program that reduces for a store; nil if none is known.
  public init(
    _ session: Session, host: @escaping @Sendable (_ store: String) -> HostCommand? = { _ in nil }
  ) {
    workspace = Workspace(session, context: Self.context(host))
  }

  /// Runs a line as it is typed at the prompt, with names in full; it may have several commands, but
  /// no shell command.
  ///
  /// - Returns: The report as JSON, in the form that `docs/reports.md` describes; empty if the command
  ///   reports nothing. Each further report is a line.
  /// - Throws: `InspectorError` if the line is not a command, or the command fails.
  @discardableResult
  public mutating func run(_ line: String) throws(InspectorError) -> String {
    var texts: [String] = []
    for command in try workspace.commands(line) {
      guard command.shell == nil else {
        throw .usage(
          command: command.word, reason: "no shell command can be run here", usage: "COMMAND")
      }
      texts.append(try workspace.run(command, abbreviated: false).json())
    }
    return texts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// Runs a verb on files, as the program does: `["verify", "--jobs", "2", "S.ndjson"]`.
  ///
  /// - Parameters:
  ///   - words: The verb, its options and its files.
  ///   - host: The program that reduces for a store; nil if none is known.
  /// - Returns: Whether the answer is yes, which is exit status 0.
  /// - Throws: `InspectorError` if the words are not a verb, or it fails.
  public static func verb(
    _ words: [String], host: @escaping @Sendable (_ store: String) -> HostCommand? = { _ in nil }
  ) throws(InspectorError) -> Bool {
    let context = context(host)
    let verb = try context.table.verb(words.first ?? "")
    let invocation = try Invocation(verb, words: Array(words.dropFirst()))
    return try verb.run(in: context, invocation).answer == .yes
  }

  private static func context(
    _ host: @escaping @Sendable (String) -> HostCommand?
  ) -> CommandContext {
    CommandContext(table: CommandTable(CommandTable.library), host: host)
  }
}

extension CommandResult {
  /// The JSON of the result, on one line; empty if there is none.
  package func json() throws(InspectorError) -> String {
    guard let stream else { return report?.json.description ?? "" }
    var text = ""
    try stream.write(.json, RenderOptions()) { text += $0 }
    return String(text.dropLast())
  }
}
