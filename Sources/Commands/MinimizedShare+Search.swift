import Foundation
import Inspector
import Query
import SessionFormat

/// Looking for the fewest actions that show what is wrong in a session.
extension MinimizedShare {
  static let options = [
    CommandOption("--minimize", "only the fewest actions that crash or diverge as it does"),
    CommandOption("--until", value: "COND", "only the fewest actions that make COND true"),
  ]

  static func isAsked(_ invocation: Invocation) -> Bool {
    invocation.flag("--minimize") || invocation.option("--until") != nil
  }

  /// Looks for it; nil if that was not asked for.
  ///
  /// - Throws: Also if the session does not show it, and if Ctrl-C ends the search.
  init?(
    of session: Session, _ policy: RedactionPolicy, _ invocation: Invocation,
    _ context: CommandContext
  ) throws(InspectorError) {
    guard Self.isAsked(invocation) else { return nil }
    // What an array has at an index, it may have at another one without some of the actions.
    if let pattern = policy.patterns.first(where: \.hasIndex) {
      throw invocation.refused(
        "fewer actions may put a value at another index than that of \(pattern): the policy must "
          + "name all elements, as [*] does")
    }
    let sought: MinimizeCommand.Request.Target
    if let text = invocation.option("--until") {
      sought = .condition(try Condition(typed: text))
    } else if case .died = session.ending {
      sought = .crash
    } else {
      sought = .divergence
    }
    let report = try Self.report(
      .init(sharing: sought), session, Self.refusal(ofMigrated: session, policy, invocation),
      context)
    self.init(
      session: try Session(bytes: Data(report.found.bytes), file: session.file),
      target: report.sought, count: report.found.actions.count,
      total: session.last - session.first)
  }

  /// Why a replay of migrated values is not shared: patterns name places of the recorded ones; nil if
  /// there are none.
  private static func refusal(
    ofMigrated session: Session, _ policy: RedactionPolicy, _ invocation: Invocation
  ) -> InspectorError? {
    let hidden = session.header.redactions ?? []
    guard let pattern = policy.patterns.first?.description ?? hidden.first else { return nil }
    return invocation.refused(
      "the host migrates the session, and what is at \(pattern) may be at another place then: share "
        + "it whole, or with --last")
  }

  /// - Parameter refusal: Thrown if the host migrates the session.
  private static func report(
    _ request: MinimizeCommand.Request, _ session: Session, _ refusal: InspectorError?,
    _ context: CommandContext
  ) throws(InspectorError) -> MinimizeReport {
    var search = try MinimizeCommand.Search(request, of: session, context)
    defer { search.host.close() }
    try search.migrate()
    if search.migrated != nil, let refusal { throw refusal }
    guard let report = try search.report(context) else { throw .notRepeatable(search.missing) }
    if report.found.stopped == .interrupted { throw .interrupted }
    _ = search.host.leave()
    return report
  }
}

extension MinimizeCommand.Request {
  /// A search whose result leaves actions out and changes none: half of a value would be a secret that
  /// nobody looks for.
  fileprivate init(sharing sought: Target) {
    (self.sought, file, test, causes) = (sought, nil, nil, false)
    settings.keepsValues = true
  }
}
