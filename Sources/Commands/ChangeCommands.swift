import Inspector
import SessionFormat

/// Trying changes to the recorded actions.
enum ChangeCommands {
  static let all = [dispatch, skip, unskip, edit, insert, move] + BranchCommands.all

  private static let branch =
    "The recording is never changed: the first change forks a branch, and further ones change the "
    + "branch. The host of the store reduces all actions again from the first change on."

  private static let typed =
    "ACTION is the action's JSON: {\"clearToast\":{}}. If the JSON does not name the type, write "
    + "it first: RequestAction {\"keyword\":\"a\"}. A type alone is an enum case without payload."

  private static let dispatch = Command(
    "dispatch", in: .change, "reduce an action of your own here, on a branch",
    details: [
      "ACTION is the action's JSON: dispatch {\"clearToast\":{}}. If the JSON does not name the "
        + "type, write it first: dispatch RequestAction {\"keyword\":\"a\"}. A type alone is an "
        + "enum case without payload: dispatch clearToast.",
      "The recording is never changed: the first dispatch forks a branch after this step, and "
        + "further ones go on at its end. The host of the store reduces the action. Actions after "
        + "this step are left out; unskip puts them back. Use insert to keep them.",
    ],
    prompt: Command.Form([Parameter("ACTION", .action)])
  ) { workspace, invocation throws(InspectorError) in
    let (type, action) = try ActionText.parse(invocation.argument("ACTION") ?? "", invocation)
    let result = try made(.dispatch(type: type, action), &workspace)
    var report = try workspace.stepReport()
    if result.forked { report.preface = BranchText.forks(workspace.timeline) }
    report.stop = workspace.timeline.stop
    report.notes = result.notes
    return CommandResult(report)
  }

  private static let skip = Command(
    "skip", in: .change, "leave actions out, on a branch",
    details: [
      branch,
      "5-9 is each action from 5 to 9. Later actions get lower numbers. An inserted action is removed for good; unskip puts "
        + "recorded actions back where they were.",
    ],
    prompt: Command.Form(
      [Parameter("N", .changedStep, .several)], examples: ["skip 3", "skip 3 7-9"])
  ) { workspace, invocation throws(InspectorError) in
    var places: Set<Int> = []
    for word in invocation.arguments("N") {
      if let ends = try rangeEnds(word, invocation) {
        let first = try place(String(ends.lowerBound), workspace, invocation)
        places.formUnion(first...(try place(String(ends.upperBound), workspace, invocation)))
      } else {
        places.insert(try place(word, workspace, invocation))
      }
    }
    return try change(.skip(places), &workspace)
  }

  private static let unskip = Command(
    "unskip", in: .change, "put skipped actions back, all or those with these recorded numbers",
    details: [
      "N is the number in the recording, as compare shows it, and 5-9 is all that are skipped from 5 "
        + "to 9. " + branch
    ],
    prompt: Command.Form([Parameter("N", .text, .any)], examples: ["skip 3 7-9 ;; unskip 7-8"])
  ) { workspace, invocation throws(InspectorError) in
    var numbers: Set<Int> = []
    var plan = workspace.timeline.plan
    for word in invocation.arguments("N") {
      guard let range = try rangeEnds(word, invocation) ?? Int(word).map({ $0...$0 }) else {
        throw invocation.refused("\(word) is not a number", at: word[...])
      }
      let recorded = workspace.session.first...workspace.session.last
      let skipped = (range.overlaps(recorded) ? Array(range.clamped(to: recorded)) : [])
        .filter { numbers.contains($0) || plan.unskip([$0]) > 0 }
      guard !skipped.isEmpty else {
        throw invocation.refused(
          "\(word) is not skipped on \(workspace.timeline.name)", at: word[...])
      }
      numbers.formUnion(skipped)
    }
    if numbers.isEmpty, plan.unskip(nil) == 0 {
      throw invocation.refused("nothing is skipped on \(workspace.timeline.name)")
    }
    return try change(.unskip(numbers.isEmpty ? nil : numbers), &workspace)
  }

  private static let edit = Command(
    "edit", in: .change, "replace an action with another, on a branch",
    details: [
      typed
        + " The new action draws the inputs that were recorded for the old one; what it draws "
        + "beyond these is drawn anew, and the step says so.", branch,
    ],
    prompt: Command.Form(
      [Parameter("N", .changedStep), Parameter("ACTION", .replacement)],
      examples: ["edit 3 clearToast"])
  ) { workspace, invocation throws(InspectorError) in
    let n = try place(invocation.argument("N") ?? "", workspace, invocation)
    let (type, action) = try ActionText.parse(invocation.argument("ACTION") ?? "", invocation)
    return try change(.edit(n, type: type, action), &workspace)
  }

  private static let insert = Command(
    "insert", in: .change, "insert an action as number N, on a branch",
    details: [
      typed + " The action that was at N comes after it. If N is one more than the last, the new "
        + "action goes to the end.", branch,
    ],
    prompt: Command.Form(
      [Parameter("N", .changedStep), Parameter("ACTION", .action)],
      examples: ["insert 3 clearToast"])
  ) { workspace, invocation throws(InspectorError) in
    let word = invocation.argument("N") ?? ""
    let (first, end) = (workspace.timeline.first + 1, workspace.timeline.plan.last + 1)
    if let n = Int(word), n > end, !word.hasPrefix("+") {
      throw invocation.refused(
        "an action can be inserted as number \(first) to \(end), not as \(n)", at: word[...])
    }
    let n = Int(word) == end ? end : try place(word, workspace, invocation)
    let (type, action) = try ActionText.parse(invocation.argument("ACTION") ?? "", invocation)
    return try change(.insert(n, type: type, action), &workspace)
  }

  private static let move = Command(
    "move", in: .change, "move action N to place M, on a branch", details: [branch],
    prompt: Command.Form(
      [Parameter("N", .changedStep), Parameter("M", .changedStep)], examples: ["move 3 7"])
  ) { workspace, invocation throws(InspectorError) in
    let n = try place(invocation.argument("N") ?? "", workspace, invocation)
    let target = try place(invocation.argument("M") ?? "", workspace, invocation)
    return try change(.move(n, target), &workspace)
  }

  /// The ends of `5-9`; nil if the word is no range.
  private static func rangeEnds(
    _ word: String, _ invocation: Invocation
  ) throws(InspectorError) -> ClosedRange<Int>? {
    let parts = word.split(omittingEmptySubsequences: false) { "-–".contains($0) }
    guard parts.count == 2, let first = Int(parts[0]), let last = Int(parts[1]) else { return nil }
    guard first <= last else {
      throw invocation.refused("\(word) goes backwards: write \(last)-\(first)", at: word[...])
    }
    return first...last
  }

  /// The position of an action; also one after the place where a branch stopped early.
  private static func place(
    _ word: String, _ workspace: Workspace, _ invocation: Invocation
  ) throws(InspectorError) -> Int {
    let (first, last) = (workspace.timeline.first, workspace.timeline.plan.last)
    if let n = Int(word), n > workspace.timeline.last, n <= last, !word.hasPrefix("+") { return n }
    let n = try workspace.step(word, invocation)
    guard n > first else {
      throw invocation.refused("\(n) is the start, which is not an action", at: word[...])
    }
    return n
  }

  private static func change(
    _ change: PastChange, _ workspace: inout Workspace
  ) throws(InspectorError) -> CommandResult {
    let result = try made(change, &workspace)
    return CommandResult(
      ChangeReport(workspace.timeline, try workspace.stepReport(), result))
  }

  /// Makes a change.
  ///
  /// - Throws: If the host refuses the action that was typed, an error with the line with which a recorded
  ///   action of that type would be typed.
  private static func made(
    _ change: PastChange, _ workspace: inout Workspace
  ) throws(InspectorError) -> ChangeResult {
    do throws(InspectorError) { return try workspace.change(change) } catch {
      let line: (words: String, type: String, action: JSONValue)? =
        switch change {
        case .dispatch(let type, let action): ("dispatch", type, action)
        case .edit(let n, let type, let action): ("edit \(n)", type, action)
        case .insert(let n, let type, let action): ("insert \(n)", type, action)
        case .skip, .unskip, .move: nil
        }
      guard case .host(let failure) = error, case .refused = failure, let line,
        let text = workspace.timelines[0].typedAction(ofType: line.type, near: workspace.n),
        text.utf8.count <= longestHint, text != ActionText.typed(line.type, line.action)
      else { throw error }
      throw .actionRefused(failure, recorded: "\(line.words) \(text)")
    }
  }

  /// A longer line would not be typed.
  private static let longestHint = 300
}
