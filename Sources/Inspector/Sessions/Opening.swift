import Foundation
import SessionFormat

/// The parts of a file that are read before its lines are indexed: its header and its last line.
struct Opening {
  struct Result {
    let part: SessionPart
    let header: SessionHeader
    /// The range of the complete lines.
    let whole: Range<Int>
    /// The offset at which the torn tail begins.
    let torn: Int?
    let notes: [Session.Note]
  }

  let bytes: Data
  let file: String
  let limits: ReadingLimits

  func run() throws(InspectorError) -> Result {
    let hasMark = bytes.prefix(3).elementsEqual([0xEF, 0xBB, 0xBF])
    let first = try firstLine(after: hasMark ? 3 : 0)
    let (header, hasCRC) = try header(first)
    let part = SessionPart(file: file, bytes: bytes, hasCRC: hasCRC, limits: limits)
    let notes: [Session.Note] = hasMark ? [.byteOrderMark] : []
    let reader = LineReader(parts: [part])
    let torn = TornTail(bytes: bytes, reader: reader).start(behind: first.start)
    let start = hasMark ? 3 : 0
    return Result(
      part: part, header: header,
      whole: start..<max(start, torn ?? bytes.count), torn: torn, notes: notes)
  }

  /// The offset at which the last line begins: after the last line feed.
  static func lastLine(of bytes: Data) -> Int {
    bytes.withUnsafeBytes { all in
      var start = all.count
      while start > 0, all[start - 1] != 0x0A { start -= 1 }
      return start
    }
  }

  /// The header: the first line that is not blank.
  private func firstLine(after start: Int) throws(InspectorError) -> LineIndex.Entry {
    let found: LineIndex.Entry? = bytes.withUnsafeBytes { all in
      let all = all.bindMemory(to: UInt8.self)
      var (at, number) = (start, 0)
      while at < all.count {
        number += 1
        let feed = all[at...].firstIndex(of: 0x0A)
        var end = feed ?? all.count
        if feed != nil, end > at, all[end - 1] == 0x0D { end -= 1 }
        if !LineIndex.isBlank(UnsafeBufferPointer(rebasing: all[at..<end])) {
          return LineIndex.Entry(start: at, count: end - at, number: number, kind: .session)
        }
        at = (feed ?? all.count) + 1
      }
      return nil
    }
    guard let found else {
      throw fault(.empty, SourceLocation(file: file, line: 1, column: 1, offset: 0))
    }
    return found
  }

  static func torn(at start: Int, behind lines: LineIndex, _ reader: LineReader) -> SessionError {
    torn(at: start, number: lines.nextNumber, reader)
  }

  /// The fault of a torn tail, for a reader of one file.
  static func torn(at start: Int, number: Int, _ reader: LineReader) -> SessionError {
    let last = LineIndex.Entry(
      start: start, count: reader.parts[0].bytes.count - start, number: number, kind: .damaged)
    return SessionError(
      location: reader.location(last, 0), cause: .torn(bytes: last.count))
  }

  private func header(
    _ entry: LineIndex.Entry
  ) throws(InspectorError) -> (SessionHeader, Bool) {
    let line = bytes.withUnsafeBytes { all in
      let bytes = all.bindMemory(to: UInt8.self).extracting(entry.start..<entry.start + entry.count)
      return Swift.Result { () throws(LineError) in try LineCoding.line(bytes, crc: .either) }
    }
    switch line {
    case .failure(let error):
      throw fault(lost(entry, error), location(entry, error.offset))
    case .success((.session(let header), let hasCRC)):
      if header.version > SessionHeader.version {
        throw fault(.laterVersion(header.version), location(entry, 0))
      }
      if let unknown = header.requires, !unknown.isEmpty {
        throw fault(.unknownRequirements(unknown), location(entry, 0))
      }
      return (header, hasCRC)
    case .success:
      throw fault(lost(entry, nil), location(entry, 0))
    }
  }

  private func location(_ entry: LineIndex.Entry, _ offset: Int) -> SourceLocation {
    let column = bytes.withUnsafeBytes { all in
      let line = all.bindMemory(to: UInt8.self).extracting(entry.start..<entry.start + entry.count)
      return TextPosition(offset: offset, in: line).column
    }
    return SourceLocation(
      file: file, line: entry.number, column: column, offset: entry.start + offset)
  }

  /// The fault of a first line that is not a header, which depends on whether session lines follow.
  private func lost(_ entry: LineIndex.Entry, _ error: LineError?) -> SessionError.Cause {
    let followers = LineIndex(bytes, entry.start..<min(bytes.count, entry.start + 1 << 20)) {
      _, _ in
    }
    let isFollowed = followers.contains { line in
      switch line.kind {
      case .unknown, .damaged, .blank, .session: false
      default: true
      }
    }
    return isFollowed ? .lostHeader(error) : .noHeader(error)
  }

  private func fault(_ cause: SessionError.Cause, _ location: SourceLocation) -> InspectorError {
    .session(SessionError(location: location, cause: cause))
  }
}
