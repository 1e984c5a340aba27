import Foundation
import SessionFormat

/// One file of a possibly damaged session, before its lines are judged.
package struct SalvagedPart: Sendable {
  package private(set) var part: SessionPart
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
  init(_ source: SessionSource, ignoresCRC: Bool = false) throws(InspectorError) {
    var part = SessionPart(source, hasCRC: false)
    var lines = LineIndex(part.bytes, part.start..<part.bytes.count)
    part.hasCRC = ChecksumRule(lines, LineReader(parts: [part])).isRequired
    self.part = part
    let reader = LineReader(parts: [part], ignoresCRC: ignoresCRC)
    torn = lines.first.flatMap { TornTail(reader: reader).start(behind: $0.start) }
    if let torn { lines = LineIndex(part.bytes, part.start..<torn) }
    self.lines = lines
    front = try SalvageFront(lines, reader)
    self.part.hasSplices = front.header?.hasSplices ?? true  // what announces them is lost
    let note = source.notes(behind: lines.nextNumber - 1).first
    if case .gzip(let error)? = note { gzip = error } else { gzip = nil }
    losesEnd = note?.losesEnd ?? false
  }

  /// A reader for entries of its own index.
  var reader: LineReader { LineReader(parts: [part]) }

  /// The fault of its last line, if that was cut off.
  var tornFault: SessionError? {
    torn.map { TornTail(reader: reader).fault(at: $0, number: lines.nextNumber) }
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
