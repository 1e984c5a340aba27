extension HelpTopic {
  static let branching = HelpTopic(
    "branching", "change the past and see what comes of it",
    of: [
      "dispatch", "skip", "unskip", "edit", "insert", "move", "branches", "switch", "compare",
      "drop",
      "save", "reload",
    ],
    .paragraph(
      "The recording never changes. The first change forks a branch, and your reducer runs on it "
        + "again, in the host (help hosts)."),
    .prompt([
      .init("goto 4"),
      .init("skip 3", "leave action 3 out"),
      .init("compare", "what is different now"),
      .init("unskip 3", "put it back"),
      .init("switch recording", "back to the recording"),
      .init("goto 4"),
      .init("dispatch {\"clearToast\":{}}", "an action of your own, after step 4"),
      .init("branches", "all branches"),
      .init("switch branch-1", "another branch"),
      .init("drop branch-1", "forget it"),
    ]),
    .paragraph(
      "edit changes an action, insert adds one and keeps what follows, move puts one elsewhere. save "
        + "FILE writes the branch as a session. After you rebuild the app, reload starts the host anew "
        + "and reduces everything again."))

  static let hosts = HelpTopic(
    "hosts", "let your own reducer run",
    of: ["replay", "verify", "minimize", "bisect", "dispatch", "reload", "host"],
    .paragraph(
      "replay, verify, minimize and branches need the program that reduces: the host. It is a few "
        + "lines that link your reducer and the library RecorderHost. It runs in a process of its own, "
        + "so that its crash does not end the prompt. The store of the session names it in a config "
        + "file, or --host gives it:"),
    .shell([.init("inspect --host 'inspect host toast' verify session.ndjson")]),
    .paragraph(
      "The sample apps have their hosts in inspect itself, so sessions of theirs need no --host. "
        + "The config file is ~/.config/inspect/inspectrc, or the one of --config or INSPECT_CONFIG:"
    ),
    .definitions([
      .init("[store toast]", "for sessions of this store:"),
      .init("host = .build/debug/ToastHost", "the program and its arguments"),
      .init("ignore = $..timestamp", "places that verify does not compare"),
      .init("patience = 5", "the most seconds to wait for an answer"),
      .init("host-memory = 2G", "the most memory it may take"),
    ]))

  static let verifying = HelpTopic(
    "verifying", "check that the reducer of today does what was recorded",
    of: ["verify", "replay"],
    .paragraph(
      "verify runs every recorded action through the host and compares each state with the recorded "
        + "one. It names the first action and the path that differ, both values, and the cause if "
        + "experiments show one."),
    .shell([
      .init("inspect verify session.ndjson", "0: all are the same, 1: one differs, 2: trouble"),
      .init("inspect verify session.ndjson --ignore '$.items[*].id'", "leave places out"),
      .init("inspect verify session.ndjson --steps", "each step from its recorded state"),
      .init("inspect verify session.ndjson --twice", "two replays, against each other"),
      .init("inspect verify session.ndjson --junit report.xml", "for CI; also --tap, --github"),
    ]),
    .paragraph(
      "At the prompt, verify also sets the stop of catch divergence. After an intended change of the "
        + "reducer, --accept replaces each session that differs by its replay."))
}
