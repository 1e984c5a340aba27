import Foundation
import SessionFormat

/// A quick look at all of a file: whether it is sound, which most are.
///
/// It reads what ``Salvage`` reads, every line, state and keyframe, but in sections that begin with a
/// keyframe, on all cores, and it does not say what is wrong. The order of lines was looked at when
/// the session was opened.
struct SoundReading: Sendable {
  private let session: Session

  /// About how many lines a section has.
  static let sectionLines = 8192

  init(_ session: Session) { self.session = session }

  /// Whether nothing of the file is damaged; false where that is not certain.
  ///
  /// Complexity: O(size of the file and of all its states).
  ///
  /// - Parameters:
  ///   - cores: How many sections are read at once.
  ///   - interrupted: Asked now and then; true ends the reading.
  /// - Throws: ``InspectorError/interrupted``.
  func isSound(
    cores: Int = ProcessInfo.processInfo.activeProcessorCount, interrupted: () -> Bool
  ) throws(InspectorError) -> Bool {
    guard session.mode == .tail, session.parts.count == 1, !session.isGrowing,
      session.fault == nil, session.steps.fault == nil, !hasTrouble, haveGapsRoom
    else { return false }
    let sections = sections
    for first in stride(from: 0, to: sections.count, by: max(1, cores)) {
      if interrupted() { throw .interrupted }
      guard areSound(Array(sections[first...].prefix(max(1, cores)))) else { return false }
    }
    return true
  }

  private var hasTrouble: Bool {
    session.notes.contains { if case .byteOrderMark = $0 { false } else { true } }
  }

  /// Whether no gap counts more lost actions than its numbers leave room for.
  private var haveGapsRoom: Bool {
    session.steps.gaps.allSatisfy { gap in
      guard case .gap(let line)? = try? session.line(gap.entry) else { return false }
      return line.lost <= gap.room
    }
  }

  /// Stretches of lines, each but the first beginning with a keyframe, which is the last line of the
  /// one before it as well.
  private var sections: [Range<Int>] {
    var sections: [Range<Int>] = []
    var start = 0
    while start < session.lines.count {
      var end = start + Self.sectionLines
      while end < session.lines.count, session.lines[end].kind != .keyframe { end += 1 }
      sections.append(start..<min(end + 1, session.lines.count))
      start = end >= session.lines.count ? end + 1 : end
    }
    return sections
  }

  private func areSound(_ sections: [Range<Int>]) -> Bool {
    Parallel.map(sections.count) { isSound(sections[$0]) }.allSatisfy { $0 }
  }

  private func isSound(_ section: Range<Int>) -> Bool {
    session.bytes.withUnsafeBytes { all in
      let text = all.bindMemory(to: UInt8.self)
      let audit = SectionAudit(text, hasCRC: session.parts[0].hasCRC)
      return session.lines.allSatisfy(in: section) { place, entry in
        let line = entry.start..<entry.start + entry.count
        if place == section.lowerBound, place > 0 { return audit.begin(line) }
        switch entry.kind {
        case .blank: return true
        case .state:
          let front = LineFront.place(text.extracting(line))
          return audit.follow(line, isPatch: front?.isWhole == false)
        default: return audit.follow(line, isPatch: false)
        }
      }
    }
  }
}
