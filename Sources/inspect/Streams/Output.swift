import Commands
import Foundation
import Inspector

/// The streams that people and programs read, and how reports are written to them.
struct Output {
  let format: ReportFormat
  let color: ColorChoice
  let environment: [String: String]
  let terminal: Terminal
  /// Notes what could not be written to standard error.
  let loss = OutputLoss()

  /// Writes the result of a command.
  ///
  /// A session that is itself the result goes unchanged to standard output, and its report to
  /// standard error. Rows that are made during the writing may meet damage.
  func write(_ outcome: CommandResult) throws(InspectorError) {
    defer { for complaint in outcome.complaints { complain(complaint) } }
    if let bytes = outcome.exactBytes {
      write(exactly: bytes)
    } else if let session = outcome.session {
      Self.write(session, to: STDOUT_FILENO)
      if let report = outcome.report, !write(report, to: STDERR_FILENO) { loss.isReport = true }
    } else if let stream = outcome.stream {
      try stream.write(format, options(STDOUT_FILENO)) { piece in
        Self.write(Array(piece.utf8), to: STDOUT_FILENO)
      }
    } else if let report = outcome.report {
      write(report, to: STDOUT_FILENO)
    }
    let form = outcome.exactBytes == nil ? format : .json
    if let caveat = outcome.report?.caveat(in: form) { complain(caveat) }
  }

  /// Writes bytes as they are; at a terminal, control characters are escaped.
  private func write(exactly bytes: [UInt8]) {
    guard terminal.outputIsTerminal else {
      Self.write(bytes, to: STDOUT_FILENO)
      return
    }
    var page = Page()
    let hasEnd = bytes.last == 0x0A
    page.line(.text(String(decoding: hasEnd ? bytes.dropLast() : bytes[...], as: UTF8.self)))
    write(page, to: STDOUT_FILENO)
  }

  /// Writes a report; returns false if that fails.
  @discardableResult
  func write(_ report: any Report, to descriptor: Int32) -> Bool {
    var isWhole = true
    format.write(report, options(descriptor)) { piece in
      if !Self.write(piece, to: descriptor) { isWhole = false }
    }
    return isWhole
  }

  /// Writes a page for people, whatever the format.
  func write(_ page: Page, to descriptor: Int32) {
    Self.write(Array(page.rendered(options(descriptor)).utf8), to: descriptor)
  }

  /// `inspect: PLACE: message` on standard error.
  func complain(_ message: String, place: String? = nil) {
    var page = Page()
    page.line(
      .literal("inspect: ", .error), .text((place.map { "\($0): " } ?? "") + message))
    write(page, to: STDERR_FILENO)
  }

  /// The same for an error, with the typed text and a caret under its fault.
  ///
  /// - Parameter line: The whole line at the prompt.
  func complain(_ error: InspectorError, place: String? = nil, line: String? = nil) {
    complain(error.description, place: place)
    var page = Page()
    CaretText.add(error, in: line, to: &page)
    write(page, to: STDERR_FILENO)
  }

  /// What a reader must know of a session that was opened.
  func tellNotes(of session: Session) {
    for note in session.openingNotes { complain("note: \(note)", place: session.file) }
  }

  func options(_ descriptor: Int32) -> RenderOptions {
    let isTerminal =
      descriptor == STDOUT_FILENO ? terminal.outputIsTerminal : terminal.errorIsTerminal
    let measured = isTerminal ? Terminal.measuredWidth(of: STDOUT_FILENO) : .max
    return RenderOptions(
      color: color.usesColor(environment: environment, isTerminal: isTerminal),
      width: Terminal.width(environment: environment, measured: measured),
      ascii: isTerminal && !Self.isUnicode(environment))
  }

  private static func isUnicode(_ environment: [String: String]) -> Bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"]
    let locale = names.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    return locale.lowercased().replacingOccurrences(of: "-", with: "").contains("utf8")
  }

  /// Writes all bytes.
  ///
  /// If the reader of standard output has left, the process ends silently, with success. After any
  /// other failure there it ends with 2, since results are lost, and standard error says why. A
  /// failure on standard error does not affect the results.
  ///
  /// - Returns: Whether all was written.
  @discardableResult
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { all in
        Foundation.write(descriptor, all.baseAddress?.advanced(by: written), all.count - written)
      }
      if count >= 0 {
        written += count
      } else if errno != EINTR && errno != EAGAIN {
        // A reader that has left needs no message.
        if descriptor == STDERR_FILENO { return errno == EPIPE }
        if errno == EPIPE { exit(0) }
        end(errno)
      }
    }
    return true
  }

  private static func end(_ errno: Int32) -> Never {
    Heartbeat.stop()
    let failure = InspectorError.cannotWrite(file: "standard output", errno: errno)
    write(Array("inspect: \(failure)\n".utf8), to: STDERR_FILENO)
    exit(2)
  }
}

/// Whether a report could not be written to standard error.
///
/// Notes and complaints are not reports: without them the exit status and standard output still
/// give the result of a command. All is written from one thread.
final class OutputLoss: @unchecked Sendable {
  var isReport = false
}
