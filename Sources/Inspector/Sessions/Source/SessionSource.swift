import Foundation
import SessionFormat

/// The bytes of a session as lines, however they came.
struct SessionSource {
  /// The lines, inflated where they came gzipped.
  let bytes: Data
  private let file: String
  private let fault: GzipFault?
  /// How many of the bytes are inflated.
  let inflatedBytes: Int

  /// Lines that came as they are.
  init(lines: Data, file: String) {
    (bytes, self.file, fault, inflatedBytes) = (lines, file, nil, 0)
  }

  /// - Throws: Where gzipped bytes give no line, or too many.
  init(_ raw: Data, file: String, _ limits: ReadingLimits) throws(InspectorError) {
    self.file = file
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

  /// What is said of the gzip, at the end of the lines.
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
  /// Whether the end of the session may be missing, so that nothing can be said of how it ended.
  var losesEnd: Bool {
    switch self {
    case .torn: true
    case .gzip(let error):
      if case .gzip(let fault) = error.cause { fault.losesEnd } else { false }
    case .byteOrderMark, .segment, .newest: false
    }
  }
}
