import Commands
import Foundation
import Inspector
import TestSupport

@testable import inspect

/// Runs a page once, in this process, and keeps what is shown for any width.
///
/// It does what `Tool`, `VerbRunner` and `PromptRunner` do at a terminal, without one; a test compares it
/// with the built tool.
final class GoldenRun {
  /// A piece of a screen.
  struct Shown {
    /// Bytes are a result that is not laid out.
    enum Kind { case typed, result, bytes, complaint }

    let kind: Kind
    /// Whether it is shown as it was recorded, however long.
    let isRaw: Bool
    let text: (RenderOptions) -> String
  }

  /// What each line of the page shows: the line itself first.
  private(set) var shown: [[Shown]] = []
  private let scratch: GoldenScratch
  private let seen = SeenReports()
  private var workspace: Workspace?
  private var isRaw = false

  init(_ page: GoldenPage) throws {
    scratch = try GoldenScratch()
    for typed in try page.typed {
      shown.append([])
      switch typed {
      case .shell(let line): runShell(line)
      case .prompt(let line): runPrompt(line)
      }
    }
    leave()
  }

  /// The text of a page, with the true name of its folder.
  func real(_ text: String) -> String { scratch.real(text) }

  /// What is shown, with the name of the folder that pages use.
  func shown(_ text: String) -> String { scratch.shown(text) }

  // MARK: Typed to a shell

  private func runShell(_ line: String) {
    leave()
    add(.typed) { _ in "$ \(line)\n" }
    let arguments = Array((CommandWords.split(scratch.real(line)) ?? []).dropFirst())
    do throws(InspectorError) {
      let status = try run(Request(arguments))
      if status != 0 { add(.typed) { _ in "[\(status)]\n" } }
    } catch {
      complain(error, line: ShellLine.shown(arguments, for: error))
      add(.typed) { _ in "[2]\n" }
    }
  }

  private func run(_ request: Request) throws(InspectorError) -> Int32 {
    isRaw = request.isRaw
    if request.wantsVersion {
      add(MessageReport("inspect \(Tool.version)"), request.format)
      return 0
    }
    var words = request.words
    let verb = words.first.flatMap { word in
      Tool.table.commands.first { $0.batch != nil && $0.name == word }
    }
    if request.wantsHelp || words.isEmpty {
      let page = try verb.map { verb throws(InspectorError) in
        try HelpPages.page(of: verb.name, Tool.table, .batch)
      }
      add(page ?? HelpStart(Tool.table, .batch), request.format)
      return 0
    }
    let context = context(request)
    guard let verb else {
      let opened = try Workspace(
        context.session(Tool.session(words.removeFirst(), words)), context: context,
        atEnd: request.startsAtEnd)
      add(.result) { Banner.page(opened).rendered($0) }
      workspace = opened
      return 0
    }
    words.removeFirst()
    let result = try run(verb, words, context)
    try add(result, request.format)
    return result.answer.rawValue
  }

  private func run(
    _ verb: Command, _ words: [String], _ context: CommandContext
  ) throws(InspectorError) -> CommandResult {
    var words = words
    guard verb.takesSession else {
      return try verb.run(in: context, Invocation(verb, words: words))
    }
    guard let place = verb.sessionPlace(in: words) else {
      throw .usage(
        command: verb.name, reason: "SESSION is missing", usage: verb.usage(.batch))
    }
    let session = try context.session(words.remove(at: place))
    let invocation = try Invocation(verb, words: words)
    for note in session.openingNotes { complain("note: \(note)", place: session.file) }
    var workspace = Workspace(session, context: context, atEnd: true)
    defer { for words in workspace.leaveHost() { complain("note: \(words)") } }
    return try verb.run(on: &workspace, invocation)
  }

  private func context(_ request: Request) -> CommandContext {
    var context = CommandContext(table: Tool.table) { SteadyHost.command($0) }
    context.mode = request.mode
    context.limits = request.limits
    context.environment = ProcessRun.plainEnvironment
    context.environment["XDG_CONFIG_HOME"] = scratch.real("/tmp/scratch/config")
    context.settings = { _ in
      var settings = StoreSettings()
      settings.host = request.host
      return settings
    }
    let seen = seen
    context.show = { report in seen.add(.report(report)) }
    context.note = { seen.add(.note($0)) }
    context.line = { seen.add(.line($0)) }
    context.pause = { _ in }
    return context
  }

  // MARK: Typed at the prompt

  private func runPrompt(_ line: String) {
    guard let workspace else {
      return complain("no session is open for: \(line)")
    }
    add(.typed) { "\(Page.inline(workspace.prompt(columns: $0.width), $0))\(line)\n" }
    runLine(scratch.real(line), isTyped: true)
  }

  private func runLine(_ line: String, isTyped: Bool) {
    do throws(InspectorError) {
      for command in try workspace?.commands(line) ?? [] {
        guard let result = try workspace?.run(command, abbreviated: isTyped) else { continue }
        try add(result, workspace?.settings.format ?? .text)
        guard let script = result.script else { continue }
        let lines = (try? String(contentsOfFile: script, encoding: .utf8)) ?? ""
        for line in lines.split(separator: "\n") { runLine(String(line), isTyped: false) }
      }
    } catch {
      complain(error, line: line)
    }
  }

  /// Ends the host of the last prompt.
  private func leave() {
    for words in workspace?.leaveHost() ?? [] { complain("note: \(words)") }
    workspace = nil
  }

  // MARK: What is shown

  private func add(_ result: CommandResult, _ format: ReportFormat) throws(InspectorError) {
    addSeen(format)
    if let bytes = result.exactBytes {
      add(.bytes) { _ in Self.text(ofBytes: bytes) }
    } else if let session = result.session {
      add(.bytes) { _ in Self.text(ofBytes: session) }
      if let report = result.report { add(report, format, .complaint) }
    } else if let stream = result.stream {
      try stream.write(format, RenderOptions()) { _ in }
      add(.result) { options in
        var text = ""
        try? stream.write(format, options) { text += $0 }
        return text
      }
    } else if let report = result.report {
      add(report, format)
    }
    if let displays = result.displays { add(displays, format) }
    if let caveat = result.report?.caveat(in: format) { complain(caveat) }
    for complaint in result.complaints { complain(complaint) }
  }

  /// A session is not shown line by line; other bytes are, and whether their last line has an end.
  private static func text(ofBytes bytes: [UInt8]) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    if text.hasPrefix(#"{"kind":"session""#) {
      return "(a session of \(bytes.count { $0 == 0x0A }) lines)\n"
    }
    return bytes.last == 0x0A ? text : text + "«no line end»\n"
  }

  private func add(_ report: any Report, _ format: ReportFormat, _ kind: Shown.Kind = .result) {
    add(kind) { options in
      var bytes: [UInt8] = []
      format.write(report, options) {
        bytes += $0
        return true
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// What the command showed before its result.
  private func addSeen(_ format: ReportFormat) {
    for each in seen.take() {
      switch each {
      case .report(let report): add(report, format)
      case .note(let note): complain(note)
      case .line(let line): add(.complaint) { _ in "\(line)\n" }
      }
    }
  }

  private func complain(_ message: String, place: String? = nil) {
    let page = Output.complaint(message, place: place)
    add(.complaint) { page.rendered($0) }
  }

  private func complain(_ error: InspectorError, line: String? = nil) {
    addSeen(.text)
    let page = Output.complaint(error, line: line)
    add(.complaint) { page.rendered($0) }
  }

  private func add(_ kind: Shown.Kind, _ text: @escaping (RenderOptions) -> String) {
    let (scratch, isRaw, set) = (scratch, isRaw, workspace?.settings)
    let shown = Shown(kind: kind, isRaw: isRaw) { options in
      var options = options
      options.raw = isRaw
      options.width = set?.width ?? options.width
      if let color = set?.color, color != .auto { options.color = color == .always }
      return scratch.shown(text(options))
    }
    self.shown[self.shown.count - 1].append(shown)
  }
}

/// What a command shows while it runs, from any thread.
private final class SeenReports: @unchecked Sendable {
  enum Seen {
    case report(any Report)
    case note(String)
    case line(String)
  }

  private let lock = NSLock()
  private var seen: [Seen] = []

  func add(_ new: Seen) { lock.withLock { seen.append(new) } }

  func take() -> [Seen] {
    lock.withLock {
      defer { seen = [] }
      return seen
    }
  }
}
