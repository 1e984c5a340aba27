import SessionFormat

/// The actions that began lately, so that a handler can be told which of them it handles.
struct RecentActions {
  private static let limit = 64

  private var lines: [ActionLine] = []
  private var next = 0

  mutating func add(_ line: ActionLine) {
    if lines.count < Self.limit {
      lines.append(line)
    } else {
      lines[next] = line
      next = (next + 1) % Self.limit
    }
  }

  /// The number of the newest equal action.
  func newest(_ action: Recording.Action) -> Int? {
    lines.filter { $0.type == action.type && $0.action == action.snapshot.value }
      .map(\.n).max()
  }
}
