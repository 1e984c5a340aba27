import Inspector
import SessionFormat

/// What is shown and what is left out at the prompt.
enum FocusCommands {
  static let all = [display, undisplay, pin, unpin, hide, mark]

  private static let display = Command(
    "display", in: .look, "show a value after each stop, or now all that are shown",
    details: [
      "QUERY is as in print. The values are shown after each command that goes to another step. "
        + "undisplay N ends that."
    ],
    prompt: Command.Form(
      [Parameter("QUERY", .query, .optional)], examples: ["display items[0].message"])
  ) { workspace, invocation throws(InspectorError) in
    guard let query = invocation.argument("QUERY") else {
      guard let report = workspace.displayReport() else {
        return CommandResult(MessageReport("nothing is displayed"))
      }
      return CommandResult(report)
    }
    try LookCommands.check(query)
    let display = workspace.focus.display(query)
    let all = workspace.focus.displays
    defer { workspace.focus.displays = all }
    workspace.focus.displays = [display]
    return CommandResult(workspace.displayReport())
  }

  private static let undisplay = Command(
    "undisplay", in: .look, "show a value no longer after each stop; without N, none",
    prompt: Command.Form([Parameter("N", .display, .any)])
  ) { workspace, invocation throws(InspectorError) in
    let words = invocation.arguments("N")
    let known = workspace.focus.displays.map { String($0.id) }
    for word in words where !known.contains(word) {
      throw invocation.refused("there is no display \(word); display lists them", at: word[...])
    }
    workspace.focus.displays.removeAll { words.isEmpty || words.contains(String($0.id)) }
    let rest = workspace.focus.displays.map(\.query)
    return CommandResult(
      settled: rest.isEmpty
        ? "nothing is displayed" : "still displayed: \(CountText.list(rest, upTo: 3))")
  }

  private static let none = CommandOption("--none", "end it")

  private static let pin = Command(
    "pin", in: .look, "restrict changes, diff, list, log, find and tree to a subtree",
    details: [
      "Changes in PATH and above it are shown; all others are counted. tree without a PATH shows "
        + "PATH. pin alone prints it, and unpin or pin --none ends it. diff --as tree, and the JSON of "
        + "diff --as patch, always have all."
    ],
    prompt: Command.Form(
      [Parameter("PATH", .path, .optional)], options: [none],
      examples: ["pin items[0]", "pin --none"])
  ) { workspace, invocation throws(InspectorError) in
    if invocation.flag("--none") {
      guard invocation.argument("PATH") == nil else {
        throw invocation.refused("--none goes without PATH", at: "--none")
      }
      workspace.focus.pin = nil
      return CommandResult(settled: pinned(workspace))
    }
    if let text = invocation.argument("PATH") {
      let path = try ValuePath.parse(text)
      workspace.focus.pin = path.isRoot ? nil : path
      return CommandResult(
        settled: pinned(workspace) + (path.isRoot ? "" : "; unpin shows all changes again"))
    }
    return CommandResult(MessageReport(pinned(workspace)))
  }

  private static func pinned(_ workspace: Workspace) -> String {
    workspace.focus.pin.map { "pinned to \(ValueText.words($0))" } ?? "nothing is pinned"
  }

  private static let unpin = Command(
    "unpin", in: .look, "show all changes again after pin", prompt: Command.Form()
  ) { workspace, _ throws(InspectorError) in
    workspace.focus.pin = nil
    return CommandResult(settled: pinned(workspace))
  }

  private static let hide = Command(
    "hide", in: .look, "leave actions of some types out of list, log, find, next and back",
    details: [
      "In TYPE-GLOB * matches any characters, and ? matches one. What is left out is counted. "
        + "Breakpoints still stop there, and goto goes there. hide lists the patterns, and "
        + "hide --none ends all.",
      KeptLine.details + " All patterns that are hidden then are kept; hide --save --none removes "
        + "the line.",
    ],
    prompt: Command.Form(
      [Parameter("TYPE-GLOB", .actionType, .any)], options: [none, KeptLine.save],
      examples: ["hide clearToast dequeue*", "hide --none", "hide --save dequeue*"])
  ) { workspace, invocation throws(InspectorError) in
    let patterns = invocation.arguments("TYPE-GLOB")
    if invocation.flag("--none") {
      guard patterns.isEmpty else {
        throw invocation.refused("--none goes without TYPE-GLOB", at: "--none")
      }
      workspace.focus.hideNone()
    } else {
      workspace.focus.hide(patterns)
    }
    if invocation.flag("--save") { return try kept(workspace, invocation) }
    if invocation.flag("--none") { return CommandResult(settled: hidden(workspace)) }
    guard patterns.isEmpty else {
      return CommandResult(settled: hidden(workspace) + "; hide --none shows them again")
    }
    return CommandResult(MessageReport(hidden(workspace)))
  }

  /// Keeps what is hidden in the user's file, in one line.
  private static func kept(
    _ workspace: Workspace, _ invocation: Invocation
  ) throws(InspectorError) -> CommandResult {
    let hidden = workspace.focus.hidden.map(typed)
    // Not every session has every type.
    let line = hidden.isEmpty ? nil : "hide --anyway \(hidden.joined(separator: " "))"
    let kept = KeptLine(text: line) { $0.word == "hide" }
    return CommandResult(try kept.write(workspace.context.environment, invocation))
  }

  /// A pattern as the prompt takes it.
  private static func typed(_ pattern: String) -> String {
    guard pattern.contains(where: { " \t'\"\\;#|".contains($0) }) else { return pattern }
    let escaped = String(pattern.flatMap { "\"\\".contains($0) ? ["\\", $0] : [$0] })
    return "\"\(escaped)\""
  }

  private static func hidden(_ workspace: Workspace) -> String {
    let hidden = workspace.focus.hidden
    return hidden.isEmpty ? "nothing is hidden" : "hidden: \(hidden.joined(separator: " "))"
  }

  private static let mark = Command(
    "mark", in: .look, "put a mark at this step, to which goto @TEXT returns",
    details: [
      "The recording is not changed. The mark stays with its action until the prompt ends, also on "
        + "the branches that have the action. save writes it to its file. mark alone lists your "
        + "marks here, and mark --none removes them; recorded marks stay."
    ],
    prompt: Command.Form(
      [Parameter("TEXT", .line, .optional)], options: [none],
      examples: ["mark here it goes wrong", "mark --none"])
  ) { workspace, invocation throws(InspectorError) in
    let (timeline, n) = (workspace.timeline, workspace.n)
    let place = "\(n) \(workspace.placeName)"
    if invocation.flag("--none") {
      guard invocation.argument("TEXT") == nil else {
        throw invocation.refused("--none goes without TEXT", at: "--none")
      }
      let count = workspace.removeOwnMarks(at: n)
      return CommandResult(
        settled: "removed \(CountText.words(count, "mark")) of yours at \(place)")
    }
    guard let text = invocation.argument("TEXT") else {
      let texts = workspace.ownMarks.filter { $0.n == n }.map(\.text)
      return CommandResult(
        MessageReport(
          texts.isEmpty
            ? "no mark of yours at \(place)" : "marks at \(place): \(texts.joined(separator: ", "))"
        ))
    }
    workspace.focus.marks.append(
      Focus.Mark(
        timeline: n <= timeline.fork ? 0 : workspace.current,
        action: PlaceRuns(timeline.plan)[n]?.origin, text: text))
    // A beginning is enough, and a blank would have to be quoted.
    let word = text.prefix { !" \t'\"\\;|#".contains($0) }
    return CommandResult(
      settled: "marked \(place): goto @\(word) returns to it, mark --none at it removes it")
  }
}
