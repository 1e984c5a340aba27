public import SessionFormat

/// A connection to a reducer host that carries lines in both directions.
///
/// A process uses pipes; a host in the same process may be called directly.
package protocol HostConnection: AnyObject {
  /// The host's name in messages.
  var name: String { get }

  /// Whether a trap of the reducer ends only the host, not this process.
  var runsInOwnProcess: Bool { get }

  /// Sends whole lines, each with its line feed.
  ///
  /// They may be held back until an answer is received.
  func send(_ lines: [UInt8]) throws(HostFailure)

  /// Waits for the next line of the host; returns it without its line end, possibly blank.
  ///
  /// - Parameter isNew: Whether this awaits another answer than the last call, so that the time
  ///   limit begins anew.
  /// - Throws: ``HostFailure`` if the host ends or is silent too long.
  func receive(isNew: Bool) throws(HostFailure) -> [UInt8]

  /// Limits the time of the answers that are awaited from here on; nil ends that.
  ///
  /// - Parameter seconds: The most seconds, if they are fewer than the host is given anyway.
  func hurry(within seconds: Int?)

  /// Lets the host exit by itself, after it has answered everything.
  ///
  /// - Returns: What it wrote and how it ended; nil if unknown.
  func leave() -> HostLeaving?

  /// Closes the connection, and ends the host.
  func close()
}

extension HostConnection {
  /// True, as for a separate process.
  package var runsInOwnProcess: Bool { true }

  /// Does nothing, as for a host that cannot be silent.
  package func hurry(within seconds: Int?) {}

  /// Nil: unknown.
  package func leave() -> HostLeaving? { nil }
}

/// A line that a host writes.
public enum HostReply: Equatable, Sendable {
  /// A line of a session.
  case line(SessionLine)
  /// An answer of the protocol.
  case answer(HostAnswer)

  /// The most scalars kept of the text of a refusal.
  private static let longestMessage = 2000

  /// Parses a line of a host.
  ///
  /// - Throws: ``HostFailure/nonsense(command:line:reason:)`` if it is not a reply.
  init(_ bytes: [UInt8], from name: String) throws(HostFailure) {
    do throws(LineError) {
      let line = try LineCoding.line(bytes[...])
      guard case .unknown(let unknown) = line else {
        self = .line(line)
        return
      }
      do throws(LineFault) {
        switch try HostAnswer(unknown) {
        case .error(var error)?:
          // The text may have any length, and is shown with each refused step.
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
  /// Whether the protocol defines its reason, and thus what it is about.
  var isNamed: Bool { Reason(rawValue: reason) != nil }
}

extension LineCoding {
  /// A line of a driver or host, with or without a checksum.
  static func line(
    _ bytes: ArraySlice<UInt8>, isChecked: Bool = true
  ) throws(LineError) -> SessionLine {
    let result = bytes.withUnsafeBufferPointer { buffer in
      Result { () throws(LineError) in
        try line(buffer, crc: .either, isChecked: isChecked).line
      }
    }
    return try result.get()
  }
}
