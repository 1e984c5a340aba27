import SessionFormat

extension Session {
  /// What is to be said when the session is opened: what was passed over or left out, a line each.
  ///
  /// Complexity: O(lines).
  public var openingNotes: [String] {
    var words = notes.map(\.words)
    let reading = reading
    guard mode == .salvage, reading.faultCount > 0 else { return words }
    if !hasHeader {
      words.append("the header is damaged or missing: the store is unknown, and no host reduces")
    }
    let faults = reading.faults.filter { !$0.isTorn }
    words += faults.prefix(ReadingText.listed).map(ReadingText.words)
    let rest = reading.faultCount - min(faults.count, ReadingText.listed) - notes.count(\.isTorn)
    if rest > 0 { words.append("and \(ValueText.count(rest, "fault")) more, which check lists") }
    words.append(ReadingText.words(reading))
    return words
  }
}

extension Session.Note {
  fileprivate var isTorn: Bool { if case .torn = self { true } else { false } }
}

extension [Session.Note] {
  fileprivate func count(_ isCounted: (Session.Note) -> Bool) -> Int {
    reduce(0) { $0 + (isCounted($1) ? 1 : 0) }
  }
}

/// The accounting of what was read, in words and for programs.
enum ReadingText {
  /// How many places of damage are listed before the rest is only counted.
  static let listed = 20

  /// `37 lines read, 2 left out (431 bytes); closed`.
  static func words(_ reading: Reading) -> String {
    "\(ValueText.count(reading.lines, "line")) read, \(skipped(reading)); \(ending(reading))"
  }

  /// `2 left out (431 bytes)`.
  static func skipped(_ reading: Reading) -> String {
    guard reading.skippedLines > 0 else { return "none left out" }
    return "\(reading.skippedLines) left out (\(ValueText.count(reading.skippedBytes, "byte")))"
  }

  static func ending(_ reading: Reading) -> String { reading.isClosed ? "closed" : "not closed" }

  /// A place of damage.
  static func words(_ fault: SessionError) -> String {
    "line \(fault.location.line) at byte \(fault.location.offset): \(fault.words)"
  }

  /// `lines`, `bytes`.
  static func json(_ reading: Reading) -> JSONValue {
    ["lines": .number(reading.skippedLines), "bytes": .number(reading.skippedBytes)]
  }
}
