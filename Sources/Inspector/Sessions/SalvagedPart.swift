import Foundation
import SessionFormat

/// One file of a session that may be damaged anywhere, before its lines are judged.
package struct SalvagedPart: Sendable {
  /// The file as the user named it, or as it was found in the folder that the user named.
  package let file: String
  /// Its lines, inflated where they came gzipped.
  let bytes: Data
  let hasCRC: Bool
  /// What reading it may cost.
  let limits: ReadingLimits
  let hasMark: Bool
  /// Where the torn tail begins.
  let torn: Int?
  /// What is wrong with the gzip that it came in.
  let gzip: SessionError?
  /// Whether that may have cost its end.
  let losesEnd: Bool
  /// Its whole lines.
  let lines: LineIndex
  let front: SalvageFront
  /// What is wrong between it and the segments before it, and with those that are left out there.
  var before: [SessionError] = []
  /// Why states before its first one are missing, where whole segments are.
  var missing: String?

  /// Reads what is known of a file from its lines as a whole.
  ///
  /// - Throws: Where nothing in it is a line of a session, or it is for a later reader.
  init(
    _ source: SessionSource, file: String, ignoresCRC: Bool = false
  ) throws(InspectorError) {
    (self.file, bytes, limits) = (file, source.bytes, source.limits)
    hasMark = bytes.prefix(3).elementsEqual([0xEF, 0xBB, 0xBF])
    let start = hasMark ? 3 : 0
    var lines = LineIndex(bytes, start..<bytes.count) { _, _ in }
    let plain = LineReader(bytes: bytes, file: file, hasCRC: false, ignoresCRC: ignoresCRC)
    hasCRC = ChecksumRule(lines, plain).isRequired
    let reader = LineReader(bytes: bytes, file: file, hasCRC: hasCRC, ignoresCRC: ignoresCRC)
    let first = lines.first
    torn = first.flatMap { TornTail(bytes: source.bytes, reader: reader).start(behind: $0.start) }
    if let torn { lines = LineIndex(bytes, start..<torn) { _, _ in } }
    self.lines = lines
    front = try SalvageFront(lines, reader)
    let note = source.notes(behind: lines.nextNumber - 1).first
    if case .gzip(let error)? = note { gzip = error } else { gzip = nil }
    losesEnd = note?.losesEnd ?? false
  }

  /// Where its whole lines lie.
  var whole: Range<Int> { (hasMark ? 3 : 0)..<max(hasMark ? 3 : 0, torn ?? bytes.count) }

  /// The same file as a part of a session.
  var part: SessionPart {
    SessionPart(file: file, bytes: bytes, hasCRC: hasCRC, limits: limits)
  }

  /// Reads its lines, with entries of its own index.
  func reader(ignoresCRC: Bool) -> LineReader {
    LineReader(bytes: bytes, file: file, hasCRC: hasCRC, ignoresCRC: ignoresCRC)
  }

  /// That its last line was cut off.
  func tornFault(_ reader: LineReader) -> SessionError? {
    torn.map { Opening.torn(at: $0, behind: lines, reader) }
  }

  /// The number with which it begins, where its header and its first state say the same.
  var confirmedStart: Int? {
    guard front.header != nil, let header = front.headerPlace else { return nil }
    for place in lines.indices[(header + 1)...].prefix(8) {
      let first = lines.withBytes(of: place, LineIndex.place)
      switch first.kind {
      case .state, .gap: return first.n == front.firstN || first.kind == .gap ? front.firstN : nil
      case .unknown: continue
      default: return nil
      }
    }
    return nil
  }
}
