import SessionFormat

/// What a session that was accepted tells otherwise than the recording that it replaces.
struct AcceptedChanges: Equatable, Sendable {
  /// How many states of steps differ.
  var states = 0
  /// How many actions are encoded otherwise.
  var actions = 0
  /// At how many steps other inputs were drawn.
  var inputs = 0
  /// How many actions throw that did not, or the other way round.
  var throwing = 0
  /// The first step that differs in any of these.
  var first: Int?
  /// Places at which the last states of both differ, at most ``mostPaths``.
  var paths: [JSONPointer] = []
  /// How many there are.
  var pathCount = 0

  /// The most places that are listed.
  static let mostPaths = 5

  /// Notes what is different at a step.
  mutating func note(
    _ n: Int, state: Bool = false, action: Bool = false, inputs: Bool = false, threw: Bool = false
  ) {
    guard state || action || inputs || threw else { return }
    if state { states += 1 }
    if action { actions += 1 }
    if inputs { self.inputs += 1 }
    if threw { throwing += 1 }
    first = first ?? n
  }

  /// What is different, in words.
  var description: String {
    var parts: [String] = []
    let hasOthers = actions + inputs + throwing > 0
    if states > 0 || !hasOthers { parts.append(ValueText.count(states, "state")) }
    if actions > 0 { parts.append(ValueText.count(actions, "action")) }
    if inputs > 0 { parts.append("the inputs of " + ValueText.count(inputs, "action")) }
    if throwing > 0 { parts.append("what " + ValueText.count(throwing, "action") + " threw") }
    let last = parts.removeLast()
    let list = parts.isEmpty ? last : parts.joined(separator: ", ") + " and " + last
    return list + " changed" + (first.map { ", from step \($0) on" } ?? "")
  }

  var json: JSONValue {
    var json = ReportJSON()
    json.add("states", states)
    json.add("actions", actions)
    json.add("inputs", inputs)
    json.add("throwing", throwing)
    json.add("first", first)
    json.add("paths", .array(paths.map { .string($0.description) }))
    json.add("pathCount", pathCount)
    return json.value
  }
}

/// What became of a session that was to be accepted.
enum Acceptance: Sendable {
  /// It was replaced by its replay.
  case accepted(AcceptedChanges)
  /// It stays as it is, for that reason.
  case refused(String)

  func write(to page: inout Page) {
    switch self {
    case .refused(let reason):
      page.line(.literal("  kept      ", .dim), .text("not accepted: \(reason)", .removed))
    case .accepted(let changes):
      page.line(
        .literal("  accepted  ", .dim),
        .text("\(changes.description); the file is replaced", .added))
      guard !changes.paths.isEmpty else { return }
      let more = changes.pathCount - changes.paths.count
      var spans: [Span] = [.literal("  finally   ", .dim)]
      for (place, path) in changes.paths.enumerated() {
        if place > 0 { spans.append(.literal(", ")) }
        spans.append(ValueText.path(path))
      }
      if more > 0 { spans.append(.text(", and \(ValueText.count(more, "other place"))", .dim)) }
      page.line(spans)
    }
  }
}
