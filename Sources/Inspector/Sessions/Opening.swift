import Foundation
import SessionFormat

/// What is read of a file before its lines are looked for: its header and its last line.
struct Opening {
  struct Result {
    let part: SessionPart
    /// The line of the header in the file, from 1.
    let headerNumber: Int
    /// The lines that are whole.
    let whole: Range<Int>
    let notes: [Session.Note]
  }

  let bytes: Data
  let file: String

  func run() throws(InspectorError) -> Result {
    let hasMark = bytes.prefix(3).elementsEqual([0xEF, 0xBB, 0xBF])
    let first = try firstLine(after: hasMark ? 3 : 0)
    let (header, hasCRC) = try header(first)
    let part = SessionPart(file: file, bytes: bytes, hasCRC: hasCRC, header: header)
    var notes: [Session.Note] = hasMark ? [.byteOrderMark] : []
    let lastStart = Self.lastLine(of: bytes)
    var end = bytes.count
    if let error = tornLine(from: lastStart, behind: first, LineReader(parts: [part])) {
      notes.append(.torn(error))
      end = lastStart
    }
    let start = hasMark ? 3 : 0
    return Result(
      part: part, headerNumber: first.number, whole: start..<max(start, end), notes: notes)
  }

  /// Where the last line begins: behind the last line feed.
  static func lastLine(of bytes: Data) -> Int {
    bytes.withUnsafeBytes { all in
      var start = all.count
      while start > 0, all[start - 1] != 0x0A { start -= 1 }
      return start
    }
  }

  /// The first line that is not blank, which is the header.
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

  /// The fault of the last line, where it has no line end and is not whole.
  private func tornLine(
    from start: Int, behind header: LineIndex.Entry, _ reader: LineReader
  ) -> SessionError? {
    guard start > header.start, start < bytes.count else { return nil }
    let feeds = bytes.withUnsafeBytes { all in
      var count = 0
      var at = 0
      while at < start, let base = all.baseAddress,
        let feed = Memory.first(0x0A, in: base + at, start - at)
      {
        count += 1
        at = UnsafeRawPointer(feed) - base + 1
      }
      return count
    }
    let last = LineIndex.Entry(
      start: start, count: bytes.count - start, number: feeds + 1, kind: .damaged)
    let isBlank = reader.withBytes(of: last) { LineIndex.isBlank($0) }
    guard !isBlank, reader.error(last) != nil else { return nil }
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
      throw fault(.noHeader(error), location(entry, error.offset))
    case .success((.session(let header), let hasCRC)):
      if header.version > SessionHeader.version {
        throw fault(.laterVersion(header.version), location(entry, 0))
      }
      if let unknown = header.requires, !unknown.isEmpty {
        throw fault(.unknownRequirements(unknown), location(entry, 0))
      }
      return (header, hasCRC)
    case .success:
      throw fault(.noHeader(nil), location(entry, 0))
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

  private func fault(_ cause: SessionError.Cause, _ location: SourceLocation) -> InspectorError {
    .session(SessionError(location: location, cause: cause))
  }
}
