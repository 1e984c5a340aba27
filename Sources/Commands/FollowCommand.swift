import Inspector

/// Showing a session while it is being written.
enum FollowCommand {
  static let follow = Command(
    "follow", in: .look, "show a session that is still being written",
    details: [
      "At a terminal it opens the prompt. Each command sees what has been written so far, and an "
        + "empty line looks again. Otherwise it prints what log prints, a line for each action "
        + "once its state is written, until the session is closed or Ctrl-C. With --format json or "
        + "ndjson each row is a line.",
      "SESSION is a file or a folder of segments. A half-written line is never shown. If the "
        + "session goes on in its next segment, follow does too. If the file is cut, replaced or "
        + "removed, follow reports it.",
      "Damage ends it with an error. With --salvage it reports damaged lines, both old and new "
        + "ones, leaves them out and goes on. Then it reads all lines again each time that new "
        + "ones have come.",
    ],
    batch: Command.Form(
      [Parameter("SESSION", .text)],
      examples: [
        "inspect follow session.ndjson",
        "inspect follow logs --format ndjson | jq -r .type",
        "inspect --salvage follow session.ndjson",
      ]),
    runFiles: { context, invocation throws(InspectorError) in
      let path = invocation.argument("SESSION") ?? ""
      let follower = try SessionFollower(
        path: path, mode: context.mode, limits: context.limits,
        interrupted: context.interrupted)
      try run(follower, context)
      return CommandResult(nil)
    })

  /// How long to wait between checks, in milliseconds: too short to notice, and little work.
  private static let interval = 15

  private static func run(
    _ follower: SessionFollower, _ context: CommandContext
  ) throws(InspectorError) {
    let show = context.show ?? { _ in }
    var steps = FollowedSteps(follower.session)
    func note(_ words: String) { context.note?("\(follower.session.file): note: \(words)") }
    follower.session.openingNotes.forEach(note)
    let known = follower.session.reading.faultCount
    let clock = ContinuousClock()
    var pause = interval
    while true {
      try steps.due(follower.session, isLast: follower.isOver, show)
      if follower.isOver { break }
      context.pause(pause)
      if context.interrupted() {
        try steps.due(follower.session, isLast: true, show)
        throw .interrupted
      }
      let start = clock.now
      for event in try follower.poll() {
        if let words = event.words { context.note?(words) }
        if event.isRestart { steps.restart(follower.session) }
      }
      // If everything is read again, that takes at most half of the time.
      pause = max(interval, Int((clock.now - start) / .milliseconds(1)))
    }
    let reading = follower.session.reading
    if reading.mode == .salvage, reading.faultCount != known { note(ReadingText.words(reading)) }
  }
}

extension SessionFollower.Event {
  /// The text of the event; nil if it needs none.
  package var words: String? {
    switch self {
    case .grown: nil
    case .segment(let file): "\(file): note: the session goes on in this segment"
    case .truncated(let file):
      "\(file): note: the file was cut: it is read again from its beginning"
    case .replaced(let file):
      "\(file): note: another file is in its place, and is read from its beginning"
    case .removed(let file):
      "\(file): note: the file was removed; lines that are still written to it are shown"
    case .damaged(let fault): "\(fault): left out"
    }
  }

  /// Whether another session is shown from here on.
  package var isRestart: Bool {
    switch self {
    case .truncated, .replaced: true
    case .grown, .segment, .removed, .damaged: false
    }
  }
}
