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
  /// The actions of which an input may be lost.
  let lacking: [ClosedRange<Int>]

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
    lacking = repair.lackingInputs
    let place = repair.read.headerPart
    headerFile = place.flatMap { $0 > 0 ? repair.read.parts[$0].part.file : nil }
  }

  /// `file`, `copy`, `sound`, `recrc`, `kept`, `escaped`, `damaged`, `dropped`, `whole`, `gaps`, `lostStates`,
  /// (`lostLines`), (`lostInputs`), `droppedActions`, `header`, `faults`, with a host `recomputed`, `notRecomputed` and `notes`, and of
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
    json.add("lostStates", LossText.json(account.lostStates))
    if !damaged.isEmpty { json.add("lostLines", LossText.json(account.damaged)) }
    if !lacking.isEmpty { json.add("lostInputs", LossText.json(lacking)) }
    json.add("droppedActions", LossText.json(account.droppedActions.ranges))
    json.add("header", account.header.map { SessionLine.session($0).document })
    json.add("faults", ReadingText.rows(of: reading.faults, in: reading))
    if let left {
      json.add("recomputed", LossText.json(account.recomputed.ranges))
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
    table.row("left out", leftOut)
    table.row("escaped", escapedWords)
    if account.dropped > 0 {
      let verb = account.dropped == 1 ? "depends" : "depend"
      table.row(
        "", "\(CountText.words(account.dropped, "sound line")) that \(verb) on what is lost")
    }
    if !account.droppedActions.isEmpty {
      table.row("", "among them \(LossText.words(account.droppedActions.ranges, of: "action"))")
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
    table.row("lost", LossText.words(account.lostStates, of: "state"))
    writeInputs(to: &table)
    writeRecomputed(to: &table)
    if account.madeWhole > 0 {
      table.row("written", "\(CountText.words(account.madeWhole, "state")) whole, after a gap")
    }
    page.table(table)
  }

  /// How many lines are damaged, and what they were.
  private var leftOut: String {
    let lines = reading.skippedLines - account.takenAgain
    guard lines > 0 else { return "no damaged line" }
    return "\(CountText.words(lines, "damaged line")) of "
      + CountText.words(reading.skippedBytes - account.bytesTakenAgain, "byte")
      + (damaged.isEmpty ? "" : ": \(damaged)")
  }

  /// What the damaged lines were.
  private var damaged: String { LossText.words(account.damaged) }

  /// The recorded inputs that are lost, and those that may be.
  private func writeInputs(to table: inout Table) {
    let known = Set(account.damaged.inputs)
    if !known.isEmpty {
      table.row(
        "", LossText.words(known.sorted().ranges, of: "an input of action", "inputs of actions"))
    }
    let others = lacking.flatMap { $0 }.filter { !known.contains($0) }.ranges
    guard !others.isEmpty else { return }
    table.row(
      "", "perhaps \(LossText.words(others, of: "an input of action", "inputs of actions"))")
  }

  /// What the host recomputed, and why it recomputed no more.
  private func writeRecomputed(to table: inout Table) {
    guard let left else { return }
    let count = account.recomputed.count
    let states = LossText.words(account.recomputed.ranges, of: "state")
    table.row("recomputed", count > 1 ? "\(CountText.words(count, "state")), \(states)" : states)
    for left in left.prefix(Self.listed) {
      table.row("not made", "\(LossText.words([left.states], of: "state")): \(left.reason)")
    }
    if left.count > Self.listed { table.row("not made", "and \(left.count - Self.listed) more") }
    for words in notes.listed { table.row("note", words) }
  }
}
