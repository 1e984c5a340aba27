import Foundation
import SessionFormat

/// Replaces a session by its replay, after an intended change of the reducer.
///
/// The new session is sound and reproduces. It keeps all that the recording contains besides the
/// steps: marks, actions that were only dispatched, and where and when actions were dispatched. It
/// needs twice the memory of the file.
package struct SessionReplacement {
  private let session: Session
  private let host: HostClient
  private let interrupted: @Sendable () -> Bool

  package init(_ session: Session, host: HostClient, interrupted: @escaping @Sendable () -> Bool) {
    self.session = session
    self.host = host
    self.interrupted = interrupted
  }

  /// Replaces the file, unless that would lose something.
  ///
  /// - Parameter proof: Verifies the new session, which must reproduce.
  /// - Throws: An error if the session cannot be read or the file cannot be written.
  package func replace(
    _ proof: (Session, HostClient) throws(InspectorError) -> Verdict
  ) throws(InspectorError) -> Acceptance {
    guard session.file != "-" else { return .refused("standard input is not a file") }
    guard session.parts.count == 1, session.folder == nil else {
      return .refused("a session of several segments is not replaced")
    }
    guard session.mode != .salvage else { return .refused("a damaged session is not replaced") }
    guard !(try isInPage) else { return .refused("a session inside a page is not replaced") }
    let steps = try host.passingOverSurplus { () throws(InspectorError) in
      try replayed()
    }
    if let refusal = steps.refusal { return .refused(refusal) }
    var writer = ReplacementWriter(session, header: host.header, steps)
    let bytes = try writer.bytes()
    let made = try Session(bytes: Data(bytes), file: session.file)
    let verdict = try proof(made, host)
    if let n = host.surplus.answeredAgain {
      return .refused(
        "the host answers action \(n) more than once, so it is not clear which answer is meant")
    }
    if let divergence = verdict.divergence {
      return .refused("a second replay differs from the first: \(divergence.headline)")
    }
    try write(bytes)
    return .accepted(steps.changes)
  }

  /// Whether the file is a page, which shows more than the session.
  private var isInPage: Bool {
    get throws(InspectorError) { EnclosedSession.isPage(try contents(session.parts[0].file)) }
  }

  private func contents(_ path: String) throws(InspectorError) -> Data {
    do { return try Platform.contents(of: path) } catch {
      throw .cannotRead(file: session.file, errno: error.errno)
    }
  }

  /// The host's result of each step.
  private func replayed() throws(InspectorError) -> ReplayedSteps {
    var steps = ReplayedSteps(session, host: host)
    var walk = try HostWalk(session, host, isChecked: true, interrupted: interrupted)
    try steps.begin(try walk.begin())
    while steps.refusal == nil, let step = try walk.next() {
      for change in step.outsides { try steps.add(change) }
      try steps.add(step.n, step.outcome)
    }
    return steps
  }

  /// Writes the session next to the file, then renames it to the file's name.
  private func write(_ bytes: [UInt8]) throws(InspectorError) {
    // A link stays and leads to the new session.
    let path = URL(fileURLWithPath: session.parts[0].file).resolvingSymlinksInPath().path
    var writer = try SessionWriter(
      path: path, replaces: true, isGzip: Inflation.isGzip(try contents(path)),
      mode: Platform.mode(of: path))
    try writer.add(bytes)
    try writer.finish()
  }
}
