import Foundation
import Inspector

/// The streams that people and programs read, and how reports are written to them.
struct Output {
  let format: ReportFormat
  let color: ColorChoice
  let environment: [String: String]
  let terminal: Terminal

  /// Writes what a command has to say.
  ///
  /// A session that is the result itself goes to standard output as it is, and the report beside
  /// it to standard error. Rows that are made while they are written may meet damage.
  func write(_ outcome: Outcome) throws(InspectorError) {
    defer { for complaint in outcome.complaints { complain(complaint) } }
    if let bytes = outcome.exactBytes {
      write(exactly: bytes)
    } else if let session = outcome.session {
      Self.write(session, to: STDOUT_FILENO)
      if let report = outcome.report { write(report, to: STDERR_FILENO) }
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

  /// Writes bytes as they are; at a terminal, what acts on it is shown escaped.
  private func write(exactly bytes: [UInt8]) {
    guard terminal.outputIsTerminal else { return Self.write(bytes, to: STDOUT_FILENO) }
    var page = Page()
    let hasEnd = bytes.last == 0x0A
    page.line(.text(String(decoding: hasEnd ? bytes.dropLast() : bytes[...], as: UTF8.self)))
    write(page, to: STDOUT_FILENO)
  }

  func write(_ report: any Report, to descriptor: Int32) {
    format.write(report, options(descriptor)) { Self.write($0, to: descriptor) }
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

  func options(_ descriptor: Int32) -> RenderOptions {
    let isTerminal =
      descriptor == STDOUT_FILENO ? terminal.outputIsTerminal : terminal.errorIsTerminal
    let width =
      isTerminal
      ? Terminal.width(environment: environment)
      : Terminal.width(environment: environment, measured: .max)
    return RenderOptions(
      color: color.usesColor(environment: environment, isTerminal: isTerminal), width: width,
      ascii: isTerminal && !Self.isUnicode(environment))
  }

  private static func isUnicode(_ environment: [String: String]) -> Bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"]
    let locale = names.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    return locale.lowercased().replacingOccurrences(of: "-", with: "").contains("utf8")
  }

  /// Writes all bytes.
  ///
  /// A reader that has left ends the process silently, with success. Any other failure ends it with
  /// 2, since results are lost, and standard error says which stream failed and why.
  static func write(_ bytes: [UInt8], to descriptor: Int32) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { all in
        Foundation.write(descriptor, all.baseAddress?.advanced(by: written), all.count - written)
      }
      if count >= 0 {
        written += count
      } else if errno == EPIPE {
        exit(0)
      } else if errno != EINTR && errno != EAGAIN {
        end(descriptor, errno)
      }
    }
  }

  private static func end(_ descriptor: Int32, _ errno: Int32) -> Never {
    if descriptor == STDOUT_FILENO {
      Heartbeat.stop()
      let failure = InspectorError.cannotWrite(file: "standard output", errno: errno)
      write(Array("inspect: \(failure)\n".utf8), to: STDERR_FILENO)
    }
    exit(2)
  }
}
