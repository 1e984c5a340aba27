import Commands
import Foundation
import Inspector

/// The streams that people and programs read, and how reports are written to them.
struct Output {
  var format: ReportFormat
  var color: ColorChoice
  /// The colours; nil for those of the environment.
  var theme: Theme?
  var isRaw = false
  let environment: [String: String]
  let terminal: Terminal
  /// The columns to write for; nil for those of the terminal.
  var width: Int?
  /// The pager that the user set, and whether one may be used.
  var pager = PromptSettings.Pager.environment
  let results = ResultStream()
  /// Notes what could not be written to standard error.
  let loss = OutputLoss()

  /// Runs a command and writes its result, with the pager if it is long, or to a shell command.
  ///
  /// - Returns: The result, and the exit status of the shell command.
  /// - Throws: What the command or the writing throws. Ctrl-C in a pager is for the pager alone.
  func show(
    pipingTo shell: String? = nil, _ run: () throws(InspectorError) -> CommandResult
  ) throws(InspectorError) -> (result: CommandResult, status: Int32?) {
    if let shell {
      Heartbeat.hide()
      guard results.start(pipingTo: shell, environment: environment) else {
        throw .cannotWrite(file: shell, errno: errno)
      }
    } else {
      results.start(paging)
    }
    Heartbeat.start(terminal)
    defer { Heartbeat.stop() }
    let result: CommandResult
    do throws(InspectorError) {
      result = try run()
      try write(result)
    } catch {
      let wasPaged = results.finish() != nil && shell == nil
      if error == .interrupted, wasPaged { return (CommandResult(nil), nil) }
      throw error
    }
    let status = results.finish()
    for complaint in result.complaints { complain(complaint) }
    return (result, shell == nil ? nil : status)
  }

  /// The pager for long results; nil unless a person is at both ends.
  private var paging: Paging? {
    guard terminal.isInteractive, !["", "dumb"].contains(environment["TERM"] ?? "") else {
      return nil
    }
    let command: String? =
      switch pager {
      case .environment: Paging.command(environment)
      case .off: nil
      case .command(let command): command
      }
    let size = Terminal.measuredSize(of: STDOUT_FILENO)
    return command.map {
      Paging(
        $0, environment: environment, columns: size?.columns ?? 80, rows: size?.rows ?? 24)
    }
  }

  /// Writes the result of a command.
  ///
  /// A session that is itself the result goes unchanged to standard output, and its report to
  /// standard error. Rows that are made during the writing may meet damage.
  ///
  /// - Throws: That damage, and ``InspectorError/interrupted`` if Ctrl-C stopped the writing.
  func write(_ outcome: CommandResult) throws(InspectorError) {
    // What was found before the work was stopped is written, until Ctrl-C comes once more.
    if outcome.isPartial {
      Interruption.clear()
      results.stopPaging()
    }
    do throws(InspectorError) { try writeResults(outcome) } catch {
      // Rows are no longer made once nobody reads them.
      if error != .interrupted || results.end != .left { throw error }
    }
    if results.end == .interrupted { throw .interrupted }
  }

  private func writeResults(_ outcome: CommandResult) throws(InspectorError) {
    if let bytes = outcome.exactBytes {
      write(exactly: bytes)
    } else if let session = outcome.session {
      results.write(session)
      if let report = outcome.report, !write(report, to: STDERR_FILENO) { loss.isReport = true }
    } else if let stream = outcome.stream {
      try write(stream)
    } else if let report = outcome.report {
      write(report, to: STDOUT_FILENO)
    }
    if let displays = outcome.displays { write(displays, to: STDOUT_FILENO) }
    let form = outcome.exactBytes == nil ? format : .json
    if let caveat = outcome.report?.caveat(in: form) { complain(caveat) }
  }

  /// Writes rows while they are made, many at once if they come fast.
  private func write(_ stream: StepStream) throws(InspectorError) {
    var held: [UInt8] = []
    var due = ContinuousClock.now
    func release() {
      results.write(held)
      held.removeAll(keepingCapacity: true)
      due = .now + .milliseconds(20)
    }
    defer { release() }
    try stream.write(format, options(STDOUT_FILENO)) { rows in
      held += rows.utf8
      if held.count >= 1 << 16 || ContinuousClock.now >= due { release() }
    }
  }

  /// Writes bytes as they are; at a terminal, control characters are escaped.
  private func write(exactly bytes: [UInt8]) {
    guard terminal.outputIsTerminal, !results.isPiped else { return results.write(bytes) }
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
      if !put(piece, to: descriptor) { isWhole = false }
      return isWhole && (descriptor != STDOUT_FILENO || results.end == nil)
    }
    return isWhole
  }

  /// Writes a page for people, whatever the format.
  func write(_ page: Page, to descriptor: Int32) {
    put(Array(page.rendered(options(descriptor)).utf8), to: descriptor)
  }

  @discardableResult
  private func put(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    guard descriptor == STDOUT_FILENO else {
      Heartbeat.hide()
      return Self.write(bytes, to: descriptor)
    }
    results.write(bytes)
    return true
  }

  /// `inspect: PLACE: message` on standard error.
  func complain(_ message: String, place: String? = nil) {
    complain(Self.complaint(message, place: place))
  }

  /// The same for an error, with the typed text and a caret under its fault.
  ///
  /// - Parameter line: The whole line at the prompt.
  func complain(_ error: InspectorError, place: String? = nil, line: String? = nil) {
    complain(Self.complaint(error, place: place, line: line))
  }

  /// The same for an error in a line of a file, whose place gets the column of the fault.
  func complain(_ error: InspectorError, in line: String, place: String?) {
    let column = CaretText.column(of: error, in: line)
    complain(error, place: place.map { "\($0):\(column)" }, line: line)
  }

  private func complain(_ page: Page) {
    results.release()
    Heartbeat.hide()
    write(page, to: STDERR_FILENO)
  }

  static func complaint(_ message: String, place: String? = nil) -> Page {
    var page = Page()
    page.line(
      .literal("inspect: ", .error), .text((place.map { "\($0): " } ?? "") + message))
    return page
  }

  static func complaint(
    _ error: InspectorError, place: String? = nil, line: String? = nil
  ) -> Page {
    var page = complaint(error.description, place: place)
    CaretText.add(error, in: line, to: &page)
    return page
  }

  /// What a reader must know of a session that was opened.
  func tellNotes(of session: Session) {
    for note in session.openingNotes { complain("note: \(note)", place: session.file) }
  }

  func options(_ descriptor: Int32) -> RenderOptions {
    let isTerminal =
      descriptor == STDOUT_FILENO
      ? terminal.outputIsTerminal && !results.isPiped : terminal.errorIsTerminal
    let measured = isTerminal ? Terminal.measuredWidth(of: STDOUT_FILENO) : .max
    return RenderOptions(
      color: color.usesColor(environment: environment, isTerminal: isTerminal),
      width: width ?? Terminal.width(environment: environment, measured: measured),
      breaksLines: isTerminal,
      ascii: isTerminal && !UnicodeLocale.isUnicode { environment[$0] }, raw: isRaw,
      theme: theme ?? Theme(environment: environment))
  }

  /// Writes all bytes to standard error; a failure there does not affect the results.
  ///
  /// - Returns: Whether all was written; a reader that has left needs no message.
  @discardableResult
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR && errno != EAGAIN {
        return errno == EPIPE
      }
    }
    return true
  }

  /// Ends the process because results cannot be written.
  ///
  /// If their reader has left, it ends silently, with success; else with 2, and standard error says
  /// why.
  static func endProcess(_ errno: Int32) -> Never {
    if errno == EPIPE { exit(0) }
    Heartbeat.hide()
    let failure = InspectorError.cannotWrite(file: "standard output", errno: errno)
    write(Array("inspect: \(failure)\n".utf8), to: STDERR_FILENO)
    exit(2)
  }
}

extension CommandResult {
  /// Whether Ctrl-C cut the work short.
  fileprivate var isPartial: Bool { isInterrupted || stream?.isCutShort == true }
}

/// Whether a report could not be written to standard error.
///
/// Notes and complaints are not reports: without them the exit status and standard output still
/// give the result of a command. All is written from one thread.
final class OutputLoss: @unchecked Sendable {
  var isReport = false
}
