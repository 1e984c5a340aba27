import Foundation
import SessionFormat

/// The parts of a file that are read before its lines are indexed: its header and its last line.
struct Opening {
  let part: SessionPart
  let header: SessionHeader
  /// The offset at which the torn tail begins.
  let torn: Int?

  init(_ source: SessionSource) throws(InspectorError) {
    var part = SessionPart(source, hasCRC: false)
    guard let first = Self.firstLine(of: part) else {
      throw .session(SessionError(file: part.file, .empty))
    }
    (header, part.hasCRC) = try Self.header(first, LineReader(parts: [part]))
    part.hasSplices = header.hasSplices
    self.part = part
    torn = TornTail(reader: LineReader(parts: [part])).start(behind: first.start)
  }

  /// The first line that is not blank.
  private static func firstLine(of part: SessionPart) -> LineIndex.Entry? {
    part.bytes.withUnsafeBytes { all in
      let all = all.bindMemory(to: UInt8.self)
      var (at, number) = (part.start, 0)
      while at < all.count {
        number += 1
        let feed = all[at...].firstIndex(of: 0x0A)
        let next = feed.map { $0 + 1 } ?? all.count
        let end = LineIndex.lineEnd(at, next, all)
        if !LineIndex.isBlank(all.extracting(at..<end)) {
          return LineIndex.Entry(start: at, count: end - at, number: number, kind: .session)
        }
        at = next
      }
      return nil
    }
  }

  /// The header, and whether it has a checksum.
  private static func header(
    _ first: LineIndex.Entry, _ reader: LineReader
  ) throws(InspectorError) -> (SessionHeader, Bool) {
    let line = reader.withBytes(of: first) { line in
      Result { () throws(LineError) in try LineCoding.line(line, crc: .either) }
    }
    let fault: SessionError
    switch line {
    case .failure(let error):
      fault = reader.fault(lost(first, error, reader), first, at: error.offset)
    case .success((.session(let header), let hasCRC)):
      guard let refusal = header.refusal else { return (header, hasCRC) }
      fault = reader.fault(refusal, first)
    case .success:
      fault = reader.fault(lost(first, nil, reader), first)
    }
    throw .session(fault)
  }

  /// The fault of a first line that is not a header, which depends on whether session lines follow.
  private static func lost(
    _ first: LineIndex.Entry, _ error: LineError?, _ reader: LineReader
  ) -> SessionError.Cause {
    let bytes = reader.parts[0].bytes
    let followers = LineIndex(bytes, first.start..<min(bytes.count, first.start + 1 << 20))
    let isFollowed = followers.contains { line in
      switch line.kind {
      case .unknown, .damaged, .blank, .session: false
      default: true
      }
    }
    return isFollowed ? .lostHeader(error) : .noHeader(error)
  }
}

extension SessionHeader {
  /// Why this version cannot read the session; nil if it can.
  var refusal: SessionError.Cause? {
    if version > Self.version { return .laterVersion(version) }
    let unknown = unknownRequirements
    return unknown.isEmpty ? nil : .unknownRequirements(unknown)
  }
}
