import Foundation
import SessionFormat

/// Reads single lines of a session file, and says where in the file a fault lies.
struct LineReader: Sendable {
  let bytes: Data
  let file: String
  let hasCRC: Bool

  /// The line at an entry, checked as the format asks.
  func line(_ entry: LineIndex.Entry) throws(SessionError) -> SessionLine {
    let result = withBytes(of: entry) { line in
      Result { () throws(LineError) in
        try LineCoding.line(line, crc: hasCRC ? .required : .forbidden).line
      }
    }
    switch result {
    case .success(let line): return line
    case .failure(let error):
      throw SessionError(location: location(entry, error.offset), cause: .line(error))
    }
  }

  /// The damage of a line, or nil where it is sound.
  func error(_ entry: LineIndex.Entry) -> SessionError? {
    do throws(SessionError) {
      _ = try line(entry)
      return nil
    } catch {
      return error
    }
  }

  /// The place of a byte of a line.
  func location(_ entry: LineIndex.Entry, _ offset: Int) -> SourceLocation {
    let column = withBytes(of: entry) { TextPosition(offset: offset, in: $0).column }
    return SourceLocation(
      file: file, line: entry.number, column: column, offset: entry.start + offset)
  }

  func withBytes<T>(of entry: LineIndex.Entry, _ body: (UnsafeBufferPointer<UInt8>) -> T) -> T {
    bytes.withUnsafeBytes { all in
      body(all.bindMemory(to: UInt8.self).extracting(entry.start..<entry.start + entry.count))
    }
  }
}

/// What opening a file does before there is a session.
struct Opening {
  struct Result {
    let header: SessionHeader
    let hasCRC: Bool
    let lines: [LineIndex.Entry]
    let notes: [Session.Note]
  }

  let bytes: Data
  let file: String

  func run() throws(InspectorError) -> Result {
    let index = bytes.withUnsafeBytes { LineIndex($0.bindMemory(to: UInt8.self)) }
    var lines = index.entries
    guard let first = lines.first else {
      throw fault(.empty, SourceLocation(file: file, line: 1, column: 1, offset: 0))
    }
    let (header, hasCRC) = try header(first)
    var notes: [Session.Note] = index.hadByteOrderMark ? [.byteOrderMark] : []
    let reader = LineReader(bytes: bytes, file: file, hasCRC: hasCRC)
    if index.endsWithoutLineFeed, lines.count > 1, let last = lines.last,
      last.start + last.count == bytes.count, reader.error(last) != nil
    {
      lines.removeLast()
      notes.append(
        .torn(
          SessionError(location: reader.location(last, 0), cause: .torn(bytes: last.count))))
    }
    return Result(header: header, hasCRC: hasCRC, lines: lines, notes: notes)
  }

  private func header(
    _ entry: LineIndex.Entry
  ) throws(InspectorError) -> (SessionHeader, Bool) {
    let reader = LineReader(bytes: bytes, file: file, hasCRC: false)
    let line = reader.withBytes(of: entry) { bytes in
      Swift.Result { () throws(LineError) in try LineCoding.line(bytes, crc: .either) }
    }
    switch line {
    case .failure(let error):
      throw fault(.noHeader(error), reader.location(entry, error.offset))
    case .success((.session(let header), let hasCRC)):
      if header.version > SessionHeader.version {
        throw fault(.laterVersion(header.version), reader.location(entry, 0))
      }
      if let unknown = header.requires, !unknown.isEmpty {
        throw fault(.unknownRequirements(unknown), reader.location(entry, 0))
      }
      return (header, hasCRC)
    case .success:
      throw fault(.noHeader(nil), reader.location(entry, 0))
    }
  }

  private func fault(_ cause: SessionError.Cause, _ location: SourceLocation) -> InspectorError {
    .session(SessionError(location: location, cause: cause))
  }
}
