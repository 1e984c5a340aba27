import Commands
import Inspector

/// The values of the process's arguments.
struct Request {
  /// A script: commands, and a name for their place in messages.
  enum Script: Equatable {
    /// The value of `-e`.
    case command(String)
    /// The file of `-x`; `-` is standard input.
    case file(String)

    /// The option that gives it.
    var option: String {
      switch self {
      case .command: "-e"
      case .file: "-x"
      }
    }

    /// The words that give it.
    var typed: [String] {
      switch self {
      case .command(let text), .file(let text): [option, text]
      }
    }
  }

  var words: [String] = []
  /// The options that go with any use, with their values, as they were typed; no scripts.
  private(set) var given: [String] = []
  var scripts: [Script] = []
  /// Whether all that is run stands on the line that is typed to the shell.
  var isQuestion: Bool {
    !scripts.isEmpty
      && scripts.allSatisfy { if case .command = $0 { true } else { false } }
  }
  var host: HostCommand?
  var format = ReportFormat.text
  var color = ColorChoice.auto
  /// nil for that of the environment.
  var theme: Theme?
  var isRaw = false
  var startsAtEnd = false
  var keepsGoing = false
  var mode = ReadingMode.tail
  var patience: Int?
  var hostMemory: Int?
  var config: String?
  var limits = ReadingLimits()
  /// Whether long results may go to a pager.
  var pages = true
  /// Whether the user's file is read.
  var readsUserFile = true
  var wantsHelp = false
  var wantsVersion = false

  /// What is said of a line in which the session stands in the wrong place.
  var misplaced: MisplacedSession {
    MisplacedSession(options: given, scripts: scripts, table: Tool.table)
  }

  /// The options that every use of the tool takes.
  static let options = [
    CommandOption(
      "-e", value: "COMMAND", repeatable: true, "run a command of the prompt, then leave"),
    CommandOption(
      "-x", value: "FILE", repeatable: true,
      "run the commands of a file (- is standard input), then leave"),
    CommandOption("--host", value: "CMD", "the program that reduces for the session's store"),
    CommandOption("--format", value: "text|json|ndjson", "how results are written"),
    CommandOption("--color", value: "auto|always|never", "whether text is coloured"),
    CommandOption("--no-pager", "never show long results with a pager"),
    CommandOption("--no-init", "do not read the user's inspectrc (-n)"),
    CommandOption(
      "--theme", value: "dark|light", "the background of the terminal, for the colours"),
    CommandOption("--raw", "show values whole, and times and sizes as they were recorded"),
    CommandOption("--end", "start at the last action, not at the first state"),
    CommandOption("--salvage", "leave damaged lines out, and read the rest"),
    CommandOption(
      "--keep-going", "go on after a failing command of a script; exit non-zero all the same"),
    CommandOption("--patience", value: "SECONDS", "how long to wait for an answer of a host (60)"),
    CommandOption(
      "--host-memory", value: "SIZE", "the most memory that a host may take, such as 500M or 2G"),
    CommandOption(
      "--config", value: "FILE", "a file that names hosts by store, in addition to the user's"),
    CommandOption(
      "--inflate-limit", value: "SIZE",
      "the most bytes that a gzipped session may inflate to, such as 500M or 4G (1G)"),
    CommandOption(
      "--inflate-ratio", value: "N",
      "the most bytes that one gzipped byte may inflate to, on average (300)"),
    CommandOption(
      "--line-limit", value: "SIZE",
      "the most bytes of a line, and of a state that patches make, such as 500M (128M)"),
    CommandOption(
      "--stream-limit", value: "SIZE",
      "the most bytes to read from a pipe or standard input (1G)"),
    CommandOption(
      "--patch-ratio", value: "N",
      "the most bytes that patches may make from one byte read (8)"),
    CommandOption("--help", "show help, also for a verb"),
    CommandOption("--version", "show the version"),
  ]

  init(_ arguments: [String]) throws(InspectorError) {
    var rest = arguments[...]
    while let word = rest.popFirst() {
      if word == "--" {
        words += [word] + rest
        return
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = parts.first.map(String.init) ?? ""
      let alias = ["-h": "--help", "-n": "--no-init"][name] ?? name
      guard let option = Self.options.first(where: { $0.name == alias }) else {
        words.append(word)
        continue
      }
      guard option.value != nil else {
        guard parts.count == 1 else { throw Self.refused("\(name) takes no value") }
        given.append(word)
        setFlag(option.name)
        continue
      }
      let inline = parts.count > 1 ? String(parts[1]) : nil
      guard let value = inline ?? rest.popFirst() else {
        throw Self.refused("\(name) needs a value")
      }
      if !["-e", "-x"].contains(option.name) {
        given += inline == nil ? [word, value] : [word]
      }
      try set(option.name, to: value)
    }
    guard let script = scripts.first, words.isEmpty, !wantsHelp, !wantsVersion else { return }
    if case .command(let line) = script, let help = line.split(separator: " ").first,
      help == "help" || help == "apropos"
    {
      throw .usage(
        command: "", reason: "-e runs commands on a session, and help needs none",
        usage: "inspect \(line.trimmed)")
    }
    throw .usage(
      command: "", reason: "\(script.option) runs commands on a session, and SESSION is missing",
      usage: ShellLine.text(arguments + ["SESSION"]))
  }

  private mutating func setFlag(_ name: String) {
    switch name {
    case "--end": startsAtEnd = true
    case "--no-pager": pages = false
    case "--no-init": readsUserFile = false
    case "--keep-going": keepsGoing = true
    case "--raw": isRaw = true
    case "--salvage": mode = .salvage
    case "--help": wantsHelp = true
    default: wantsVersion = true
    }
  }

  private mutating func set(_ name: String, to value: String) throws(InspectorError) {
    func read<Value>(_ form: ValueForm<Value>) throws(InspectorError) -> Value {
      try form.read(value, of: name, Self.refused)
    }
    switch name {
    case "-e": scripts.append(.command(value))
    case "-x": scripts.append(.file(value))
    case "--host":
      guard let command = HostCommand(parsing: value) else {
        throw Self.refused("--host is empty, or a quote in it is not closed")
      }
      host = command
    case "--format": format = try read(.word)
    case "--color": color = try read(.word)
    case "--theme": theme = try read(.word)
    case "--inflate-limit": limits.inflatedBytes = try read(.bytes)
    case "--line-limit": limits.lineBytes = try read(.bytes)
    case "--stream-limit": limits.streamBytes = try read(.bytes)
    case "--inflate-ratio": limits.inflationRatio = try read(.count)
    case "--patch-ratio": limits.patchRatio = try read(.count)
    case "--config": config = value
    case "--host-memory": hostMemory = try read(.bytes)
    default: patience = try read(.patience)
    }
  }

  static func refused(_ reason: String) -> InspectorError {
    .usage(command: "", reason: reason, usage: Tool.usage)
  }
}
