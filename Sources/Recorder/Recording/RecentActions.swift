import SessionFormat

/// The most recent actions, so that a handler can find the one that it handles.
struct RecentActions {
  private static let limit = 64

  private struct Entry {
    let n: Int
    let action: Recording.Action
  }

  private var entries: [Entry] = []
  private var next = 0

  mutating func add(_ action: Recording.Action, n: Int) {
    let entry = Entry(n: n, action: action)
    if entries.count < Self.limit {
      entries.append(entry)
    } else {
      entries[next] = entry
      next = (next + 1) % Self.limit
    }
  }

  /// The number of the newest equal action.
  func newest(_ action: Recording.Action) -> Int? {
    entries.filter { entry in
      entry.action.type == action.type
        && entry.action.snapshot.text.hasSameBytes(as: action.snapshot.text)
    }.map(\.n).max()
  }
}
