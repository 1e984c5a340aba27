import Commands
import Foundation
import Inspector

/// The lines of the prompt, of scripts, and of files that they run.
extension PromptRunner {
  /// What came of lines.
  struct Ran {
    /// The highest status of all commands.
    var status: Int32 = 0
    /// Whether nothing after them is run.
    var stops = false
    /// How many commands there were.
    var commands = 0
    /// The commands with which to go on from the last one.
    var next = NextCommands()
    /// What holds from now on, in the words of the commands that answered nothing else.
    var settled: [String] = []
  }

  /// How deep files may run each other.
  private static let deepest = 16

  func runScripts(_ workspace: WorkspaceBox) throws(InspectorError) -> Int32 {
    var status: Int32 = 0
    for script in request.scripts {
      let result: Ran
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

  /// Runs the lines of a file until they end, or until one fails.
  private func runFile(_ path: String, _ workspace: WorkspaceBox) throws(InspectorError) -> Ran {
    guard workspace.depth < Self.deepest else {
      throw .usage(
        command: "source", reason: "files run each other more than \(Self.deepest) deep",
        usage: "source FILE")
    }
    // Not to wait in the opening of a pipe that nobody writes, where Ctrl-C would change nothing.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .cannotRead(file: path, errno: errno) }
    defer { close(descriptor) }
    guard read(descriptor, nil, 0) == 0 else { throw .cannotRead(file: path, errno: errno) }
    workspace.depth += 1
    defer { workspace.depth -= 1 }
    return try Heartbeat.duringFile(output.terminal) { () throws(InspectorError) in
      try runLines(PlainLines(descriptor: descriptor), place: path, workspace)
    }
  }

  /// Runs lines until they end, or until one fails.
  func runLines(
    _ source: some LineSource, place: String, _ workspace: WorkspaceBox
  ) throws(InspectorError) -> Ran {
    var source = source
    var number = 0
    var all = Ran()
    while true {
      number += 1
      Heartbeat.note(line: number)
      switch source.next(prompt: "") {
      case .end: return all
      case .interrupted: throw .interrupted
      case .overlong(let limit):
        output.complain("the line is longer than \(limit) bytes", place: "\(place):\(number)")
        all.status = 2
        all.stops = !request.keepsGoing
      case .line(let line):
        do throws(InspectorError) {
          let ran = try run(line, workspace, abbreviated: false)
          all.status = max(all.status, ran.status)
          all.stops = ran.stops
        } catch {
          if error == .interrupted { throw error }
          output.complain(error, in: line, place: place == "-e" ? nil : "\(place):\(number)")
          all.status = 2
          all.stops = !request.keepsGoing
        }
      }
      if all.stops { return all }
    }
  }

  /// Runs the commands of a line, one after the other, until one fails.
  func run(
    _ line: String, _ workspace: WorkspaceBox, abbreviated: Bool
  ) throws(InspectorError) -> Ran {
    var all = Ran()
    for command in try workspace.value.commands(line) {
      let (result, status) = try output(workspace).show(pipingTo: command.shell) {
        () throws(InspectorError) in
        try workspace.value.run(command, abbreviated: abbreviated)
      }
      // What was found so far is reported; what comes after it is not run.
      if result.isInterrupted { throw .interrupted }
      let answer = try Self.answer(of: command.shell, status)
      all.commands += 1
      all.next = result.next
      if let words = result.settled { all.settled.append(words) }
      all.status = max(all.status, result.answer.rawValue, answer)
      if let file = result.script {
        let ran = try runFile(file, workspace)
        all.status = max(all.status, ran.status)
        all.stops = ran.stops
      }
      if result.quits { (workspace.hasQuit, all.stops) = (true, true) }
      if all.stops { break }
    }
    return all
  }

  /// What the exit status of a shell command answers: 1 is no, as of grep and diff, and stops
  /// nothing.
  ///
  /// - Throws: An error for a higher one, with which shells and programs report trouble.
  private static func answer(
    of shell: String?, _ status: Int32?
  ) throws(InspectorError) -> Int32 {
    // Once nobody reads what it writes, it ends as it should.
    guard let shell, let status, status != 128 + SIGPIPE else { return 0 }
    guard status > 1 else { return status }
    // Ctrl-C ended it, and not trouble.
    if Interruption.wasRequested { throw .interrupted }
    throw .shellCommandFailed(command: shell, status: status)
  }

  /// The streams as the settings of the prompt say.
  func output(_ workspace: WorkspaceBox) -> Output {
    let settings = workspace.value.settings
    var output = output
    output.color = settings.color
    output.theme = settings.theme
    output.format = settings.format
    output.width = settings.width
    output.pager = settings.pager
    return output
  }
}

/// Lines that are known in advance.
private struct GivenLines: LineSource {
  private var lines: [String]

  init(_ lines: [String]) { self.lines = lines.reversed() }

  mutating func next(prompt: String) -> LineEvent { lines.popLast().map(LineEvent.line) ?? .end }
}
