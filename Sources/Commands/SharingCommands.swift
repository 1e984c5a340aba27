import Foundation
import Inspector
import SessionFormat

/// Giving a session to others.
enum SharingCommands {
  static let all = [ScanCommand.scan, RedactCommand.redact, ShareCommand.share]
}

extension Workspace {
  /// The session as one that others can read: with `--salvage` a repaired copy, without what is
  /// damaged.
  func soundSession() throws(InspectorError) -> Session {
    guard session.mode == .salvage else { return session }
    let repair = try Repair(session, recrc: false, interrupted: context.interrupted)
    guard !repair.isSound else { return session }
    var copy = SessionWriter(to: nil)
    _ = try repair.write(into: &copy, interrupted: context.interrupted)
    try copy.finish()
    return try Session(bytes: Data(copy.kept), file: session.file)
  }

  /// Refuses a pattern that selects nothing of a session, with the nearest place if a state has one.
  func refuseNowhere(
    _ pattern: PathPattern, of session: Session
  ) throws(InspectorError) {
    guard try !SecretScan.selects(pattern, in: session, interrupted: context.interrupted) else {
      return
    }
    let text = pattern.description
    var reason = "no state, action or input of the session has it"
    do throws(InspectorError) { try refuseNowhere(text, .pattern) } catch {
      if case .neverThere(_, _, let nearest) = error { reason = nearest }
    }
    // A place that hides nothing is not asked for, whatever is wanted.
    throw .badQuery(text: text, reason: reason)
  }

  /// Notes on the patterns of a policy that select nothing: a policy serves many sessions, and one of
  /// a misspelt place hides nothing.
  func notes(
    on policy: RedactionPolicy, of session: Session
  ) throws(InspectorError) -> [String] {
    var notes: [String] = []
    for pattern in policy.patterns
    where try !SecretScan.selects(pattern, in: session, interrupted: context.interrupted) {
      notes.append("note: \(pattern) of the policy selects nothing in this session")
    }
    return notes
  }
}
