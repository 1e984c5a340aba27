import Inspector
import SessionFormat

extension Workspace {
  /// The step that a word means: `12`, `+2`, `-2`, `50%`, `start`, `end`, `1.5s`, `1:37:39`, `@mark`.
  func step(_ word: String, _ invocation: Invocation) throws(InspectorError) -> Int {
    let (first, last) = (timeline.first, timeline.last)
    switch word {
    case "start": return first
    case "end": return last
    default: break
    }
    if word.hasPrefix("@") { return try mark(String(word.dropFirst()), invocation) }
    if word.hasSuffix("%"), let share = Double(word.dropLast()), (0...100).contains(share) {
      return first + Int((Double(last - first) * share / 100).rounded())
    }
    if let time = Measure.nanoseconds(through: word) { return try step(atNanoseconds: time) }
    guard let number = Int(word.hasPrefix("+") ? String(word.dropFirst()) : word) else {
      if let error = typeForStep(word, invocation) { throw error }
      throw invocation.refused(
        "\(word) is not a step: give a number, +2, -2, 50%, start, end, 1.5s, 1:37:39 or @mark",
        at: word[...])
    }
    let isRelative = word.hasPrefix("+") || word.hasPrefix("-")
    let sum = isRelative ? n.addingReportingOverflow(number) : (number, false)
    // Beyond the integer range the number itself is just as good for the error.
    let target = sum.1 ? number : sum.0
    guard (first...last).contains(target) else {
      if target > last { try requireEnd() }
      throw .noSuchStep(n: target, first: first, last: last, word: word)
    }
    return target
  }

  /// The error for a type of actions in the place of a step; nil if no action has the type.
  private func typeForStep(_ word: String, _ invocation: Invocation) -> InspectorError? {
    let matches = TypeGlob(word).matches
    guard let types = try? neverThere.types(), types.contains(where: matches) else { return nil }
    // In a shell, and with blanks, the line would be another one.
    let isPlain = !invocation.isBatch && !word.contains(where: { " \t;'\"|".contains($0) })
    let next =
      isPlain
      ? ": tbreak \(word) ;; continue goes to the next, and log --type \(word) lists them"
      : "; log --type lists those of a type"
    return invocation.refused("\(word) is a type of actions, not a step" + next, at: word[...])
  }

  /// Throws if damage may have taken steps behind the last one that is known.
  func requireEnd() throws(InspectorError) {
    if !timeline.isBranch, let fault = session.fault { throw .session(fault) }
  }

  /// The result of a list; if it goes to the end, and damage may have taken what is behind, it says so.
  func listed(_ report: some Report, to end: Int?) -> CommandResult {
    var result = CommandResult(report)
    guard end == timeline.last else { return result }
    do throws(InspectorError) { try requireEnd() } catch {
      result.complaints = [error.description]
      result.answer = .trouble
    }
    return result
  }

  /// The last step that had begun by that time.
  private func step(atNanoseconds time: Double) throws(InspectorError) -> Int {
    // A branch may have moved an action away from its time.
    for n in stride(from: timeline.last, to: timeline.fork, by: -1) where timeline.hasAction(n) {
      if Double(try timeline.front(n).t) <= time { return n }
    }
    var (low, high) = (timeline.first, min(timeline.fork, timeline.last))
    while low < high {
      let middle = (low + high + 1) / 2
      // The time of an action lost in a gap is not known; that of the next one is.
      let known = min(timeline.action(atOrAfter: middle) ?? high, high)
      let begun = timeline.hasAction(known) ? Double(try timeline.step(known).action.t) : .infinity
      if begun <= time { low = known } else { high = middle - 1 }
    }
    return low
  }

  /// The step after which a mark was set that has this text or begins with it.
  private func mark(_ text: String, _ invocation: Invocation) throws(InspectorError) -> Int {
    var begun: [(n: Int, text: String)] = []
    for mark in ownMarks {
      if mark.text.hasSameBytes(as: text) { return mark.n }
      begun.append((mark.n, mark.text))
    }
    for (n, mark) in try timeline.marks() {
      if mark.text.hasSameBytes(as: text) { return n }
      begun.append((n, mark.text))
    }
    let matching = begun.filter { $0.text.hasPrefix(text) }
    if matching.count == 1 { return matching[0].n }
    let names = NameText(kind: ("mark", "marks"), known: begun.map(\.text))
    throw invocation.refused(names.words(for: text), at: "@\(text)")
  }

  /// The value at a path of the current state.
  ///
  /// - Parameter typed: The path as it was typed, in whose spelling an error names places.
  func value(at path: JSONPointer, as typed: String = "") throws(InspectorError) -> JSONValue {
    let state = try timeline.state(n)
    try timeline.requireKnown(path, in: n)
    guard let value = path.value(in: state) else {
      let hints = [
        ValuePath.suggestion(path, as: typed, in: state), try whereabouts(of: path),
      ]
      let hint = hints.compactMap(\.self).joined(separator: "; ")
      throw .noSuchPlace(
        path: PlaceText.spelled(path.tokens, as: typed), n: n,
        suggestion: hint.isEmpty ? nil : hint)
    }
    return value
  }

  /// The most steps among which a place is looked for that is not here.
  private static let mostSteps = 20_000

  /// When a place that a query does not find in this state is there: which step took it away, else
  /// which one brings it, or how it is written if it is here; nil if none is known.
  func whereabouts(of path: JSONPointer) throws(InspectorError) -> String? {
    let state = try timeline.state(n)
    if path.value(in: state) != nil {
      return "it is written \(PlaceText.query(path.tokens, in: state))"
    }
    let scan = CauseScan(timeline, path: path, interrupted: context.interrupted)
    guard timeline.last - timeline.first <= Self.mostSteps else { return nil }
    do throws(InspectorError) {
      if let n = try scan.last(upTo: n)?.n { return "step \(n) removed it" }
    } catch .interrupted {
      throw .interrupted
    } catch {
      // The place is missing here, whatever else is damaged.
      return nil
    }
    return try firstChange(of: scan, after: n).map { "step \($0) adds it" }
  }

  /// The first step after one that changes what a scan looks for, such as that which brings it; nil
  /// if none is known, or there are too many steps.
  func firstChange(of scan: CauseScan, after n: Int) throws(InspectorError) -> Int? {
    guard timeline.last - timeline.first <= Self.mostSteps else { return nil }
    var (length, end) = (1, n)
    do throws(InspectorError) {
      // Twice as far each time, so that a change nearby is found without all later ones.
      while end < timeline.last {
        end = min(timeline.last, n + length)
        length *= 2
        let change = try scan.changes(upTo: end).first { $0.n.map { $0 > n } == true }
        guard let change else { continue }
        // A change from outside is of no step.
        guard case .action(let step, _) = change.origin else { return nil }
        return step
      }
    } catch .interrupted {
      throw .interrupted
    } catch {}
    return nil
  }
}
