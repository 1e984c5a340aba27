import Inspector
import SessionFormat

/// Many sessions, such as a folder of bug reports, by what is wrong with them.
enum TriageCommand {
  static let triage = Command(
    "triage", in: .trust, "group sessions by the fault that they have",
    details: [
      "SESSION is a session, a folder with all folders in it, or a pattern. Faults are the same if the same action of the same "
        + "build crashed with the same reason and line, or if a replay first differs after the same action "
        + "at the same place, where each element of an array is the same place. The smallest session of "
        + "each group is named first.",
      "A store for which no host is known is not replayed: of its sessions only crashes and damage are "
        + "known.",
      "Exit 0 if there are faults, 1 if there is none, 2 if SESSION names no session.",
    ],
    batch: Command.Form(
      [Parameter("SESSION", .text, .several)],
      options: [CommandOption("--jobs", value: "K", "replay up to K sessions at once (1)")],
      examples: ["inspect triage sessions", "inspect triage 'sessions/*.ndjson' --format json"]),
    runFiles: { context, invocation throws(InspectorError) in
      let jobs = try invocation.value("--jobs", .number(1...256)) ?? 1
      let paths = SessionPaths(invocation.arguments("SESSION"), deep: true)
      for case .trouble(_, let error) in paths.found where paths.found.count == 1 { throw error }
      var extent = Verification.Extent()
      extent.causes = false
      extent.checksFirst = jobs > 1
      let verifier = SessionVerifier(
        context: context, ignoring: [], accepts: false, extent: extent)
      var triage = Triage()
      for verified in try verifier.verify(paths.found, jobs: jobs) {
        try add(verified, to: &triage, context)
      }
      triage.sort()
      return CommandResult(TriageReport(triage: triage), triage.groups.isEmpty ? .no : .yes)
    })

  private static func add(
    _ verified: VerifiedSession, to triage: inout Triage, _ context: CommandContext
  ) throws(InspectorError) {
    func words(_ error: InspectorError) -> String {
      if case .session(let fault) = error { fault.words } else { error.description }
    }
    func trouble(_ session: Session?, _ reason: String) {
      triage.add(
        member(verified.file, session),
        Triage.Fault(
          kind: .trouble, store: verified.store, type: nil, detail: OutputText.line(reason),
          build: nil))
    }
    // What is no file is not opened: reading it may never end.
    if case .trouble(_, let error) = verified.result, case .notAFile = error {
      return trouble(nil, words(error))
    }
    let session: Session
    do throws(InspectorError) {
      session = try context.session(verified.file, interrupted: context.interrupted)
    } catch {
      if case .interrupted = error { throw error }
      if case .cannotRead = error, !Platform.isThere(verified.file) { throw error }
      return trouble(nil, words(error))
    }
    var death: HostDeath?
    if case .verdict(let verdict) = verified.result { death = verdict.reproducedCrash }
    if let crash = Triage.Fault(crashOf: session, death) {
      return triage.add(member(verified.file, session), crash)
    }
    switch verified.result {
    case .verdict(let verdict):
      guard let divergence = verdict.divergence else {
        return triage.addSound(isReplayed: true)
      }
      triage.add(member(verified.file, session), Triage.Fault(divergence, of: session))
    case .trouble(_, .noHost):
      // What is not replayed is at least read.
      guard try SessionCheck(ifSound: session, interrupted: context.interrupted) == nil else {
        return triage.addSound(isReplayed: false)
      }
      // A line that was cut off is what an app leaves that is killed.
      let faults = try SessionCheck(session, interrupted: context.interrupted).faults
      guard let fault = faults.first(where: { !$0.isTorn }) else {
        return triage.addSound(isReplayed: false)
      }
      trouble(session, fault.words)
    case .trouble(_, let error): trouble(session, words(error))
    }
  }

  private static func member(_ file: String, _ session: Session?) -> Triage.Member {
    Triage.Member(
      file: file, size: session?.size ?? 0, actions: session.map { $0.last - $0.first } ?? 0)
  }
}
