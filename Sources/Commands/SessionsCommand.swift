import Inspector
import SessionFormat

/// The sessions of folders, one line each.
enum SessionsCommand {
  static let sessions = Command(
    "sessions", in: .look, "list the sessions of a folder, and how each ended",
    details: [
      "PATH is a folder, a file or a pattern. The sessions are in the order in which they began, and "
        + "those that cannot be opened come last, with the reason. All lines are read; check says "
        + "where one is damaged.",
      "Exit 0, also if some are damaged; 2 if PATH names no session.",
    ],
    batch: Command.Form(
      [Parameter("PATH", .text, .several)],
      examples: ["inspect sessions logs", "inspect sessions 'logs/toast-*' --format ndjson"]),
    runFiles: { context, invocation throws(InspectorError) in
      var listed: [ListedSession] = []
      for found in SessionPaths(invocation.arguments("PATH")).found {
        if context.interrupted() { throw .interrupted }
        switch found {
        case .trouble(_, let error): throw error
        case .session(let path):
          let session = try ListedSession(path, context.interrupted) {
            () throws(InspectorError) in try context.session(path)
          }
          listed.append(session)
        }
      }
      return CommandResult(SessionsReport(sessions: listed.sorted(by: ListedSession.isBefore)))
    })
}
