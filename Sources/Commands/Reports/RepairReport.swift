import Inspector
package import SessionFormat

/// What a repair kept, left out, and added.
package struct RepairReport: Report {
  let source: String
  let file: String
  let wasSound: Bool
  let recrc: Bool
  let reading: Reading
  let account: Repair.Account
  /// What a host was asked to recompute, and did not; nil if none was asked.
  let left: [RecoveredStates.Left]?
  /// What the host did in addition to its answers.
  let notes: [HostNote]
  /// The later segment from whose header that of the copy is made.
  let headerFile: String?

  private static let listed = ReadingText.listed

  init(_ repair: Repair, _ account: Repair.Account, file: String) {
    source = repair.session.file
    self.file = file
    wasSound = repair.isSound
    recrc = repair.recrc
    reading = repair.read.reading(.salvage, repair.gzipFaults)
    self.account = account
    left = repair.recovered?.left
    notes = repair.recovered?.notes ?? []
    let place = repair.read.headerPart
    headerFile = place.flatMap { $0 > 0 ? repair.read.parts[$0].part.file : nil }
  }

  /// `file`, `copy`, `sound`, `recrc`, `kept`, `escaped`, `damaged`, `dropped`, `whole`, `gaps`, `lostStates`,
  /// `droppedActions`, `header`, `faults`, with a host `recomputed`, `notRecomputed` and `notes`, and of
  /// several segments `joints` and `segments`.
  package var json: JSONValue {
    var json = ReportJSON("repair")
    json.add("file", source)
    json.add("copy", file)
    json.add("sound", wasSound)
    json.add("recrc", recrc)
    json.add("kept", account.kept)
    if account.escaped > 0 { json.add("escaped", account.escaped) }
    json.add("damaged", reading.skippedLines - account.takenAgain)
    json.add("dropped", account.dropped)
    json.add("whole", account.madeWhole)
    json.add("gaps", account.gaps.map { ["n": .number($0.n), "lost": .number($0.lost)] })
    json.add("lostStates", account.lostStates.map(Self.range))
    json.add("droppedActions", Self.ranges(account.droppedActions).map(Self.range))
    json.add("header", account.header.map { SessionLine.session($0).document })
    json.add("faults", ReadingText.rows(of: reading.faults, in: reading))
    if let left {
      json.add("recomputed", Self.ranges(account.recomputed).map(Self.range))
      json.add("notRecomputed", of: left) { left, row in
        row.add("from", left.states.lowerBound)
        row.add("to", left.states.upperBound)
        row.add("reason", left.reason)
      }
      json.add("notes", notes.json)
    }
    if !reading.segments.isEmpty {
      json.add("joints", account.joints)
      json.add("segments", reading.segments.map(ReadingText.json))
    }
    return json.value
  }

  private static func range(_ range: ClosedRange<Int>) -> JSONValue {
    ["from": .number(range.lowerBound), "to": .number(range.upperBound)]
  }

  /// Ascending numbers as ranges.
  private static func ranges(_ numbers: [Int]) -> [ClosedRange<Int>] {
    numbers.reduce(into: []) { ranges, n in
      if let last = ranges.last, last.upperBound + 1 == n {
        ranges[ranges.count - 1] = last.lowerBound...n
      } else {
        ranges.append(n...n)
      }
    }
  }

  /// `no state`, `state 8`, `states 3 to 5, 8`.
  private static func words(_ ranges: [ClosedRange<Int>], of things: String) -> String {
    guard let first = ranges.first else { return "no \(things)" }
    let isOne = ranges.count == 1 && first.count == 1
    let words = ranges.prefix(listed).map { range in
      range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
    }
    let rest = ranges.count - words.count
    return "\(things)\(isOne ? "" : "s") " + words.joined(separator: ", ")
      + (rest > 0 ? ", and \(rest) more" : "")
  }

  /// The number of lines in which characters were escaped; nil if there are none.
  private var escapedWords: String? {
    guard account.escaped > 0 else { return nil }
    return "characters that act on a terminal or cannot be seen, which are escaped in "
      + CountText.words(account.escaped, "line")
  }

  /// What was done, and what is lost.
  package func write(to page: inout Page) {
    for fault in reading.faults.prefix(Self.listed) {
      page.line(.text(fault.description, .error))
    }
    let rest = reading.faultCount - min(reading.faults.count, Self.listed)
    page.rest(rest, "and ", "fault", " more", .error)
    let kept = CountText.words(account.kept, "line")
    if wasSound {
      let isOne = reading.segments.isEmpty
      let what = isOne ? "" : ": \(reading.segments.count) sound segments in one file"
      let how = recrc ? "every line has a fresh checksum" : "sound already, copied as it is"
      let but = escapedWords.map { ", but for \($0)" } ?? ""
      page.line(
        .text(file, .bold), .literal("  "),
        .text("\(kept)\(what)" + (isOne ? ": \(how)" : recrc ? ", \(how)" : "") + but))
      return
    }
    ReadingText.write(reading.segments, to: &page)
    page.line(.text(file, .bold), .literal(": repaired", .added), .text("  \(kept) kept", .dim))
    var table = Table(.left, .flexible)
    table.row(
      "left out",
      "\(CountText.words(reading.skippedLines - account.takenAgain, "damaged line")) of "
        + CountText.words(reading.skippedBytes - account.bytesTakenAgain, "byte"))
    table.row("escaped", escapedWords)
    if account.dropped > 0 {
      let verb = account.dropped == 1 ? "depends" : "depend"
      table.row(
        "", "\(CountText.words(account.dropped, "sound line")) that \(verb) on what is lost")
    }
    if !account.droppedActions.isEmpty {
      table.row("", "among them \(Self.words(Self.ranges(account.droppedActions), of: "action"))")
    }
    if let header = account.header {
      let start = header.continues.map { "; it begins at state \($0.n)" } ?? ""
      if headerFile == nil {
        table.row(
          "made up", "the header: id, started and store say that they are not known\(start)")
      } else {
        table.row("made up", "the header, from what a later segment says of the session\(start)")
      }
    }
    for gap in account.gaps.prefix(Self.listed) {
      table.row(
        "gap", "before state \(gap.n): \(CountText.words(gap.lost, "action")) without a line")
    }
    if account.gaps.count > Self.listed {
      table.row("gap", "and \(account.gaps.count - Self.listed) more")
    }
    table.row("lost", Self.words(account.lostStates, of: "state"))
    writeRecomputed(to: &table)
    if account.madeWhole > 0 {
      table.row("written", "\(CountText.words(account.madeWhole, "state")) whole, after a gap")
    }
    page.table(table)
  }

  /// What the host recomputed, and why it recomputed no more.
  private func writeRecomputed(to table: inout Table) {
    guard let left else { return }
    let count = account.recomputed.count
    let states = Self.words(Self.ranges(account.recomputed), of: "state")
    table.row("recomputed", count > 1 ? "\(CountText.words(count, "state")), \(states)" : states)
    for left in left.prefix(Self.listed) {
      table.row("not made", "\(Self.words([left.states], of: "state")): \(left.reason)")
    }
    if left.count > Self.listed { table.row("not made", "and \(left.count - Self.listed) more") }
    for words in notes.listed { table.row("note", words) }
  }
}
