import Foundation
import SessionFormat

/// What opening a file does before there is a session: its header and its last line are read, the
/// fronts of the others.
struct Opening {
  struct Result {
    let header: SessionHeader
    let hasCRC: Bool
    let lines: LineIndex
    let steps: StepIndex
    let notes: [Session.Note]
  }

  let bytes: Data
  let file: String

  func run() throws(InspectorError) -> Result {
    let hasMark = bytes.prefix(3).elementsEqual([0xEF, 0xBB, 0xBF])
    let first = try firstLine(after: hasMark ? 3 : 0)
    let (header, hasCRC) = try header(first)
    var notes: [Session.Note] = hasMark ? [.byteOrderMark] : []
    let reader = LineReader(bytes: bytes, file: file, hasCRC: hasCRC)
    let torn = tornLine(behind: first, reader)
    var steps = StepIndex(firstN: header.continues?.n ?? 0)
    let lines = LineIndex(bytes, (hasMark ? 3 : 0)..<(torn?.start ?? bytes.count)) { place, index in
      if index >= first.number { steps.take(place, at: index) }
    }
    steps.finish()
    if let torn {
      let last = LineIndex.Entry(
        start: torn.start, count: torn.count, number: lines.count + 1, kind: .damaged)
      let cause = SessionError.Cause.torn(bytes: torn.count)
      notes.append(.torn(SessionError(location: reader.location(last, 0), cause: cause)))
    }
    return Result(header: header, hasCRC: hasCRC, lines: lines, steps: steps, notes: notes)
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

  /// The last line, where it has no line end and is not whole.
  private func tornLine(
    behind header: LineIndex.Entry, _ reader: LineReader
  ) -> LineIndex.Entry? {
    let start = bytes.withUnsafeBytes { all -> Int in
      var start = all.count
      while start > 0, all[start - 1] != 0x0A { start -= 1 }
      return start
    }
    guard start > header.start, start < bytes.count else { return nil }
    let last = LineIndex.Entry(
      start: start, count: bytes.count - start, number: 0, kind: .damaged)
    let isBlank = reader.withBytes(of: last) { LineIndex.isBlank($0) }
    return isBlank || reader.error(last) == nil ? nil : last
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
