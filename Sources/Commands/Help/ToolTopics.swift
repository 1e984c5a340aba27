extension HelpTopic {
  static let files = HelpTopic(
    "files", "what can stand for SESSION, and which files inspect uses",
    of: ["check", "repair", "expand", "compact", "follow"],
    .definitions([
      .init("toast.ndjson", "a file"),
      .init("toast.ndjson.gz", "a gzipped file"),
      .init(
        "logs",
        "a folder: its newest session; for a verb all must be of one store; inspect sessions logs "
          + "lists all"),
      .init("logs/toast-2026", "the newest session in the folder whose name begins so"),
      .init("-", "standard input; commands then come from -e or -x"),
    ]),
    .shell([
      .init("inspect sessions logs", "which sessions there are, and how each ended"),
      .init("inspect check session.ndjson", "is the file sound?"),
      .init("inspect --salvage log session.ndjson", "leave damaged lines out"),
      .init("inspect repair session.ndjson -o sound.ndjson", "a sound copy"),
      .init("inspect compact session.ndjson -o small.ndjson.gz", "a small copy"),
    ]),
    .paragraph("Files and variables of inspect itself:"),
    .definitions([
      .init(
        "$XDG_CONFIG_HOME/inspect/inspectrc",
        "hosts by store, aliases, settings, commands; ~/.config if unset"),
      .init("INSPECT_CONFIG", "another such file, which comes first"),
      .init("$XDG_STATE_HOME/inspect/history", "the lines typed; ~/.local/state if unset"),
      .init("INSPECT_HISTORY", "another file for them; empty: none"),
      .init("NO_COLOR, CLICOLOR_FORCE, TERM", "whether text is coloured, unless --color says so"),
      .init("COLUMNS", "the width of the text"),
    ]))

  static let formats = HelpTopic(
    "formats", "text for people, JSON for programs", of: ["print", "log", "diff"],
    .paragraph(
      "--format json writes one JSON value, --format ndjson one on each line. Their members are "
        + "described in docs/reports.md and only grow; text may change."),
    .shell([
      .init("inspect log session.ndjson --format ndjson | jq -r .type | sort | uniq -c"),
      .init("inspect print session.ndjson 4 '' --format json | jq '.items | length'"),
      .init("inspect diff session.ndjson 3 5 --as patch --format json"),
    ]),
    .paragraph(
      "Results go to standard output, everything else to standard error. In a pipe there is no colour "
        + "and no prompt."),
    .paragraph(
      "Times are counted from the start of the session. Dates are in UTC wherever inspect runs, and end "
        + "with Z. --raw shows all of them as they were recorded."))

  static let sharing = HelpTopic(
    "sharing", "give a session to somebody else",
    of: ["scan", "redact", "share", "compact", "minimize", "grep"],
    .paragraph(
      "A session holds what the state and the actions of the app held. What nobody else may see is "
        + "hidden by the app itself, while it records (docs/redaction.md): a stand-in is written in its "
        + "place, and info lists what was hidden. Look before you send it:"),
    .shell([
      .init("inspect -e info session.ndjson", "what was hidden, among other facts"),
      .init("inspect scan session.ndjson", "secrets in it, by place"),
      .init("inspect grep session.ndjson 'Upload failed'", "is this text anywhere in it?"),
    ]),
    .paragraph(
      "share makes one attachment: without what scan finds, gzipped, with a page that says what it is. "
        + "redact only writes a session without secrets. Send little: the last actions, or those that "
        + "show the bug."),
    .shell([
      .init("inspect share session.ndjson --last 200", "one attachment, and a page about it"),
      .init("inspect redact session.ndjson -o clean.ndjson", "all of it, without secrets"),
      .init("inspect minimize session.ndjson 'items[1]' -o bug.ndjson", "the fewest actions"),
      .init("inspect compact session.ndjson -o small.ndjson.gz", "all of them, gzipped"),
    ]))

  static let longSessions = HelpTopic(
    "long-sessions", "find the way in many actions",
    of: ["timeline", "hide", "log", "stats", "goto"],
    .paragraph(
      "A session of any length opens at once, and so does each of its steps. Begin with an overview, "
        + "then go where something happens:"),
    .prompt([
      .init("timeline", "all of it on one screen"),
      .init("stats", "which types of action there are, and how large the state is"),
      .init("goto 50%", "to the middle"),
      .init("hide dequeue*", "leave actions of these types out of lists and motions"),
      .init("find items[1] --limit 3", "the first three steps for which a condition holds"),
      .init("history items --limit 5", "the last five changes of a value"),
      .init("hide --none"),
    ]),
    .paragraph(
      "Long work shows at a terminal how much of it is done, and Ctrl-C stops it; what was found so far "
        + "is shown."))

  static let exitStatus = HelpTopic(
    "exit-status", "what inspect answers to a script",
    .definitions([
      .init("0", "yes, the same, found, sound"),
      .init("1", "no, different, not found, damaged but readable"),
      .init("2", "trouble: wrong use, an unreadable file, no host"),
      .init("130", "stopped by Ctrl-C"),
    ]),
    .shell([
      .init("inspect find session.ndjson '$.type == \"clearToast\"' > /dev/null && echo found")
    ]),
    .paragraph(
      "A script of -e or -x stops at the first command that fails; --keep-going goes on. Answers of 1 "
        + "stop nothing. With either the status is the highest of all that ran. A shell command "
        + "behind a bar counts as a command: 1 is an answer, as of grep, and a higher status a failure."
    ))
}
