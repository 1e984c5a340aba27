extension HelpTopic {
  static let files = HelpTopic(
    "files", "what can stand for SESSION, and which files inspect uses",
    of: ["check", "repair", "expand", "compact", "follow"],
    .definitions([
      .init("toast.ndjson", "a file"),
      .init("toast.ndjson.gz", "a gzipped file"),
      .init("logs", "a folder: its newest session"),
      .init("logs/toast-2026", "the newest session of the folder whose name begins so"),
      .init("-", "standard input; commands then come from -e or -x"),
    ]),
    .shell([
      .init("inspect check session.ndjson", "is the file sound?"),
      .init("inspect --salvage log session.ndjson", "leave damaged lines out"),
      .init("inspect repair session.ndjson -o sound.ndjson", "a sound copy"),
      .init("inspect compact session.ndjson -o small.ndjson.gz", "a small copy"),
    ]),
    .paragraph("Files and variables of inspect itself:"),
    .definitions([
      .init("$XDG_CONFIG_HOME/inspect/inspectrc", "hosts by store; ~/.config if unset"),
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
        + "and no prompt."))

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
      "A script of -e or -x stops at the first command that fails. --keep-going goes on; the status is "
        + "then the highest of all. Answers of 1 stop nothing."))
}
