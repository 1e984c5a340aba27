import Foundation
import Inspector
import Query
import SessionFormat

/// Making a session as short as it can be.
enum MinimizeCommand {
  private static let details = [
    "COND is as in find. minimize looks for the fewest actions after the last of which COND holds. "
      + "Then it makes them as small as it can: numbers near 0, short texts and arrays, members "
      + "left out. The first state stays, and so do the inputs of each action.",
    "--crashes looks for the fewest actions that make the host die in the same way: in an action "
      + "of that type, by that signal, with that message. --diverges looks for the shortest part "
      + "of the recording that diverges in the same way in verify. It begins with a recorded state "
      + "and leaves no action out, because the right result is known only for what was recorded. Then "
      + "the step that diverges is run again to find the cause, as by verify.",
    "Before the result is written, two more processes reduce it again. It is a session like any "
      + "other; its header lists what was left out. If the host refuses an action, that try "
      + "decides nothing. Ctrl-C, --budget and --seconds end the search with the shortest session "
      + "found so far.",
    "At the prompt the result is also a branch, if it is not a replay, a later part, or only the "
      + "first actions. switch goes to it, and there next and diff show it step by step.",
    "--package writes a whole Swift package of at most 200 lines, with the actions as a test that fails "
      + "while the fault is there, to be handed to people who have no Hindsight. --sources copies the files of "
      + "the reducer into it; without them, or if they are too long, it has a marked place for them.",
    "Exit 0 found; 1 if COND is never true, or there is no crash or divergence; 2 trouble.",
  ]

  private static let options =
    [
      CommandOption("--crashes", "look for actions that crash the host as this session does"),
      CommandOption("--diverges", "look for the part that diverges as this session does"),
      CommandOption("-o", value: "FILE", "write the session to a new file; - is standard output"),
      CommandOption(
        "--test", value: "FILE", "write a Swift test that replays the session of -o"),
      CommandOption("--pairs", "try to leave out two actions at a time as well"),
      CommandOption("--budget", value: "TESTS", "try at most this many sessions"),
      CommandOption("--seconds", value: "S", "search for at most this many seconds"),
      VerifyExtent.noCauses(),
      CommandOption("--force", "replace files that exist already"),
    ] + MinimizedPackage.options

  static let minimize = Command(
    "minimize", in: .trust, "find the fewest actions that still make a condition true",
    details: details,
    prompt: Command.Form([Parameter("COND", .condition, .optional)], options: options),
    batch: Command.Form(
      [Parameter("COND", .condition, .optional)], options: options,
      examples: [
        "inspect minimize session.ndjson 'count(items[*]) > 1'",
        "inspect minimize session.ndjson 'items[1]' -o short.ndjson",
      ]),
    refusesLater: true
  ) { workspace, invocation throws(InspectorError) in
    let request = try Request(invocation)
    let session = workspace.session
    for case let file? in [request.file, request.test] { try session.refuseTarget(file) }
    try request.checkTargets(invocation)
    let package = try MinimizedPackage(invocation, of: session)
    let context = workspace.context
    let refusal = workspace.refusal(invocation)
    var search: Search
    do throws(InspectorError) { search = try Search(request, of: session, context) } catch {
      throw refusal ?? error
    }
    defer { search.host.close() }
    try search.migrate()
    // The states of a replay may have what the recorded ones lack.
    if let refusal,
      search.migrated.map({ Workspace($0, context: context).refusal(invocation) != nil }) ?? true
    {
      throw refusal
    }
    guard var report = try search.report(context) else {
      let unknown = try search.unknown()
      guard let words = CutText.words(unknown: unknown) else {
        return CommandResult(MessageReport(search.missing), .no)
      }
      return CommandResult(
        MessageReport("\(search.missing); unknown \(words)"), unknown.isCut ? .trouble : .no)
    }
    report.sample = try context.hostCommand(ofStore: session.header.store).sample
    _ = search.host.leave()
    report.notes = search.host.notes
    report.package = try package?.write(
      report, replaces: invocation.flag("--force"), interrupted: context.interrupted)
    let fault = invocation.isBatch ? nil : addBranch(to: &report, &workspace)
    var result = try written(report, request, invocation, context)
    if let fault { result.complaints.append("note: it is no branch of this prompt: \(fault)") }
    return result
  }

  /// Makes the result a branch as well; returns why that failed, which spoils no result.
  private static func addBranch(
    to report: inout MinimizeReport, _ workspace: inout Workspace
  ) -> InspectorError? {
    do throws(InspectorError) {
      report.branch = try workspace.addBranch(of: report.found)
    } catch {
      // After Ctrl-C nothing more is reduced.
      return error == .interrupted ? nil : error
    }
    return nil
  }

  private static func written(
    _ report: MinimizeReport, _ request: Request, _ invocation: Invocation,
    _ context: CommandContext
  ) throws(InspectorError) -> CommandResult {
    if let file = request.file, file != "-" {
      try invocation.write(report.found.bytes, to: file)
    }
    if let test = request.test, let file = request.file {
      let store = try Session(bytes: Data(report.found.bytes), file: file).header.store
      let host = try context.hostCommand(ofStore: store)
      let text = MinimizedTest(report: report, session: file, file: test, host: host).text
      try invocation.write(Array(text.utf8), to: test)
    }
    var outcome = CommandResult(report)
    if request.file == "-" { outcome.session = report.found.bytes }
    // True even if Ctrl-C came too late to stop the search.
    outcome.isInterrupted = report.found.stopped == .interrupted || context.interrupted()
    return outcome
  }
}

extension MinimizeCommand {
  /// The values of the command's words.
  struct Request {
    enum Target {
      case condition(Condition)
      case crash
      case divergence
    }

    let sought: Target
    let file: String?
    let test: String?
    /// Whether the cause of a divergence is searched.
    let causes: Bool
    var settings = Minimization.Settings()

    init(_ invocation: Invocation) throws(InspectorError) {
      let text = invocation.argument("COND")
      let (crashes, diverges) = (invocation.flag("--crashes"), invocation.flag("--diverges"))
      guard [text != nil, crashes, diverges].count(where: { $0 }) == 1 else {
        throw invocation.refused("it takes one of COND, --crashes and --diverges")
      }
      if let text {
        // The states of a replay may have what the recorded ones lack, as after a migration.
        sought = .condition(try Condition(typed: text))
      } else {
        sought = crashes ? .crash : .divergence
      }
      file = invocation.option("-o")
      test = invocation.option("--test")
      causes = !invocation.flag("--no-causes")
      if test != nil, file == nil || file == "-" {
        throw invocation.refused("--test needs -o FILE, which the test replays")
      }
      settings.triesPairs = invocation.flag("--pairs")
      settings.tests = try invocation.value("--budget", .count)
      settings.seconds = try invocation.value("--seconds", .count)
    }

    /// Checks that the result can be written, before hours are spent on it.
    func checkTargets(_ invocation: Invocation) throws(InspectorError) {
      if test == "-" { throw invocation.refused("--test takes a file, not -", at: "-") }
      let targets = [file, test].compactMap { $0 == "-" ? nil : $0 }
      for target in targets {
        if !invocation.flag("--force"), FileManager.default.fileExists(atPath: target) {
          throw .alreadyThere(file: target, option: "--force")
        }
        let folder = URL(filePath: target).deletingLastPathComponent().path
        if !FileManager.default.fileExists(atPath: folder) {
          throw .cannotWrite(file: target, errno: ENOENT)
        }
      }
      if targets.count == 2, Platform.isSameTarget(targets[0], targets[1]) {
        throw invocation.refused("-o and --test are the same file", at: targets[1][...])
      }
    }
  }

  /// A search for one session.
  struct Search {
    private(set) var request: Request
    /// The recording.
    let origin: Session
    /// The host's replay of the recording, if the host migrates it.
    private(set) var migrated: Session?
    let host: HostClient
    let stop: Cancellation
    private var session: Session { migrated ?? origin }
    /// Why a replay is searched; nil if the recording is.
    private var replay: ReplayCause? { migrated == nil ? nil : .migrated }

    /// The message if there is nothing to minimize.
    var missing: String {
      switch request.sought {
      case .condition(let condition):
        "no step matches \(condition)" + (replay.map { ", in the replay, \($0.words)" } ?? "")
      case .crash: "the host does not crash"
      case .divergence: "the replay does not diverge"
      }
    }

    /// Returns what was found; nil if the session does not show what is searched for.
    func report(_ context: CommandContext) throws(InspectorError) -> MinimizeReport? {
      let interrupted = { stop.isAsked }
      switch request.sought {
      case .condition(let condition):
        let search = StepSearch(Timeline(session), where: condition, interrupted: interrupted)
        let first = try search.holdsAtStart() ? session.first : try search.first()
        let part = try SessionExcerpt.behindLoss(
          session, upTo: first ?? session.first, interrupted: interrupted)
        let baseline = try MinimizeBaseline.condition(
          condition, part, as: replay, host, interrupted: interrupted)
        return try baseline.map { baseline throws(InspectorError) in
          report(.condition(condition.description), try found(baseline))
        }
      case .crash:
        let part = try SessionExcerpt.behindLoss(
          session, upTo: session.last, interrupted: interrupted)
        let baseline = try MinimizeBaseline.crash(
          part, as: replay, host, interrupted: interrupted)
        guard let baseline, case .crash(let crash) = baseline.sought else { return nil }
        return report(.crash(crash), try found(baseline))
      case .divergence:
        var window = DivergenceWindow(
          session, host: host, ignoring: context.settings(session.header.store).ignore,
          settings: request.settings, stop: stop)
        guard let (found, divergence) = try window.run() else { return nil }
        var report = report(.divergence(divergence), found)
        if request.causes, found.stopped == nil {
          report.diagnosis = try diagnosis(divergence, context)
        }
        return report
      }
    }

    /// Why the step diverges; nil if the search was interrupted, which loses nothing that was found.
    private func diagnosis(
      _ divergence: Divergence, _ context: CommandContext
    ) throws(InspectorError) -> Diagnosis? {
      let store = session.header.store
      let settings = context.settings(store)
      let search = CauseSearch(
        session, command: try context.hostCommand(ofStore: store),
        patience: settings.patience ?? context.patience, ignoring: settings.ignore, like: host,
        interrupted: context.interrupted)
      do throws(InspectorError) {
        return try search.diagnosis(
          ofStep: divergence.n, shown: ShownDifference(isInChain: true, divergence.kind))
      } catch {
        if error == .interrupted { return nil }
        throw error
      }
    }

    /// The steps at which the condition is unknown.
    func unknown() throws(InspectorError) -> UnknownSteps {
      guard case .condition(let condition) = request.sought else { return UnknownSteps() }
      let search = StepSearch(
        Timeline(session), where: condition, interrupted: { [stop] in stop.isAsked })
      var found = StepSearch.Found()
      try search.match(limit: nil, &found)
      var edges = try EdgeAnswers(search, Timeline(session))
      try edges.finish(search, Timeline(session), reachesEnd: false, unknown: found.unknown)
      return edges.unknown
    }

    private func found(_ baseline: MinimizeBaseline) throws(InspectorError) -> MinimizedSession {
      var work = Minimization(origin, baseline, host: host, settings: request.settings, stop: stop)
      return try work.run()
    }

    private func report(
      _ sought: MinimizeReport.Target, _ found: MinimizedSession
    ) -> MinimizeReport {
      MinimizeReport(
        sought: sought, found: found, file: request.file == "-" ? nil : request.file,
        testFile: request.test)
    }
  }
}

extension MinimizeCommand.Search {
  /// A search through the host of the session, which the caller closes.
  init(
    _ request: MinimizeCommand.Request, of session: Session, _ context: CommandContext
  ) throws(InspectorError) {
    let stop = Cancellation(context.interrupted)
    let host = try context.client(of: session) { stop.isAsked }
    host.surplus.arePassedOver = true
    self.init(request: request, origin: session, host: host, stop: stop)
    self.request.settings.clock = context.clock
    if let progress = context.progress { self.request.settings.progress = progress }
  }

  /// Goes on in the replay, if the host migrates the recording.
  mutating func migrate() throws(InspectorError) {
    // A divergence is a difference from the recording as it was, not from a migrated one.
    if case .divergence = request.sought { return }
    migrated = try origin.migrated(by: host) { [stop] in stop.isAsked }
  }
}
