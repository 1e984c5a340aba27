import Inspector
package import SessionFormat

/// The result of a change of the recorded actions.
package struct ChangeReport: Report {
  private let branch: Timeline
  private let result: ChangeResult
  private let changes: [BranchChanges.Change]
  private let step: StepReport
  /// The steps of the branch that its host refused.
  private let refused: [Int]

  private static let listed = 10

  /// - Parameter step: The current step.
  init(_ branch: Timeline, _ step: StepReport, _ result: ChangeResult) {
    self.branch = branch
    self.result = result
    changes = BranchChanges(from: Timeline(branch.session).plan, to: branch.plan).changes
    refused = branch.refused
    self.step = step
  }

  /// `branch`, `forked`, `fork`, `last`, `reduced`, `edits`, `refused`, `stopped`, `notes`, `step`.
  package var json: JSONValue {
    var json = ReportJSON("change")
    let recording = Timeline(branch.session)
    json.add("branch", branch.branchName)
    json.add("forked", result.forked)
    json.add("fork", branch.fork)
    json.add("last", branch.last)
    json.add("reduced", result.reduced)
    json.add("edits", changes.map { BranchText.json($0, recording, branch) })
    if !refused.isEmpty { json.add("refused", refused) }
    json.add("stopped", branch.stop?.json)
    json.add("notes", result.notes.json)
    json.add("step", step.json)
    return json.value
  }

  /// What was forked, changed and reduced, and the current step.
  package func write(to page: inout Page) {
    if result.isIdle {
      page.line(.text("nothing changes on \(branch.name)", .dim))
    } else {
      write(preface: &page)
    }
    step.write(to: &page)
  }

  private func write(preface page: inout Page) {
    if result.forked { page.line(.text(BranchText.forks(branch), .dim)) }
    let recording = Timeline(branch.session)
    if changes.isEmpty { page.line(.text("\(branch.name) is the recording again", .dim)) }
    for change in changes.prefix(Self.listed) {
      page.line(.literal("  "), .text(BranchText.words(change, recording, branch)))
    }
    page.rest(changes.count - Self.listed, "  … and ", "more change", "; compare shows all")
    page.line(.text("  \(CountText.words(result.reduced, "action")) reduced again", .dim))
    BranchText.write(faultsOf: branch, refused, to: &page)
    result.notes.write(to: &page, margin: "  note  ")
  }
}

extension BranchText {
  /// How a branch differs from its recording.
  static func edits(of branch: Timeline) -> [JSONValue] {
    let recording = Timeline(branch.session)
    return BranchChanges(from: recording.plan, to: branch.plan).changes.map {
      json($0, recording, branch)
    }
  }

  static func json(
    _ change: BranchChanges.Change, _ left: Timeline, _ right: Timeline
  ) -> JSONValue {
    let (name, was, n, type): (String, ClosedRange<Int>?, ClosedRange<Int>?, String) =
      switch change {
      case .skipped(let was): ("skipped", was, nil, type(was.lowerBound, left))
      case .edited(let was, let n): ("edited", was...was, n...n, type(n, right))
      case .inserted(let n): ("inserted", nil, n, type(n.lowerBound, right))
      case .moved(let was, let n): ("moved", was, n...n, type(was.lowerBound, left))
      }
    var json = ReportJSON()
    json.add("change", name)
    for case (let name, let range?) in [("was", was), ("n", n)] {
      json.add(name, range.lowerBound)
      if range.count > 1 { json.add("through", range.upperBound) }
    }
    json.add("type", type)
    return json.value
  }

  /// The text for a new branch.
  static func forks(_ branch: Timeline) -> String {
    "\(branch.name) forks after \(branch.fork); the recording stays as it is"
  }

  /// What the host did not reduce, and that the branch ends before its actions do.
  static func write(faultsOf branch: Timeline, _ refused: [Int], to page: inout Page) {
    for n in refused.prefix(3) {
      guard let error = (try? branch.step(n))?.refusal else { continue }
      page.line(.literal("  refused  ", .error), .text("\(n): \(error.words); the state stays"))
    }
    page.rest(refused.count - 3, "  … and ", "more action", " refused")
    branch.stop?.write(to: &page)
  }
}

/// A comparison of a branch with the recording, or with another branch.
package struct BranchComparisonReport: Report {
  let comparison: BranchComparison

  private static let listed = 20

  private var left: Timeline { comparison.left }
  private var right: Timeline { comparison.right }

  /// `left`, `right`, `same`, `edits`, `leftOut`, `compared`, `differing`, `notComparable`, `opaque`,
  /// `parting`, `end`, `endUnknown`, (`drawnAnew`), (`stopped`), (`crashed`).
  package var json: JSONValue {
    var json = ReportJSON("branch-comparison")
    json.add("left", left.name)
    json.add("right", right.name)
    json.add("same", comparison.isSame)
    json.add("edits", comparison.actions.changes.map { BranchText.json($0, left, right) })
    if comparison.leftOutCount > 0 {
      json.add("leftOut", of: comparison.leftOut) { change, json in
        json.add("after", change.after)
        json.add("of", change.isInLeft ? left.name : right.name)
        json.add("changes", ChangeText.json(change.changes))
      }
      json.add("leftOutCount", comparison.leftOutCount)
    }
    json.add("compared", comparison.compared)
    json.add("differing", comparison.differing)
    if !comparison.notComparable.isEmpty { json.add(comparison.notComparable) }
    if let (side, place) = comparison.opaque {
      json.add("opaque", place.json.object?.setting("of", to: .string(side.name)))
    }
    if let parting = comparison.parting {
      var part = ReportJSON()
      part.add("left", parting.left)
      part.add("right", parting.right)
      part.add("type", try? right.step(parting.right).type)
      part.add("changes", ChangeText.json(parting.changes))
      json.add("parting", part.value)
    }
    if let error = comparison.otherError {
      var part = ReportJSON()
      part.add("left", error.left)
      part.add("right", error.right)
      part.add("type", try? right.step(error.right).type)
      part.add("leftThrew", error.threw.left)
      part.add("rightThrew", error.threw.right)
      part.add("count", comparison.throwing)
      json.add("threw", part.value)
    }
    json.add("end", comparison.end.map { ChangeText.json($0.list) })
    if comparison.end?.areUnknown == true { json.add("endUnknown", true) }
    if let first = comparison.fresh.first {
      var part = ReportJSON()
      part.add("of", first.of.name)
      part.add("n", first.n)
      part.add("type", try? first.of.step(first.n).type)
      part.add("inputs", first.inputs)
      part.add("count", comparison.fresh.count)
      json.add("drawnAnew", part.value)
    }
    if !stops.isEmpty {
      json.add("stopped", of: stops) { side, json in
        json.add("branch", side.name)
        side.stop.add(to: &json)
      }
    }
    json.add("crashed", crash?.n)
    return json.value
  }

  private func writeLeftOut(to page: inout Page) {
    for change in comparison.leftOut {
      let (with, without) = change.isInLeft ? (left, right) : (right, left)
      page.line(
        .text("  \(without.name) is without the change from outside after \(change.after)"),
        .text(
          " of \(with.name)\(change.changes.isEmpty ? ", which changed nothing" : ":")", .dim))
      ChangeLines(change.changes, in: nil).write(to: &page, indent: "    ", limit: 3)
    }
    let more = comparison.leftOutCount - comparison.leftOut.count
    page.rest(more, "  … and ", "more change", " from outside")
  }

  /// Those of the two that end before their actions do.
  private var stops: [(name: String, stop: BranchStop)] {
    [left, right].compactMap { side in side.stop.map { (side.name, $0) } }
  }

  /// The action in which the app crashed while it was recorded, and the timeline that ends so.
  private var crash: (name: String, n: Int)? {
    guard let side = [left, right].first(where: { !$0.isBranch }),
      case .died(let actions) = side.session.ending
    else { return nil }
    return (side.name, actions.lowerBound)
  }

  /// The changes, the first state that differs, and the differences at the end.
  package func write(to page: inout Page) {
    if comparison.isSame {
      page.line(
        .literal("the same", .added),
        .text("  \(CountText.words(comparison.compared, "action")) compared", .dim))
      writeOpaque(to: &page)
      return
    }
    page.line(
      comparison.isOther ? .literal("different", .removed) : .literal("not comparable", .changed),
      .text("  \(left.name) and \(right.name)", .dim))
    let changes = comparison.actions.changes
    for change in changes.prefix(Self.listed) {
      page.line(.literal("  "), .text(BranchText.words(change, left, right)))
    }
    page.rest(changes.count - Self.listed, "  … and ", "more change", "; --format json has all")
    writeLeftOut(to: &page)
    for (name, stop) in stops {
      page.line(.literal("  stopped  ", .error), .text("\(name): \(stop.words)"))
    }
    if let crash {
      page.line(
        .literal("  crashed  ", .error), .text("\(crash.name): the app died in action \(crash.n)"))
    }
    write(errors: &page)
    write(states: &page)
    writeFresh(to: &page)
    writeOpaque(to: &page)
  }

  /// That differences may come from inputs, if states differ and some were drawn anew: no state was
  /// reduced with both values, so it is never certain.
  private func writeFresh(to page: inout Page) {
    guard comparison.differing > 0 || comparison.end?.list.isEmpty == false,
      let first = comparison.fresh.first
    else { return }
    let type = (try? first.of.step(first.n).type) ?? ""
    let actions = CountText.words(comparison.fresh.count, "action")
    page.line(
      .literal("  note  ", .dim),
      .text("\(actions) of \(first.of.name) drew inputs that were not recorded, "),
      .text(comparison.fresh.count == 1 ? "" : "first "), .number(first.n), .literal(" "),
      .text("\(type): \(first.inputs.map(\.name).joined(separator: ", "));"),
      .text(" differences from there on may come from them"))
  }

  private func writeOpaque(to page: inout Page) {
    if let (side, place) = comparison.opaque { place.write(to: &page, of: side.name) }
  }

  private func number(_ left: Int, _ right: Int) -> String {
    left == right ? "\(left)" : "\(left), now \(right),"
  }

  /// The line for an action that threw another error.
  private func write(errors page: inout Page) {
    guard let error = comparison.otherError else { return }
    let type = (try? right.step(error.right).type) ?? ""
    let count = CountText.words(comparison.throwing, "action")
    page.line(
      .text(
        "\(count) did not throw the same, first \(number(error.left, error.right)) \(type):"))
    for (name, threw) in [(left.name, error.threw.left), (right.name, error.threw.right)] {
      page.line(.text("  \(name)  ", .dim), .text(threw.map { "threw \($0)" } ?? "threw nothing"))
    }
  }

  private func write(states page: inout Page) {
    if let parting = comparison.parting {
      let type = (try? right.step(parting.right).type) ?? ""
      let number = number(parting.left, parting.right)
      page.line(
        .text(
          "the states differ after \(comparison.differing) of \(comparison.compared) actions"
            + "\(comparison.notComparable.notComparableText), first after \(number) \(type):"))
      ChangeLines(parting.changes, in: nil).write(to: &page, indent: "  ", limit: Self.listed)
    } else {
      let (all, others) = (comparison.compared, comparison.notComparable)
      let some = others.isEmpty ? "all \(all)" : "\(all - others.count) of \(all)"
      page.line(
        .text("the states after \(some) actions of both are the same\(others.notComparableText)"))
    }
    guard let end = comparison.end else {
      page.line(.literal("the last states are not known"))
      return
    }
    if end.areUnknown {
      page.line(.literal("the last states cannot be compared"))
    } else if end.list.isEmpty {
      page.line(
        crash == nil
          ? .literal("the last states are the same")
          : .literal("the last known states are the same"))
    } else {
      page.line(crash == nil ? .literal("in the end:") : .literal("in the last known states:"))
      ChangeLines(end.list, in: nil).write(to: &page, indent: "  ", limit: Self.listed)
    }
  }
}

extension BranchStop: JSONMembers {
  /// `n`, `reason`, `death`.
  func add(to json: inout ReportJSON) {
    json.add("n", n)
    json.add("reason", words)
    json.add("death", death?.json)
  }

  /// Writes where and why, and the last output of a crashed host on standard error.
  func write(to page: inout Page) {
    page.line(.literal("  stopped  ", .error), .text(words))
    death?.writeStandardError(to: &page, indent: 11)
  }
}
