import Foundation
import SessionFormat

/// One file of a possibly damaged session, before its lines are judged.
package struct SalvagedPart: Sendable {
  /// The file as the user named it, or as found in the folder that the user named.
  package let file: String
  /// Its lines, inflated if they were gzipped.
  let bytes: Data
  let hasCRC: Bool
  /// What reading it may cost.
  let limits: ReadingLimits
  let hasMark: Bool
  /// The offset at which the torn tail begins.
  let torn: Int?
  /// What is wrong with its gzip.
  let gzip: SessionError?
  /// Whether that may have lost its end.
  let losesEnd: Bool
  /// Its complete lines.
  let lines: LineIndex
  let front: SalvageFront
  /// What is wrong with the segments left out directly before it, or at the transition to it.
  var before: [SessionError] = []
  /// Why states before its first are missing, if whole segments are.
  var missing: String?

  /// Reads what the lines as a whole show of a file.
  ///
  /// - Throws: If it has no line of a session, or needs a later reader.
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

  /// The range of its complete lines.
  var whole: Range<Int> { (hasMark ? 3 : 0)..<max(hasMark ? 3 : 0, torn ?? bytes.count) }

  /// The same file as a part of a session.
  var part: SessionPart {
    SessionPart(file: file, bytes: bytes, hasCRC: hasCRC, limits: limits)
  }

  /// A reader for entries of its own index.
  func reader(ignoresCRC: Bool) -> LineReader {
    LineReader(bytes: bytes, file: file, hasCRC: hasCRC, ignoresCRC: ignoresCRC)
  }

  /// The fault of its last line, if that was cut off.
  func tornFault(_ reader: LineReader) -> SessionError? {
    torn.map { Opening.torn(at: $0, behind: lines, reader) }
  }

  /// Its first number, if its header and its first state or gap agree.
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
