import Foundation
import SessionFormat

/// A fast reading of a whole session that only decides whether it is sound, as most are.
///
/// It reads what ``Salvage`` reads: every line, state and keyframe. But it reads sections, each
/// from a whole state on, in parallel on all cores, and does not say what is wrong. The order of
/// lines was checked when the session was opened.
struct SoundReading: Sendable {
  private let session: Session

  /// The approximate number of lines in a section.
  static let sectionLines = 8192

  private let sectionLines: Int

  /// - Parameter sectionLines: The approximate number of lines in a section, 1 or more.
  init(_ session: Session, sectionLines: Int = Self.sectionLines) {
    self.session = session
    self.sectionLines = sectionLines
  }

  /// Whether nothing in the file is damaged; false if that is uncertain.
  ///
  /// Complexity: O(size of the file and of all its states).
  ///
  /// - Parameters:
  ///   - cores: The number of sections to read at once.
  ///   - interrupted: Called between batches of sections; true ends the reading.
  /// - Throws: ``InspectorError/interrupted``.
  func isSound(
    cores: Int = Parallel.cores, interrupted: () -> Bool
  ) throws(InspectorError) -> Bool {
    guard mayBeSound else { return false }
    let sections = sections
    for first in stride(from: 0, to: sections.count, by: max(1, cores)) {
      if interrupted() { throw .interrupted }
      let batch = Array(sections[first...].prefix(max(1, cores)))
      guard Parallel.map(batch.count, { isSound(batch[$0]) }).allSatisfy(\.self) else {
        return false
      }
    }
    return true
  }

  /// Whether opening the session found nothing that needs another reading.
  ///
  /// Complexity: O(gaps).
  var mayBeSound: Bool {
    session.mode == .tail && !session.isGrowing && session.fault == nil
      && session.steps.fault == nil && session.steps.mended.isEmpty && !hasTrouble && haveGapsRoom
  }

  private var hasTrouble: Bool {
    session.notes.contains { note in
      switch note {
      case .byteOrderMark, .newest: false
      case .torn, .gzip, .segment: true
      }
    }
  }

  /// Whether no gap counts more lost actions than its numbers leave room for.
  private var haveGapsRoom: Bool {
    session.steps.gaps.allSatisfy { gap in
      guard case .gap(let line)? = try? session.line(gap.entry) else { return false }
      return line.lost <= gap.room
    }
  }

  /// Consecutive lines of one part.
  struct Section: Sendable {
    fileprivate let lines: Range<Int>
    fileprivate let part: Int
    /// Whether it begins with a whole state, which also is the last line of the section before it.
    fileprivate let beginsWithState: Bool
    /// Whether it is the last of its part.
    fileprivate let isLast: Bool
  }

  /// Complexity: at most O(lines), of which only the front is read; far less if states are whole.
  var sections: [Section] {
    session.parts.indices.flatMap { part in
      let all = session.lines.lines(ofPart: part)
      var sections: [Section] = []
      var start = all.lowerBound
      while start < all.upperBound {
        var end = start + sectionLines
        while end < all.upperBound, !isWhole(end) { end += 1 }
        let isLast = end >= all.upperBound
        sections.append(
          Section(
            lines: start..<(isLast ? all.upperBound : end + 1), part: part,
            beginsWithState: start > all.lowerBound, isLast: isLast))
        start = isLast ? all.upperBound : end
      }
      return sections
    }
  }

  /// Whether a line has a whole state, judged by its front.
  private func isWhole(_ line: Int) -> Bool {
    session.lines.withBytes(of: line) { LineFront.place($0)?.isWhole ?? false }
  }

  /// Whether nothing in these lines is damaged; false if that is uncertain.
  func isSound(_ section: Section) -> Bool {
    let part = session.parts[section.part]
    return part.bytes.withUnsafeBytes { all in
      let text = all.bindMemory(to: UInt8.self)
      let audit = SectionAudit(text, hasCRC: part.hasCRC, limits: session.patchLimits)
      let isSound = session.lines.allSatisfy(in: section.lines) { place, entry in
        let line = entry.start..<entry.start + entry.count
        if section.beginsWithState, place == section.lines.lowerBound {
          return audit.begin(line)
        }
        switch entry.kind {
        case .state:
          let front = LineFront.place(text.extracting(line))
          return audit.follow(line, isPatch: front?.isWhole == false)
        // Usually one value that something else set.
        case .outside: return audit.follow(line, isPatch: true)
        default: return audit.follow(line, isPatch: false)
        }
      }
      return isSound && (!section.isLast || goesOn(audit, behind: section.part))
    }
  }

  /// Whether the next part begins with the last state of this one, if it repeats a state.
  private func goesOn(_ audit: SectionAudit, behind part: Int) -> Bool {
    guard part + 1 < session.parts.count else { return true }
    let next = session.parts[part + 1]
    let lines = session.lines.lines(ofPart: part + 1)
    guard let place = lines.first(where: { session.lines[$0].kind == .state }) else {
      return false
    }
    let entry = session.lines[place]
    return next.bytes.withUnsafeBytes { all in
      let text = all.bindMemory(to: UInt8.self)
      let line = entry.start..<entry.start + entry.count
      guard let front = LineFront.place(text.extracting(line)) else { return false }
      // After a gap it is another state.
      guard session.steps.states[front.n] != place else { return true }
      let beginning = SectionAudit(text, hasCRC: next.hasCRC, limits: session.patchLimits)
      return beginning.begin(line) && audit.agrees(with: beginning)
    }
  }
}
