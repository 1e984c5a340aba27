import Commands
import Foundation
import Inspector

/// Runs commands of the prompt on one session: typed at a terminal, piped, or from scripts.
struct PromptRunner {
  let request: Request
  let output: Output
  let context: CommandContext

  func run(file: String) throws(InspectorError) -> Int32 {
    if file == "-" { try checkCommandsComeFromElsewhere() }
    let session = try context.session(file)
    let workspace = WorkspaceBox(
      Workspace(session, context: context, atEnd: request.startsAtEnd))
    defer { leaveHost(workspace) }
    guard request.scripts.isEmpty else {
      output.tellNotes(of: session)
      return try runScripts(workspace)
    }
    if output.terminal.isInteractive { return try converse(workspace) }
    output.tellNotes(of: session)
    return try runLines(PlainLines(), place: "<stdin>", workspace).status
  }

  /// The prompt on a session that is still being written.
  func follow(file: String) throws(InspectorError) -> Int32 {
    let follower = try SessionFollower(
      path: file, mode: context.mode, limits: context.limits,
      interrupted: context.interrupted)
    let workspace = WorkspaceBox(
      Workspace(follower.session, context: context, atEnd: request.startsAtEnd))
    workspace.follower = follower
    defer { leaveHost(workspace) }
    return try converse(workspace)
  }

  /// Ends the host of the branches, and prints those of its notes that no answer contained.
  private func leaveHost(_ workspace: WorkspaceBox) {
    for words in workspace.value.leaveHost() { output.complain("note: \(words)") }
  }

  /// If the session comes on standard input, the commands cannot.
  private func checkCommandsComeFromElsewhere() throws(InspectorError) {
    guard request.scripts.isEmpty || request.scripts.contains(.file("-")) else { return }
    let reason =
      request.scripts.isEmpty
      ? "the session comes on standard input, so the commands must come from -e or -x FILE"
      : "standard input (-) can be read only once"
    throw Request.refused(reason)
  }

  // MARK: Scripts

  private func runScripts(_ workspace: WorkspaceBox) throws(InspectorError) -> Int32 {
    var status: Int32 = 0
    for script in request.scripts {
      let result: (status: Int32, stops: Bool)
      switch script {
      case .command(let line):
        result = try runLines(GivenLines([line]), place: "-e", workspace)
      case .file("-"): result = try runLines(PlainLines(), place: "<stdin>", workspace)
      case .file(let path): result = try runFile(path, workspace)
      }
      status = max(status, result.status)
      if result.stops { break }
    }
    return status
  }

  /// How deep files may run each other.
  private static let deepest = 16

  /// Runs the lines of a file until they end, or until one fails.
  private func runFile(
    _ path: String, _ workspace: WorkspaceBox
  ) throws(InspectorError) -> (status: Int32, stops: Bool) {
    guard workspace.depth < Self.deepest else {
      throw .usage(
        command: "source", reason: "files run each other more than \(Self.deepest) deep",
        usage: "source FILE")
    }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .cannotRead(file: path, errno: errno) }
    defer { close(descriptor) }
    guard read(descriptor, nil, 0) == 0 else { throw .cannotRead(file: path, errno: errno) }
    workspace.depth += 1
    defer { workspace.depth -= 1 }
    return try runLines(PlainLines(descriptor: descriptor), place: path, workspace)
  }

  /// Runs lines until they end, or until one fails.
  ///
  /// The status is the highest of all commands.
  private func runLines(
    _ source: some LineSource, place: String, _ workspace: WorkspaceBox
  ) throws(InspectorError) -> (status: Int32, stops: Bool) {
    var source = source
    var number = 0
    var status: Int32 = 0
    while true {
      number += 1
      switch source.next(prompt: "") {
      case .end: return (status, false)
      case .interrupted: throw .interrupted
      case .overlong(let limit):
        output.complain("the line is longer than \(limit) bytes", place: "\(place):\(number)")
        status = 2
        if !request.keepsGoing { return (status, true) }
      case .line(let line):
        do throws(InspectorError) {
          guard let outcome = try execute(line, workspace, abbreviated: false) else { continue }
          try output.write(outcome)
          // What was found so far is reported; the lines after it are not run.
          if outcome.isInterrupted { throw .interrupted }
          status = max(status, outcome.answer.rawValue)
          if let file = outcome.script {
            let result = try runFile(file, workspace)
            status = max(status, result.status)
            if result.stops { return (status, true) }
          }
          if outcome.quits {
            workspace.hasQuit = true
            return (status, true)
          }
        } catch {
          if error == .interrupted { throw error }
          output.complain(error, place: place == "-e" ? nil : "\(place):\(number)", line: line)
          status = 2
          if !request.keepsGoing { return (status, true) }
        }
      }
    }
  }

  // MARK: The prompt

  private func converse(_ workspace: WorkspaceBox) throws(InspectorError) -> Int32 {
    output.write(Banner.page(workspace.value), to: STDOUT_FILENO)
    var source = ReadlineLines(history: HistoryFile(environment: output.environment)) {
      line, cursor in
      workspace.value.completions(line, at: cursor)
    }
    var repeated = ""
    while true {
      try catchUp(workspace)
      let prompt = Page.inline(workspace.value.prompt, output.options(STDOUT_FILENO))
      switch source.next(prompt: prompt) {
      case .end: return 0
      case .interrupted: continue
      case .overlong(let limit): output.complain("the line is longer than \(limit) bytes")
      case .line(let text):
        // A paste may contain several lines; each is a command.
        for line in text.split(
          omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        {
          let line = line.allSatisfy { $0 == " " } ? repeated : String(line)
          guard converse(line, workspace, &repeated) else { return 0 }
        }
      }
    }
  }

  /// Reads what was added since, if the session is followed.
  private func catchUp(_ workspace: WorkspaceBox) throws(InspectorError) {
    guard let follower = workspace.follower else { return }
    let events = try follower.poll()
    for event in events {
      if let words = event.words { output.complain(words) }
    }
    if events.contains(where: \.isRestart) {
      workspace.value.restart(follower.session)
    } else if !events.isEmpty {
      workspace.value.follow(follower.session)
    }
  }

  /// Runs a line and prints its result; false if the prompt ends.
  private func converse(
    _ line: String, _ workspace: WorkspaceBox, _ repeated: inout String
  ) -> Bool {
    // A Ctrl-C at the beginning of a command is meant for it, so nothing is cleared before.
    defer { Interruption.clear() }
    do throws(InspectorError) {
      try catchUp(workspace)
      guard let outcome = try execute(line, workspace, abbreviated: true) else { return true }
      try output.write(outcome)
      repeated = try repeats(line) ? line : ""
      if let file = outcome.script { _ = try runFile(file, workspace) }
      return !outcome.quits && !workspace.hasQuit
    } catch {
      output.complain(error, line: line)
      return true
    }
  }

  private func repeats(_ line: String) throws(InspectorError) -> Bool {
    guard let (word, _) = PromptLine.split(line) else { return false }
    return try context.table.prompt(word, abbreviated: true).repeats
  }

  /// Runs one line; nil if it has no command.
  private func execute(
    _ line: String, _ workspace: WorkspaceBox, abbreviated: Bool
  ) throws(InspectorError) -> CommandResult? {
    Heartbeat.start(output.terminal)
    defer { Heartbeat.stop() }
    return try workspace.value.run(line, abbreviated: abbreviated)
  }
}

/// The workspace, in a box that the completion of readline shares.
final class WorkspaceBox {
  var value: Workspace
  /// How many files run each other at the moment.
  var depth = 0
  /// Whether a command has ended the prompt.
  var hasQuit = false
  /// Follows the growth of the session, if it is followed.
  var follower: SessionFollower?
  init(_ value: Workspace) { self.value = value }
}

/// Lines that are known in advance.
private struct GivenLines: LineSource {
  private var lines: [String]

  init(_ lines: [String]) { self.lines = lines.reversed() }

  mutating func next(prompt: String) -> LineEvent { lines.popLast().map(LineEvent.line) ?? .end }
}

/// The text that is shown when the prompt opens.
enum Banner {
  static func page(_ workspace: Workspace) -> Page {
    let session = workspace.session
    var page = Page()
    let count = CountText.words(session.last - session.first, "action")
    let ending =
      switch session.ending {
      case .closed: "closed"
      case .cutOff: "cut off"
      case .died(let actions): "died in action \(actions.lowerBound)"
      }
    page.line(
      .text(session.file, .bold),
      .text("  \(count), \(ending)", .dim))
    for note in session.openingNotes { page.line(.literal("note: ", .changed), .text(note)) }
    page.line(
      .literal("next and back step, why PATH shows who changed a value, help lists the rest", .dim))
    return page
  }
}
