import SessionFormat

/// What a session has that a shape of Redux DevTools lacks, in words.
struct DevToolsLosses {
  let entries: [DevToolsEntry]
  /// What the session was imported with; nil if it was recorded.
  let kept: JSONValue?
  let original: LiftedState.Shape?
  /// The place of the entry whose state the app showed.
  let cursor: Int

  /// The members of what is kept that are no members of the file.
  static let structural = [
    "shape", "start", LiftedState.idle, LiftedState.outer, DevToolsCorrection.member,
  ]

  /// The most members that are named.
  private static let mostNames = 8

  /// What a lifted state lacks that is not of the imported file.
  var inLifted: [String] { Self.words(names(of: kept?[LiftedState.outer], but: [])) }

  /// What a list of actions lacks, in an envelope or not.
  func inActions(_ shape: DevToolsExport.Shape) -> [String] {
    var words: [String] = []
    if entries.contains(where: { $0.members["timestamp"] != nil }) { words.append("the times") }
    let states = states(shape)
    if states > 0 {
      words.append(
        CountText.words(states, "state") + (shape == .envelope ? " behind the first" : ""))
    }
    let errors = steps.count { $0.error != nil }
    if errors > 0 { words.append(CountText.words(errors, "error") + " of the reducer") }
    if entries.contains(where: \.isSkipped) { words.append("which actions were skipped") }
    let idle = kept?[LiftedState.idle]?.object?.count ?? 0
    if idle > 0 { words.append(CountText.words(idle, "action") + " not staged") }
    if cursor < entries.count - 1 { words.append("the cursor") }
    if entries.map(\.id) != Array(entries.indices) { words.append("the ids") }
    if let base = kept?["committedState"], base != entries.first?.state {
      words.append("committedState")
    }
    if shape == .actions, kept == nil || kept?[RecordedMembers.name] != nil {
      words.append("the name of the store")
    }
    return words + Self.words(members(shape))
  }

  /// How many known states a shape has no place for.
  func states(_ shape: DevToolsExport.Shape) -> Int {
    let first = shape == .actions && entries.first?.state != nil ? 1 : 0
    return shape == .lifted ? 0 : first + steps.count { $0.state != nil }
  }

  /// The actions that were executed.
  private var steps: some Sequence<DevToolsEntry> {
    entries.dropFirst().lazy.filter { !$0.isSkipped }
  }

  /// What is kept as a patch, which is one of the file as it was.
  var odd: [String] {
    kept?[DevToolsCorrection.member] == nil ? [] : ["what no rule expects of the imported file"]
  }

  /// The members of entries and of the file that are neither said otherwise nor empty.
  private func members(_ shape: DevToolsExport.Shape) -> [String] {
    var (words, known): ([String], Set<String>) = ([], [])
    for entry in entries {
      for name in names(of: entry.members, but: ["type", "timestamp", "action"])
      where known.insert(name).inserted { words.append(name) }
    }
    let said = [
      "nextActionId", "skippedActionIds", "currentStateIndex", "committedState",
      RecordedMembers.name, LiftedState.preloaded,
    ]
    let isKept = original == .envelope && shape == .envelope
    if !isKept { words += names(of: kept, but: Self.structural + said) }
    return words + names(of: kept?[LiftedState.outer], but: [RecordedMembers.name])
  }

  private func names(of object: JSONValue?, but known: [String]) -> [String] {
    object?.object?.filter { name, value in
      !known.contains(name) && value.object?.isEmpty != true
    }.map(\.name) ?? []
  }

  private static func words(_ names: [String]) -> [String] {
    let words = names.prefix(mostNames).map { ShortText.beginning(of: $0, 40) }
    let more = names.count - words.count
    return words + (more > 0 ? [CountText.words(more, "other member")] : [])
  }
}
