import Foundation
import SessionFormat

/// The bytes of a session as lines, inflated if necessary.
struct SessionSource {
  /// The lines, inflated if they were gzipped.
  let bytes: Data
  private let file: String
  private let fault: GzipFault?
  /// The number of bytes that came from a gzip.
  let inflatedBytes: Int
  /// What reading them may cost.
  let limits: ReadingLimits

  /// Lines that were read before.
  init(lines: Data, file: String, _ limits: ReadingLimits) {
    (bytes, self.file, fault, inflatedBytes) = (lines, file, nil, 0)
    self.limits = limits
  }

  /// - Throws: If gzipped bytes give no line or too many bytes, or if a line is too long.
  init(_ raw: Data, file: String, _ limits: ReadingLimits) throws(InspectorError) {
    try self.init(inflating: raw, file: file, limits)
    try refuseLongLine()
  }

  /// Refuses a line that would take more memory than the limits allow.
  private func refuseLongLine() throws(InspectorError) {
    guard let number = LongLine.first(in: bytes, limit: limits.lineBytes) else { return }
    throw .lineTooLong(file: file, line: number, limit: limits.lineBytes)
  }

  private init(
    inflating raw: Data, file: String, _ limits: ReadingLimits
  ) throws(InspectorError) {
    (self.file, self.limits) = (file, limits)
    guard Inflation.isGzip(raw) else {
      bytes = raw
      fault = nil
      inflatedBytes = 0
      return
    }
    let inflation: Inflation
    do { inflation = try Inflation(raw, limits) } catch {
      throw .inflatesTooFar(file: file, limit: error.limit)
    }
    bytes = inflation.bytes
    inflatedBytes = bytes.count
    fault = inflation.fault
    if Inflation.isGzip(bytes) { throw .session(error(.gzipTwice, line: 1, offset: 0)) }
    if let fault, bytes.isEmpty { throw .session(error(.gzip(fault), line: 1, offset: 0)) }
  }

  /// The notes on the gzip, located after the last line.
  func notes(behind lines: Int) -> [Session.Note] {
    guard let fault else { return [] }
    return [.gzip(error(.gzip(fault), line: lines + 1, offset: bytes.count))]
  }

  private func error(_ cause: SessionError.Cause, line: Int, offset: Int) -> SessionError {
    SessionError(
      location: SourceLocation(file: file, line: line, column: 1, offset: offset), cause: cause)
  }
}

extension Session.Note {
  /// Whether the end of the session may be missing, so that its ending is unknown.
  var losesEnd: Bool {
    switch self {
    case .torn: true
    case .gzip(let error):
      if case .gzip(let fault) = error.cause { fault.losesEnd } else { false }
    case .byteOrderMark, .segment, .newest: false
    }
  }
}
