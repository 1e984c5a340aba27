import Foundation
import SessionFormat

/// The bytes of a session as lines, inflated if necessary.
struct SessionSource {
  /// The lines, inflated if they were gzipped.
  let bytes: Data
  /// The file as the user named it, or as found in the folder that the user named.
  let file: String
  private let fault: GzipFault?
  /// The number of bytes that came from a gzip.
  let inflatedBytes: Int
  /// What reading them may cost.
  let limits: ReadingLimits

  /// Lines that were read before.
  init(lines: Data, file: String, _ limits: ReadingLimits) {
    (bytes, self.file, fault, inflatedBytes, self.limits) = (lines, file, nil, 0, limits)
  }

  /// - Throws: If gzipped bytes give no line or too many bytes, or if a line is too long.
  init(_ raw: Data, file: String, _ limits: ReadingLimits) throws(InspectorError) {
    (self.file, self.limits) = (file, limits)
    if Inflation.isGzip(raw) {
      let inflation: Inflation
      do { inflation = try Inflation(raw, limits) } catch {
        throw .inflatesTooFar(file: file, limit: error.limit)
      }
      (bytes, fault, inflatedBytes) = (inflation.bytes, inflation.fault, inflation.bytes.count)
      if Inflation.isGzip(bytes) { throw .session(SessionError(file: file, .gzipTwice)) }
      if let fault, bytes.isEmpty { throw .session(SessionError(file: file, .gzip(fault))) }
    } else {
      (bytes, fault, inflatedBytes) = (raw, nil, 0)
    }
    if let line = LongLine.first(in: bytes, limits) {
      throw InspectorError(line, in: file, limits)
    }
  }

  /// The notes on the gzip, located after the last line.
  func notes(behind lines: Int) -> [Session.Note] {
    guard let fault else { return [] }
    let end = SourceLocation(file: file, line: lines + 1, column: 1, offset: bytes.count)
    return [.gzip(SessionError(location: end, cause: .gzip(fault)))]
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
