import Commands
import Foundation
import Inspector

/// Runs commands of the prompt on one session: typed at a terminal, piped, or from scripts.
struct PromptRunner {
  let request: Request
  let output: Output
  let context: CommandContext
  /// The user's file, whose commands are run where a prompt opens; nil if it is not read.
  let userFile: UserFile?

  func run(file: String) throws(InspectorError) -> Int32 {
    if file == "-" { try checkCommandsComeFromElsewhere() }
    let session = try load { () throws(InspectorError) in
      try context.session(file, ofAnyStore: true)
    }
    let workspace = box(session)
    defer { leaveHost(workspace) }
    if request.scripts.isEmpty, output.terminal.isInteractive { return try converse(workspace) }
    output.tellNotes(of: session)
    let status =
      request.scripts.isEmpty
      ? try runLines(PlainLines(), place: "<stdin>", workspace).status
      : try runScripts(workspace)
    // What -e asks stands on the line that is typed, with the branch that it makes.
    if !request.isQuestion, let lost = workspace.value.unsavedText {
      output.complain("note: \(lost)")
    }
    return status
  }

  /// The prompt on a session that is still being written.
  func follow(file: String) throws(InspectorError) -> Int32 {
    let follower = try load { () throws(InspectorError) in
      try SessionFollower(
        path: file, mode: context.mode, limits: context.limits, interrupted: context.interrupted)
    }
    let workspace = box(follower.session)
    workspace.follower = follower
    defer { leaveHost(workspace) }
    return try converse(workspace)
  }

  /// Opens a session, which may take long.
  private func load<Result>(
    _ open: () throws(InspectorError) -> Result
  ) throws(InspectorError) -> Result {
    Heartbeat.start(output.terminal)
    defer { Heartbeat.stop() }
    return try Interruption.endingProcess(open)
  }

  private func box(_ session: Session) -> WorkspaceBox {
    var workspace = Workspace(session, context: context, atEnd: request.startsAtEnd)
    workspace.settings.color = output.color
    workspace.settings.theme = output.theme
    workspace.settings.format = output.format
    workspace.settings.pager = output.pager
    Heartbeat.session = session
    return WorkspaceBox(workspace)
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

  // MARK: The prompt

  private func converse(_ workspace: WorkspaceBox) throws(InspectorError) -> Int32 {
    output.write(Banner.page(workspace.value), to: STDOUT_FILENO)
    runUserCommands(workspace)
    let first = FirstState(of: workspace.value)
    var source = ReadlineLines(
      history: HistoryFile(environment: output.environment), onPrompt: first.start
    ) { line, cursor in
      // The names of commands do not need it.
      if line.contains(" ") { first.wait() }
      return workspace.value.completionsOfLine(line, at: cursor)
    }
    // The last motion, and what an empty line does: that, or what the last answer offers.
    var (motion, repeated) = ("", "")
    // Whether the last thing that a person did was to leave, and something would have been lost.
    var isWarned = false
    func leaves() -> Bool {
      workspace.hasQuit = false
      guard !isWarned, let lost = workspace.value.unsavedText else { return true }
      output.complain("\(lost); quit once more to leave without")
      isWarned = true
      return false
    }
    while true {
      if workspace.hasQuit, leaves() { return 0 }
      try catchUp(workspace)
      let options = output(workspace).options(STDOUT_FILENO)
      let prompt = Page.inline(workspace.value.prompt(columns: options.width), options)
      switch source.next(prompt: prompt) {
      case .end: if leaves() { return 0 }
      case .interrupted: continue
      case .overlong(let limit): output.complain("the line is longer than \(limit) bytes")
      case .line(let text):
        first.wait()
        // A paste may contain several lines; each is a command. Only a line that is blank as a
        // whole repeats: a blank line in a paste was not typed to repeat anything.
        let lines = text.split(whereSeparator: \.isNewline).filter { !$0.isBlank }
        for line in lines.isEmpty ? [repeated[...]] : lines where !workspace.hasQuit {
          converse(String(line), workspace, &motion, &repeated)
        }
        if !workspace.hasQuit { isWarned = false }
      }
    }
  }

  /// Runs the commands of the user's file; one that fails is named and left out.
  private func runUserCommands(_ workspace: WorkspaceBox) {
    guard let userFile else { return }
    for line in userFile.commands where !workspace.hasQuit {
      defer { Interruption.clear() }
      do throws(InspectorError) { _ = try run(line.text, workspace, abbreviated: false) } catch {
        output.complain(error, in: line.text, place: "\(userFile.file):\(line.number)")
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
      Heartbeat.session = follower.session
    } else if !events.isEmpty {
      workspace.value.follow(follower.session)
      Heartbeat.session = follower.session
    }
  }

  /// Runs a line that was typed.
  private func converse(
    _ line: String, _ workspace: WorkspaceBox, _ motion: inout String, _ repeated: inout String
  ) {
    // A Ctrl-C at the beginning of a command is meant for it, so nothing is cleared before.
    defer { Interruption.clear() }
    do throws(InspectorError) {
      try catchUp(workspace)
      let ran = try run(line, workspace, abbreviated: true)
      guard ran.commands > 0 else { return }
      if workspace.value.repeats(line) {
        motion = line
      } else if workspace.value.endsMotion(line) {
        motion = ""
      }
      repeated = motion
      let streams = output(workspace)
      guard streams.format == .text else { return }
      var page = Page()
      for words in ran.settled { page.line(.text(words, .dim)) }
      ran.next.write(to: &page, columns: streams.options(STDOUT_FILENO).width)
      streams.write(page, to: STDOUT_FILENO)
      if let entered = ran.next.entered { repeated = entered }
    } catch {
      output.complain(error, line: line)
    }
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

extension Substring {
  fileprivate var isBlank: Bool { allSatisfy { $0 == " " || $0 == "\t" } }
}
