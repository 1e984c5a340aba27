import Foundation
import SessionFormat

/// A session, or the end of one, as a file for others: without secrets, gzipped.
package struct SharedSession {
  /// How much of the session others get.
  package enum Extent: Sendable, Equatable {
    case all
    /// The last actions, at most that many.
    case last(Int)
    /// As many of the last actions as a file of that many bytes holds.
    case bytes(Int)
  }

  /// What was written.
  package struct Result: Sendable {
    package let account: SessionRedaction.Account
    /// The number of its first state.
    package let first: Int
    /// The bytes of the file.
    package let size: Int
  }

  private let session: Session
  private let policy: RedactionPolicy
  private let scan: SecretScan
  private let originalID: String
  private let interrupted: () -> Bool

  /// - Parameters:
  ///   - scan: The scan of the whole session, run with the policy; what it found is looked for in each
  ///     part.
  ///   - original: The whole session, if others get one that was made of it.
  package init(
    _ session: Session, of original: Session? = nil, _ policy: RedactionPolicy, _ scan: SecretScan,
    interrupted: @escaping () -> Bool
  ) {
    (self.session, self.policy, self.scan) = (session, policy, scan)
    self.interrupted = interrupted
    originalID = (original ?? session).header.id
  }

  /// Writes the file.
  ///
  /// Complexity: O(size of the session); for a number of bytes, that of a few parts as large as fit.
  ///
  /// - Parameter replaces: Whether to replace an existing file; else that is an error.
  /// - Throws: Also if not even the last state fits.
  package func write(
    _ extent: Extent, to path: String, replaces: Bool = false
  ) throws(InspectorError) -> Result {
    let first =
      switch extent {
      case .all: session.first
      case .last(let count): start(ofLast: count)
      case .bytes(let limit): try start(fitting: limit)
      }
    return try write(from: first, to: path, replaces: replaces)
  }

  // MARK: Where it begins

  /// The last known state from which at least that many actions follow.
  private func start(ofLast count: Int) -> Int {
    var n = max(session.first, session.last - min(count, session.last))
    while n > session.first, !session.hasState(n) { n -= 1 }
    return n
  }

  private func start(fitting limit: Int) throws(InspectorError) -> Int {
    let total = session.last - session.first
    // A crash is an action without a state, which even the shortest part has.
    let least = try size(from: start(ofLast: 1))
    guard least <= limit else { throw .sharedTooLarge(least: least, limit: limit) }
    var (fits, doesNot) = (1, Int?.none)
    while true {
      let count: Int
      if let doesNot {
        guard doesNot - fits > max(1, fits / 32) else { return start(ofLast: fits) }
        count = fits + (doesNot - fits) / 2
      } else {
        // From the end, as the whole may be far larger than what fits.
        guard fits < total else { return session.first }
        count = min(total, 8 * fits)
      }
      if try size(from: start(ofLast: count)) <= limit { fits = count } else { doesNot = count }
    }
  }

  private func size(from first: Int) throws(InspectorError) -> Int {
    if interrupted() { throw .interrupted }
    var redaction = try redaction(from: first)
    var (writer, _) = try redaction.write { () throws(InspectorError) in SessionWriter(to: nil) }
    try writer.finish()
    return Deflation().deflate(writer.kept, isLast: true).count
  }

  // MARK: What it holds

  private func redaction(from first: Int) throws(InspectorError) -> SessionRedaction {
    SessionRedaction(
      try part(from: first), policy, scan, originalID: originalID, interrupted: interrupted)
  }

  private func part(from first: Int) throws(InspectorError) -> Session {
    guard first > session.first else { return session }
    var excerpt = SessionExcerpt(session: session, first: first, last: session.last)
    excerpt.isFaithful = true
    return try excerpt.made(interrupted: interrupted)
  }

  private func write(
    from first: Int, to path: String, replaces: Bool
  ) throws(InspectorError) -> Result {
    var redaction = try redaction(from: first)
    var (writer, account) = try redaction.write { () throws(InspectorError) in
      try SessionWriter(path: path, replaces: replaces, isGzip: true)
    }
    try writer.finish()
    return Result(account: account, first: first, size: writer.fileSize)
  }
}
