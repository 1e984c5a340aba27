public import SessionFormat

/// A conversation with a reducer host: lines out, lines in.
///
/// A process speaks it through pipes; a host in the same process may speak it directly.
package protocol HostConnection: AnyObject {
  /// The host, for messages.
  var name: String { get }

  /// Whether a trap of the reducer ends the host alone, and not this process.
  var isSeparate: Bool { get }

  /// Sends whole lines, each with its line feed.
  ///
  /// They may wait until an answer is received.
  func send(_ lines: [UInt8]) throws(HostFailure)

  /// The next line that the host writes, without its line end, which may be blank; waits for it.
  ///
  /// - Parameter isNew: Whether another answer is awaited than by the call before: patience then
  ///   begins anew.
  /// - Throws: ``HostFailure`` where the host ends or is silent too long.
  func receive(isNew: Bool) throws(HostFailure) -> [UInt8]

  /// Lets the host leave in its own time, once it has answered all.
  ///
  /// - Returns: What it wrote and how it ended; nil if nobody can tell.
  func leave() -> HostLeaving?

  /// Ends the conversation, and the host.
  func close()
}

extension HostConnection {
  /// True, as for a process of its own.
  package var isSeparate: Bool { true }

  /// Nil: it is not known.
  package func leave() -> HostLeaving? { nil }
}

/// A line that a host writes.
public enum HostReply: Equatable, Sendable {
  /// A line of a session.
  case line(SessionLine)
  /// An answer of the protocol.
  case answer(HostAnswer)

  /// So many scalars are taken of what a host says of a refusal.
  private static let longestMessage = 2000

  /// The reply that a line of a host is.
  ///
  /// - Throws: ``HostFailure/nonsense(command:line:reason:)`` where it is none.
  init(_ bytes: [UInt8], from name: String) throws(HostFailure) {
    do throws(LineError) {
      let line = try LineCoding.line(bytes)
      guard case .unknown(let unknown) = line else {
        self = .line(line)
        return
      }
      do throws(LineFault) {
        switch try HostAnswer(unknown) {
        case .error(var error)?:
          // What a host says may be of any length, and is told with each step that it refuses.
          error.message = ShortText.beginning(of: error.message, Self.longestMessage)
          error.reason = ShortText.beginning(of: error.reason, Self.longestMessage)
          self = .answer(.error(error))
        case let answer?: self = .answer(answer)
        case nil: self = .line(line)
        }
      } catch {
        throw LineError(.fault(error), 0)
      }
    } catch {
      throw .nonsense(
        command: name, line: String(decoding: bytes.prefix(80), as: UTF8.self),
        reason: error.description)
    }
  }
}

extension HostError {
  /// Whether the protocol names its reason, and so what it is about.
  var isNamed: Bool { Reason(rawValue: reason) != nil }
}

extension LineCoding {
  fileprivate static func line(_ bytes: [UInt8]) throws(LineError) -> SessionLine {
    let result = bytes.withUnsafeBufferPointer { buffer in
      Result { () throws(LineError) in try line(buffer, crc: .either).line }
    }
    return try result.get()
  }
}
