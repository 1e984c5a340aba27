/// Seeing a session while it is written.
enum FollowCommand {
  static let follow = Command(
    verb: "follow", in: .look, "see a session that is still being written",
    details: [
      "At a terminal it is the prompt: what has come since is there at each command, and an empty "
        + "line looks again. Else it prints what log prints, a line for each action once its state "
        + "is written, until the session is closed or Ctrl-C; with --format json or ndjson a row a "
        + "line.",
      "SESSION is a file or a folder of segments. A half-written line is never shown. Where the "
        + "session goes on in its next segment so does this; where the file is cut, replaced or "
        + "removed that is told.",
    ],
    batch: Command.Form(
      [Parameter("SESSION", .session)],
      examples: [
        "inspect follow session.ndjson",
        "inspect follow logs --format ndjson | jq -r .type",
      ]),
    runFiles: { surroundings, invocation throws(InspectorError) in
      let path = invocation.argument("SESSION") ?? ""
      let follower = try SessionFollower(path: path, limits: surroundings.limits)
      try run(follower, surroundings)
      return Outcome(nil)
    })

  /// How long nothing is looked for, in milliseconds: less than anybody notices, and hardly work.
  private static let interval = 15

  private static func run(
    _ follower: SessionFollower, _ surroundings: Surroundings
  ) throws(InspectorError) {
    let show = surroundings.show ?? { _ in }
    var steps = FollowedSteps(follower.session)
    for note in follower.session.notes {
      surroundings.note?("\(follower.session.file): note: \(note.words)")
    }
    while true {
      try steps.due(follower.session, isLast: follower.isOver, show)
      if follower.isOver { return }
      surroundings.pause(interval)
      if surroundings.interrupted() {
        try steps.due(follower.session, isLast: true, show)
        throw .interrupted
      }
      for event in try follower.poll() {
        if let words = event.words { surroundings.note?(words) }
        if event.isRestart { steps.restart(follower.session) }
      }
    }
  }
}

extension SessionFollower.Event {
  /// What is told of it; nil where it goes without saying.
  public var words: String? {
    switch self {
    case .grown: nil
    case .segment(let file): "\(file): note: the session goes on in this segment"
    case .truncated(let file):
      "\(file): note: the file was cut: what it holds now is read from its beginning"
    case .replaced(let file):
      "\(file): note: another file is in its place, and is read from its beginning"
    case .removed(let file):
      "\(file): note: the file was removed; what is still written to it is seen"
    }
  }

  /// Whether another session is seen from here on.
  public var isRestart: Bool {
    switch self {
    case .truncated, .replaced: true
    case .grown, .segment, .removed: false
    }
  }
}
