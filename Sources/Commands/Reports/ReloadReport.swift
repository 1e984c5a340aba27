import Inspector
package import SessionFormat

/// The changes by another build of the reducer.
package struct ReloadReport: Report {
  /// The program; nil if a given host reduces.
  private let host: HostCommand?
  private let changes: [Reload.Change]
  private let notes: [HostNote]

  init(_ reload: Reload, host: HostCommand?) {
    (changes, notes) = (reload.changes, reload.notes)
    self.host = host
  }

  /// Whether nothing changed.
  var isSame: Bool {
    changes.allSatisfy { $0.differing == 0 && ($0.stop == nil || $0.isRecordedCrash) }
  }

  /// Whether a host gave no answer with which a state could be compared.
  var isUnknown: Bool { changes.contains(where: \.isUnanswered) }

  /// `host`, `sample`, `timelines`, `notes`.
  package var json: JSONValue {
    var json = ReportJSON("reload")
    json.add("host", host?.description ?? "host")
    json.add("sample", host?.sample)
    json.add("timelines", rows)
    json.add("notes", notes.json)
    return json.value
  }

  /// A row for each timeline: `name`, `compared`, `differing`, (`throwing`, `notComparable`, `opaque`, `migrated`,) `n`, `type`,
  /// `stopped`, `death`.
  package var rows: [JSONValue] {
    ReportJSON.list(of: changes) { change, json in
      json.add("name", change.name)
      json.add("compared", change.compared)
      json.add("differing", change.differing)
      if change.throwing > 0 { json.add("throwing", change.throwing) }
      if !change.notComparable.isEmpty { json.add(change.notComparable) }
      json.add("opaque", change.opaque?.json)
      if change.isMigrated { json.add("migrated", true) }
      json.add("n", change.first?.n)
      json.add("type", change.first?.type)
      json.add("stopped", change.stop)
      json.add("death", change.death?.json)
    }
  }

  /// A line for each timeline, and how its host ended.
  package func write(to page: inout Page) {
    var table = Table(.left, .left)
    for change in changes {
      let count = CountText.words(change.compared, "state")
      let others = change.notComparable
      guard let first = change.first else {
        let same = CountText.words(change.compared - others.count, "state")
        table.row(
          .text(change.name, .bold),
          .text("\(same) as before\(others.notComparableText)\(change.suffix)", .dim))
        continue
      }
      table.row(
        .text(change.name, .bold),
        .text(
          "\(change.differing) of \(count) differ\(change.throwingText)\(others.notComparableText), "
            + "first after \(first.n) \(first.type)\(change.suffix)", .removed))
    }
    page.table(table)
    for change in changes { change.opaque?.write(to: &page, of: change.name) }
    for change in changes {
      guard let stop = change.stop else { continue }
      page.line(.literal("  "), .text(change.name, .bold), .text("  \(stop)"))
      change.death?.writeStandardError(to: &page, indent: change.name.count + 4)
    }
    notes.write(to: &page, margin: "  note  ")
  }
}

extension Reload.Change {
  /// The text after that of the change.
  fileprivate var suffix: String { isMigrated ? ", migrated" : "" }

  /// How many of the differing steps differ only in the thrown error.
  fileprivate var throwingText: String {
    throwing > 0 ? ", \(throwing) of them only in what is thrown" : ""
  }
}

/// A branch that was written as a session.
package struct SavedBranchReport: Report {
  let branch: Timeline
  let file: String
  let bytes: Int
  /// How many marks of the user it has.
  let marks: Int
  /// How many it has no step for.
  let leftOut: Int

  /// `branch`, `file`, `bytes`, `derived`, (`marks`), (`marksLeftOut`), `stopped`.
  package var json: JSONValue {
    var json = ReportJSON("saved")
    json.add("branch", branch.name)
    json.add("file", file)
    json.add("bytes", bytes)
    json.add("derived", BranchText.derivation(of: branch))
    if marks > 0 { json.add("marks", marks) }
    if leftOut > 0 { json.add("marksLeftOut", leftOut) }
    json.add("stopped", branch.stop?.json)
    return json.value
  }

  /// One line, the marks that have no step, and that the branch ends before its actions do.
  package func write(to page: inout Page) {
    let changes = branch.isBranch ? BranchText.changes(of: branch).count : nil
    let contents = [
      branch.name, changes.map { CountText.words($0, "change") },
      marks > 0 ? CountText.words(marks, "mark") : nil,
    ]
    page.line(
      .literal("written  ", .dim), .text(file, .bold),
      .text("  \(contents.compactMap(\.self).joined(separator: ", "))", .dim))
    if leftOut > 0 {
      let verb = leftOut == 1 ? "has" : "have"
      page.line(
        .literal("  left out  ", .dim),
        .text("\(CountText.words(leftOut, "mark")) that \(verb) no step on \(branch.name)"))
    }
    if let stop = branch.stop {
      page.line(.literal("  stopped  ", .error), .text(stop.words))
    }
  }
}
