public import SessionFormat

/// A conversation with a reducer host: lines out, lines in.
///
/// A process speaks it through pipes; a host in the same process may speak it directly.
public protocol HostConnection: AnyObject {
  /// The host, for messages.
  var name: String { get }

  /// Whether a trap of the reducer ends the host alone, and not this process.
  var isSeparate: Bool { get }

  /// Sends lines, each a document without a checksum.
  func send(_ lines: [JSONValue]) throws(HostFailure)

  /// The next line that the host writes; waits for it.
  ///
  /// - Throws: ``HostFailure`` where the host ends, is silent too long, or writes nonsense.
  func receive() throws(HostFailure) -> HostReply

  /// Ends the conversation, and the host.
  func close()
}

extension HostConnection {
  /// True, as for a process of its own.
  public var isSeparate: Bool { true }
}

/// A line that a host writes.
public enum HostReply: Equatable, Sendable {
  /// A line of a session.
  case line(SessionLine)
  /// An answer of the protocol.
  case answer(HostAnswer)
}
