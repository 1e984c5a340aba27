/// What a person does at the toast screen, whichever way its ids are made.
struct ToastScript: Sendable {
  let name: String
  let summary: String
  let play: @Sendable (ToastScreen, Pauses) async -> Void

  static let all = [queue, burst]

  /// Eighteen actions in three seconds of the clock, at most 2.5 s long.
  static let queue = ToastScript(
    name: "queue", summary: "toasts come and go; two of one second go together, by mistake"
  ) { screen, pauses in
    screen.enqueue("ようこそ")
    screen.mark("signed in")
    await pauses.moment()
    screen.dequeue()

    await pauses.nextSecond()
    screen.enqueue("Draft saved", .success)
    screen.mark("save while offline")
    screen.enqueue("Upload failed", .error)
    await pauses.moment()
    // The user waves the first toast away, and the second goes with it.
    screen.dequeue()
    screen.enqueue("接続しました", .success)
    await pauses.moment()
    screen.clear()
    screen.enqueue("All caught up")

    // Toasts of different seconds go one by one.
    await pauses.nextSecond()
    screen.enqueue("See you tomorrow 👋")
    screen.dequeue()
    screen.dequeue()
    screen.enqueue("Photo shared", .success)
    await pauses.moment()
    screen.dequeue()
    screen.mark("airplane mode")
    screen.enqueue("Sync failed", .error)
    let failed = screen.shown
    screen.clear()
    if let failed { screen.dequeue(failed) }
    screen.enqueue("おかえりなさい", .info)
    screen.dequeue()
  }

  static let burst = ToastScript(
    name: "burst",
    summary: "a view model answers errors with toasts of its own, while it is told"
  ) { screen, _ in
    screen.answersErrors = true
    screen.enqueue("Sync failed", .error)
    screen.enqueue("Still offline", .info)
    screen.clear()
    screen.enqueue("Disk almost full", .error)
    screen.clear()
  }
}
