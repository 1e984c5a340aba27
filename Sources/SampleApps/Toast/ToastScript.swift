/// What a person does at the toast screen, however its ids are made.
struct ToastScript: Sendable {
  let name: String
  let summary: String
  /// Whether it runs at the script's own time, without any real waiting.
  var isTimeless = false
  let play: @Sendable (ToastScreen, Pauses) async -> Void

  static let all = [queue, burst, dismissal, saga]

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
    // The user dismisses the first toast, and the second goes with it.
    screen.dequeue()
    screen.enqueue("接続しました", .success)
    await pauses.moment()
    screen.clear()
    screen.enqueue("All caught up")

    // Toasts of different seconds are dismissed one by one.
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
    screen.answersErrors()
    screen.enqueue("Sync failed", .error)
    screen.enqueue("Still offline", .info)
    screen.clear()
    screen.enqueue("Disk almost full", .error)
    screen.clear()
  }

  static let dismissal = ToastScript(
    name: "dismissal", summary: "toasts go by themselves after two seconds on the screen",
    isTimeless: true
  ) { screen, pauses in
    screen.dismissesToasts(with: pauses.scheduler)
    screen.enqueue("ようこそ")
    await pauses.sleep(1.5)
    screen.enqueue("Draft saved", .success)
    // The first disappears at 2.0, the second two seconds after it has appeared, at 4.0.
    await pauses.sleep(2.4)
    screen.mark("the second is still there")
    await pauses.sleep(0.2)
    screen.enqueue("Upload failed", .error)
    await pauses.sleep(1)
    screen.mark("waved away before its time")
    screen.dequeue()
    screen.enqueue("See you tomorrow 👋")
    await pauses.sleep(2)
  }

  static let saga = ToastScript(
    name: "saga", summary: "what follows from an action, and not from a change of the state",
    isTimeless: true
  ) { screen, pauses in
    screen.dismissesToasts(with: pauses.scheduler)
    screen.followsActions()
    screen.enqueue("Syncing")
    await pauses.sleep(1)
    screen.enqueue("Sync failed", .error)
    screen.clear()
    await pauses.sleep(2)
    screen.mark("nothing to clear")
    screen.clear()
    await pauses.sleep(2)
  }
}
