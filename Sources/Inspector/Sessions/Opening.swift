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
    /// Damage in the order of the lines, or in the last line where that was not merely cut off.
    let fault: SessionError?
  }

  let bytes: Data
  let file: String

  func run() throws(InspectorError) -> Result {
    let hasMark = bytes.prefix(3).elementsEqual([0xEF, 0xBB, 0xBF])
    let first = try firstLine(after: hasMark ? 3 : 0)
    let (header, hasCRC) = try header(first)
    var notes: [Session.Note] = hasMark ? [.byteOrderMark] : []
    let reader = LineReader(bytes: bytes, file: file, hasCRC: hasCRC)
    let torn = TornTail(bytes: bytes, reader: reader).start(behind: first.start)
    var steps = StepIndex(firstN: header.continues?.n ?? 0)
    let lines = LineIndex(bytes, (hasMark ? 3 : 0)..<(torn ?? bytes.count)) { place, index in
      if index >= first.number { steps.take(place, at: index) }
    }
    steps.finish()
    if let torn {
      notes.append(.torn(Self.torn(at: torn, behind: lines, reader)))
    }
    return Result(
      header: header, hasCRC: hasCRC, lines: lines, steps: steps, notes: notes,
      fault: fault(lines, steps, reader))
  }

  private func fault(
    _ lines: LineIndex, _ steps: StepIndex, _ reader: LineReader
  ) -> SessionError? {
    guard let broken = steps.fault else {
      return lines.last { $0.kind != .blank }.flatMap(reader.error)
    }
    let entry = lines[broken.entry]
    guard let cause = broken.cause else { return reader.error(entry) }
    return SessionError(location: reader.location(entry, 0), cause: cause)
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

  static func torn(at start: Int, behind lines: LineIndex, _ reader: LineReader) -> SessionError {
    let last = LineIndex.Entry(
      start: start, count: reader.bytes.count - start, number: lines.count + 1, kind: .damaged)
    return SessionError(
      location: reader.location(last, 0), cause: .torn(bytes: last.count))
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
      throw fault(lost(entry, error), reader.location(entry, error.offset))
    case .success((.session(let header), let hasCRC)):
      if header.version > SessionHeader.version {
        throw fault(.laterVersion(header.version), reader.location(entry, 0))
      }
      if let unknown = header.requires, !unknown.isEmpty {
        throw fault(.unknownRequirements(unknown), reader.location(entry, 0))
      }
      return (header, hasCRC)
    case .success:
      throw fault(lost(entry, nil), reader.location(entry, 0))
    }
  }

  /// That the first line is no header, and whether a session follows all the same.
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
