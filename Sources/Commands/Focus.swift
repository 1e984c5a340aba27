import Inspector
import SessionFormat

/// What the user looks at: actions that are left out, a subtree, values that are always shown, and
/// marks.
struct Focus: Sendable {
  /// A mark of the user, which stays with its action however the branch changes around it.
  struct Mark: Sendable {
    /// The index of the timeline.
    var timeline: Int
    /// The action; nil for the first state.
    let action: PlaceRuns.Origin?
    let text: String
  }

  /// A value that is shown after each stop.
  struct Display: Sendable {
    let id: Int
    let query: String
  }

  /// Patterns of the types that are left out, as they were typed.
  private(set) var hidden: [String] = []
  private var globs: [TypeGlob] = []
  /// The subtree to which changes are restricted; nil for the whole state.
  var pin: JSONPointer?
  var displays: [Display] = []
  private var lastDisplay = 0
  var marks: [Mark] = []

  /// Leaves out the actions of more types.
  mutating func hide(_ patterns: [String]) {
    for pattern in patterns where !hidden.contains(pattern) {
      hidden.append(pattern)
      globs.append(TypeGlob(pattern))
    }
  }

  mutating func hideNone() { (hidden, globs) = ([], []) }

  /// Whether actions of a type are left out.
  func hides(_ type: String) -> Bool { globs.contains { $0.matches(type) } }

  mutating func display(_ query: String) -> Display {
    lastDisplay += 1
    let display = Display(id: lastDisplay, query: query)
    displays.append(display)
    return display
  }

  /// Gives a branch that was made of another one the marks of that one.
  mutating func share(_ timeline: Int, with other: Int) {
    guard timeline > 0 else { return }
    marks += marks.filter { $0.timeline == timeline }.map { mark in
      Mark(timeline: other, action: mark.action, text: mark.text)
    }
  }

  /// Forgets the marks of a removed timeline.
  mutating func forget(_ timeline: Int) {
    marks.removeAll { $0.timeline == timeline }
    for place in marks.indices where marks[place].timeline > timeline { marks[place].timeline -= 1 }
  }
}

extension Workspace {
  /// Whether the action of step `n` is left out of lists and motions.
  func isHidden(_ n: Int) throws(InspectorError) -> Bool {
    guard !focus.hidden.isEmpty, timeline.hasAction(n) else { return false }
    return focus.hides(try timeline.front(n).type)
  }

  /// Says whether actions of a type are left out; nil if none are.
  var hides: (@Sendable (String) -> Bool)? {
    if focus.hidden.isEmpty { return nil }
    return { [focus] type in focus.hides(type) }
  }

  /// The rows of a list of `count` visible steps around a step, and how many hidden ones are among
  /// them.
  func visibleRows(
    around n: Int, _ count: Int
  ) throws(InspectorError) -> (rows: [ClosedRange<Int>], hidden: Int) {
    guard !focus.hidden.isEmpty else { return (timeline.rows(around: n, count), 0) }
    var (rows, hidden) = ([ClosedRange<Int>](), 0)
    func take(_ row: ClosedRange<Int>) throws(InspectorError) -> Bool {
      if (hidden + rows.count) % 256 == 255, context.interrupted() { throw .interrupted }
      if try isHidden(row.lowerBound) {
        hidden += 1
        return false
      }
      rows.append(row)
      return true
    }
    var start = max(n, timeline.first + 1)
    var before = 0
    while before < count / 2, start > timeline.first + 1 {
      let row = timeline.row(at: start - 1)
      start = row.lowerBound
      if try take(row) { before += 1 }
    }
    let after = try visibleRows(
      after: max(n, timeline.first + 1) - 1, count - rows.count)
    return (rows.reversed() + after.rows, hidden + after.hidden)
  }

  /// The rows of a list of `count` visible steps behind a step, and how many hidden ones are among
  /// them.
  func visibleRows(
    after n: Int, _ count: Int
  ) throws(InspectorError) -> (rows: [ClosedRange<Int>], hidden: Int) {
    var (rows, hidden, end) = ([ClosedRange<Int>](), 0, n)
    while rows.count < count, end < timeline.last {
      if (hidden + rows.count) % 256 == 255, context.interrupted() { throw .interrupted }
      let row = timeline.row(at: end + 1)
      end = row.upperBound
      if try isHidden(row.lowerBound) { hidden += 1 } else { rows.append(row) }
    }
    return (rows, hidden)
  }

  /// The marks of the user at steps of the current timeline, in the order of these.
  var ownMarks: [(n: Int, text: String)] { placedMarks.compactMap(\.self).sorted { $0.n < $1.n } }

  /// How many marks of the user the current timeline has no step for.
  var homelessMarks: Int { placedMarks.count { $0 == nil } }

  /// The marks of the recording and of the current branch; nil for one whose step is not there.
  private var placedMarks: [(n: Int, text: String)?] {
    let runs = PlaceRuns(timeline.plan)
    return focus.marks.filter { [0, current].contains($0.timeline) }.map { mark in
      place(of: mark, runs).map { ($0, mark.text) }
    }
  }

  /// The step of the current timeline at which a mark of the user stands; nil if it has none.
  private func place(of mark: Focus.Mark, _ runs: PlaceRuns) -> Int? {
    guard [0, current].contains(mark.timeline) else { return nil }
    guard let action = mark.action else { return timeline.first }
    return runs.place(of: action).flatMap { $0 <= timeline.last ? $0 : nil }
  }

  /// Removes the marks of the user at a step; returns how many there were.
  mutating func removeOwnMarks(at n: Int) -> Int {
    let (runs, all) = (PlaceRuns(timeline.plan), focus.marks)
    focus.marks = all.filter { place(of: $0, runs) != n }
    return all.count - focus.marks.count
  }

  /// The report of the current step.
  func stepReport() throws(InspectorError) -> StepReport {
    var report = try StepReport(timeline, n)
    report.pin = focus.pin
    report.ownMarks = ownMarks.filter { $0.n == n }.map(\.text)
    return report
  }

  /// The displayed values here; nil if nothing is displayed.
  func displayReport() -> DisplayReport? {
    guard !focus.displays.isEmpty else { return nil }
    return DisplayReport(rows: focus.displays.map(row))
  }

  private func row(_ display: Focus.Display) -> DisplayReport.Row {
    do throws(InspectorError) {
      let values = try LookCommands.values(display.query, self)
      return DisplayReport.Row(id: display.id, query: display.query, content: .values(values))
    } catch {
      return DisplayReport.Row(
        id: display.id, query: display.query, content: .reason(error.description))
    }
  }
}
