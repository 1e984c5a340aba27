import Inspector
import SessionFormat

extension Session {
  /// The notes for the opening of a session: what was skipped or left out, a line each.
  ///
  /// Complexity: O(lines).
  package var openingNotes: [String] {
    var words = notes.map(\.words)
    let reading = reading
    guard mode == .salvage, reading.faultCount > 0 else { return words }
    if !hasHeader {
      words.append("the header is damaged or missing: the store is unknown, and no host reduces")
    }
    let isOne = reading.segments.isEmpty
    let faults = reading.faults.filter { !isOne || !$0.isTorn }
    words += faults.prefix(ReadingText.listed).map(isOne ? ReadingText.words : \.description)
    let rest =
      reading.faultCount - min(faults.count, ReadingText.listed) - notes.count(where: \.isTorn)
    if rest > 0 { words.append("and \(CountText.words(rest, "fault")) more, which check lists") }
    words.append(ReadingText.words(reading))
    return words
  }
}

extension Session.Note {
  fileprivate var isTorn: Bool { if case .torn = self { true } else { false } }
}

/// The account of what was read, in words and as JSON.
enum ReadingText {
  /// The most places of damage that are listed; the rest is only counted.
  static let listed = 20

  /// `37 lines read, 2 left out (431 bytes); closed`.
  static func words(_ reading: Reading) -> String {
    "\(CountText.words(reading.lines, "line")) read, \(skipped(reading)); \(ending(reading))"
  }

  /// `2 left out (431 bytes)`.
  static func skipped(_ reading: Reading) -> String {
    guard reading.skippedLines > 0 else { return "none left out" }
    return "\(reading.skippedLines) left out (\(CountText.words(reading.skippedBytes, "byte")))"
  }

  static func ending(_ reading: Reading) -> String { reading.isClosed ? "closed" : "not closed" }

  /// A place of damage.
  static func words(_ fault: SessionError) -> String {
    "line \(fault.location.line) at byte \(fault.location.offset): \(fault.words)"
  }

  /// A row for each place of damage: `line`, `column`, `offset`, `cause`; with several segments
  /// `file`.
  static func rows(of faults: [SessionError], in reading: Reading) -> [JSONValue] {
    ReportJSON.list(of: faults) { fault, row in
      if !reading.segments.isEmpty { row.add("file", fault.location.file) }
      row.add("line", fault.location.line)
      row.add("column", fault.location.column)
      row.add("offset", fault.location.offset)
      row.add("cause", fault.words)
    }
  }

  /// The files of a session of several segments, with what was left out of each.
  static func write(_ segments: [SegmentReading], to page: inout Page) {
    guard !segments.isEmpty else { return }
    var table = Table(.flexible, .right, .left)
    for segment in segments.prefix(listed) {
      let lines = CountText.words(segment.lines, "line")
      let isWhole = segment.skippedLines == 0
      let bytes = CountText.words(segment.skippedBytes, "byte")
      table.row(
        .text(segment.file), .text(lines, .dim),
        isWhole ? .literal("") : .text("\(segment.skippedLines) left out (\(bytes))", .removed))
    }
    page.table(table)
    page.rest(segments.count - listed, "and ", "segment", " more")
  }

  /// `file`, `lines`, `skipped` {`lines`, `bytes`}.
  static func json(_ segment: SegmentReading) -> JSONValue {
    [
      "file": .string(segment.file), "lines": .number(segment.lines),
      "skipped": [
        "lines": .number(segment.skippedLines), "bytes": .number(segment.skippedBytes),
      ],
    ]
  }

  /// `lines`, `bytes`.
  static func json(_ reading: Reading) -> JSONValue {
    ["lines": .number(reading.skippedLines), "bytes": .number(reading.skippedBytes)]
  }
}
