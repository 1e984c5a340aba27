package import Inspector
import Query

/// One command of `inspect`: the source of its behaviour, help and completion.
///
/// A command may be used at the prompt, as a batch verb, or both; both run the same code.
package struct Command: Sendable {
  /// The headings of the help.
  package enum Group: String, CaseIterable, Sendable {
    case move = "Move"
    case look = "Look"
    case ask = "Ask why"
    case change = "Change the past"
    case trust = "Trust"
    case record = "Record"
    case tool = "The tool"
  }

  /// Where a command is used.
  package enum Place: Sendable {
    /// At the prompt, in scripts, with `-e`.
    case prompt
    case batch
  }

  /// The words of one use of the command.
  package struct Form: Sendable {
    /// The arguments, in order.
    package var parameters: [Parameter]
    package var options: [CommandOption]
    /// Whole lines that use it, for the help; session.ndjson is the recording in all of them.
    package var examples: [String]

    /// A form; where a place, a condition or a type is asked for, it takes `--anyway` as well.
    package init(
      _ parameters: [Parameter] = [], options: [CommandOption] = [], examples: [String] = []
    ) {
      self.parameters = parameters
      let kinds = parameters.map(\.kind) + options.map(\.kind)
      let mayBeNowhere = kinds.contains(where: \.mayBeNowhere)
      self.options = options + (mayBeNowhere ? [.anyway] : [])
      self.examples = examples
    }
  }

  package typealias Run =
    @Sendable (inout Workspace, Invocation) throws(InspectorError) -> CommandResult
  package typealias RunFiles =
    @Sendable (CommandContext, Invocation) throws(InspectorError) -> CommandResult

  /// The full name.
  package let name: String
  /// Short names, and those of other debuggers for the same; scripts may use them too.
  package let aliases: [String]
  /// The heading in the help.
  package let group: Group
  /// One line, lower case, without full stop.
  package let summary: String
  /// Paragraphs of the help.
  package let details: [String]
  /// The words at the prompt; nil if it cannot be used there.
  package let prompt: Form?
  /// The words of the batch verb, after the session; nil if it is not a verb.
  package let batch: Form?
  /// Whether an empty line at a terminal repeats it.
  package let repeats: Bool
  /// Whether it refuses itself what no state has, as it knows more of what was meant.
  private let refusesLater: Bool
  let run: Run?
  /// Opens the files of the batch verb itself; nil if it takes one session, opened at its end.
  let runFiles: RunFiles?

  /// A command of a session, or with `runFiles` a verb that opens its files itself.
  package init(
    _ name: String, aliases: [String] = [], in group: Group, _ summary: String,
    details: [String] = [], prompt: Form? = nil, batch: Form? = nil, repeats: Bool = false,
    refusesLater: Bool = false, run: Run? = nil, runFiles: RunFiles? = nil
  ) {
    self.refusesLater = refusesLater
    self.name = name
    self.aliases = aliases
    self.group = group
    self.summary = summary
    self.details = details
    self.prompt = prompt
    self.batch = batch
    self.repeats = repeats
    self.run = run
    self.runFiles = runFiles
  }

  /// Whether the batch verb takes a session: `VERB SESSION …`.
  package var takesSession: Bool { runFiles == nil }

  /// The words in a place; nil if the command cannot be used there.
  package func form(_ place: Place) -> Form? { place == .prompt ? prompt : batch }
}

/// An argument of a command.
package struct Parameter: Sendable {
  /// Its meaning, which decides how it is completed.
  package enum Kind: Sendable, Equatable {
    /// A step: a number, `+2`, `-2`, `50%`, `start`, `end`, `1.5s`,
    /// `1:37:39`, `@mark`.
    case step
    /// A step whose action is changed: not the start.
    case changedStep
    /// A path into the state.
    case path
    /// A path or a JSONPath.
    case query
    /// The same, for places that are left out of comparisons.
    case pattern
    case condition
    /// The word `if` and a condition.
    case guarded
    /// A pattern of action types.
    case actionType
    /// An action: an optional type and JSON.
    case action
    /// An action in place of that of the step before it.
    case replacement
    case branch
    /// A branch that can be dropped: not the recording.
    case ownBranch
    case command
    /// A word of the user for commands.
    case alias
    /// The number of a displayed value.
    case display
    /// What the help explains: a command or a topic.
    case topic
    /// The number of a breakpoint.
    case rule
    /// The name of a file.
    case file
    /// The name of a setting.
    case setting
    /// The value of the setting that is named before it: the rest of the line.
    case settingValue
    /// The rest of the line, unchanged and not completed.
    case line
    /// The rest of the line, which may stand in quotes: a text to search for.
    case phrase
    /// Anything else, which is not completed: a count, a file, a word.
    case text
  }

  /// How often it is given.
  package enum Arity: Sendable {
    case required
    case optional
    case several
    /// Any number of times, or not at all.
    case any

    /// Whether it must be given.
    var isNeeded: Bool { self == .required || self == .several }
  }

  /// The name in the usage, in capitals.
  package let name: String
  /// What it means.
  package let kind: Kind
  /// How often it is given.
  package let arity: Arity
  /// All words that it may be, or some that it may be as well; empty if they cannot be listed.
  package let choices: [String]

  /// Whether it must be given.
  package var isNeeded: Bool { arity.isNeeded }

  package init(
    _ name: String, _ kind: Kind, _ arity: Arity = .required, choices: [String]? = nil
  ) {
    self.name = name
    self.kind = kind
    self.arity = arity
    self.choices = choices ?? CommandOption.choices(of: name)
  }
}

/// An option of a command.
package struct CommandOption: Sendable {
  /// The name with its dashes.
  package let name: String
  /// The name of its value in the usage; nil for a flag.
  package let value: String?
  /// One line, lower case, without full stop.
  package let summary: String
  /// Whether it may be given more than once.
  package let isRepeatable: Bool
  package let isRequired: Bool
  /// All words that its value may be; empty if they cannot be listed.
  package let choices: [String]
  /// Those that it may be after a first argument, by that argument.
  package let choicesAfter: [String: [String]]

  package init(
    _ name: String, value: String? = nil, choices: [String]? = nil,
    choicesAfter: [String: [String]] = [:], repeatable: Bool = false, required: Bool = false,
    _ summary: String
  ) {
    self.choicesAfter = choicesAfter
    isRequired = required
    self.choices = choices ?? Self.choices(of: value ?? "")
    self.name = name
    self.value = value
    self.summary = summary
    isRepeatable = repeatable
  }

  /// What its value means, by the name of the value.
  package var kind: Parameter.Kind {
    switch value {
    case "COND": .condition
    case "GLOB": .actionType
    case "PATH": .path
    case "PATTERN": .pattern
    case "FILE": .file
    default: .text
    }
  }

  /// The name and the value, as help shows them.
  var usage: String { value.map { "\(name) \($0)" } ?? name }

  /// The words of a usage like `paths|tree|patch`; none if it names what to write in its place.
  static func choices(of usage: String) -> [String] {
    guard usage.contains("|"), usage.allSatisfy({ $0 == "|" || $0.isLowercase }) else { return [] }
    return usage.split(separator: "|").map(String.init)
  }
}

extension Command {
  /// Whether it writes the recording, also where a branch is looked at.
  private var writesRecording: Bool { ["export", "report", "share"].contains(name) }

  /// Whether it moves among the visited places, which then stay unchanged.
  private var walksVisited: Bool { name == "undo" || name == "redo" }

  /// Runs the command on a session.
  package func run(
    on workspace: inout Workspace, _ invocation: Invocation
  ) throws(InspectorError) -> CommandResult {
    guard let run else { throw invocation.refused("it does not work at the prompt") }
    let place = workspace.place
    if !refusesLater { try workspace.refuseNowhere(invocation) }
    var outcome = try namingForce(invocation) { () throws(InspectorError) in
      try run(&workspace, invocation)
    }
    if writesRecording, workspace.timeline.isBranch {
      outcome.complaints.append(
        "note: the recording was written, not \(workspace.timeline.name); save writes the branch")
    }
    do throws(InspectorError) {
      outcome.complaints += try workspace.hiddenNotes(invocation)
      outcome.complaints += try workspace.flagNotes(invocation)
      outcome.complaints += try workspace.missingOnBothSides(invocation)
      outcome.complaints += try workspace.kindMismatches(
        invocation, foundNothing: outcome.answer != .yes)
    } catch {
      // What was found, or written, is said though Ctrl-C ends the search for remarks on it.
      guard error == .interrupted else { throw error }
      outcome.isInterrupted = true
    }
    if !invocation.isBatch, place != workspace.place {
      outcome.displays = workspace.displayReport()
    }
    if !walksVisited { workspace.remember(place) }
    return outcome
  }

  /// Runs the command on the files that its arguments name.
  package func run(
    in context: CommandContext, _ invocation: Invocation
  ) throws(InspectorError) -> CommandResult {
    guard let runFiles else { throw invocation.refused("it needs a session") }
    return try namingForce(invocation) { () throws(InspectorError) in
      try runFiles(context, invocation)
    }
  }

  /// Names in the error for a file that exists already the option that replaces it, if there is one.
  private func namingForce(
    _ invocation: Invocation, _ body: () throws(InspectorError) -> CommandResult
  ) throws(InspectorError) -> CommandResult {
    do throws(InspectorError) { return try body() } catch {
      guard case .cannotWrite(let file, SystemNames.fileExists) = error,
        form(invocation.isBatch ? .batch : .prompt)?.options.contains(where: {
          $0.name == "--force"
        }) == true
      else { throw error }
      throw .alreadyThere(file: file, option: "--force")
    }
  }
}
