extension HelpTopic {
  static let gaps = HelpTopic(
    "gaps", "what is known across gaps, damage and a crash",
    of: ["check", "repair", "why", "history", "find", "first", "bisect", "grep"],
    .paragraph("What a session lacks is never guessed. These are the ways to lack something:"),
    .definitions([
      .init("a gap", "the recorder could not write: actions are lost, and counted"),
      .init("damage", "lines do not read or have a wrong checksum; check names each"),
      .init("a cut", "the app limits what it records: a part of a state is left out"),
      .init("a crash", "the fatal action is recorded, and no state after it"),
    ]),
    .paragraph(
      "Behind a gap or damage a state is unknown up to the next one that is recorded whole. From there "
        + "on all is known again. The numbers of the steps go on, so a step keeps its number."),
    .definitions([
      .init("list, log", "lost steps are one row with their numbers"),
      .init(
        "print, tree", "refuse a state that is unknown; the prompt shows the one before a crash"),
      .init(
        "why, history, blame", "name an action only if the states before and after it are known"),
      .init("(not recorded, ...)", "one of the lost actions changed the value, or several did"),
      .init("find, first, bisect, grep", "name the steps that could not be looked at"),
      .init("verify", "replays each known stretch from the whole state that it begins with"),
    ]),
    .paragraph(
      "So \"no\" and \"none\" hold for what is known. The exit status is 2, and not 1, if nothing is found "
        + "and steps are lost. A comparison with a place that is cut is neither true nor false."),
    .shell([
      .init("inspect check session.ndjson", "is anything damaged?"),
      .init("inspect --salvage log session.ndjson", "leave damaged lines out, and read the rest"),
      .init(
        "inspect repair session.ndjson -o sound.ndjson", "a copy in which lost lines are a gap"),
    ]))
}
