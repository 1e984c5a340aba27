extension HelpTopic {
  static let moving = HelpTopic(
    "moving", "go through the steps of a session",
    of: ["next", "back", "goto", "finish", "undo", "redo"],
    .paragraph(
      "Step n is action n and the state after it. Step 0 is the start. The prompt shows the number "
        + "of the step, the last one, and the action."),
    .prompt([
      .init("next", "one action forward; an empty line does it again"),
      .init("next 3", "three actions forward"),
      .init("back", "one action back"),
      .init("goto 5", "to step 5"),
      .init("goto +2", "two steps on; goto -2 goes two steps back"),
      .init("goto 50%", "to the middle of the session"),
      .init("goto 1.5s", "to the last action up to 1.5 s after the start"),
      .init("goto 1:37:39", "the same, with hours or minutes"),
      .init("goto @signed", "to the mark that begins so; marks lists them"),
      .init("goto end", "to the last step"),
      .init("undo", "to the place visited before; redo returns"),
      .init("when", "which step this is, and its time"),
    ]))

  static let breakpoints = HelpTopic(
    "breakpoints", "stop where something happens, in both directions",
    of: [
      "watch", "break", "tbreak", "catch", "delete", "disable", "enable", "continue",
      "reverse-continue",
    ],
    .paragraph(
      "Set a breakpoint, then run to it with continue, or back to it with reverse-continue."),
    .prompt([
      .init("watch items[0].message", "where this value changes"),
      .init("continue", "forward to the next stop"),
      .init("break dequeue*", "at actions of these types"),
      .init("break enqueueToast if $.before.items[0]", "only if the condition holds"),
      .init("tbreak clearToast", "once"),
      .init("info breakpoints", "all of them, with their numbers"),
      .init("disable 2", "leave number 2 out; enable 2 takes it back"),
      .init("goto end"),
      .init("reverse-continue", "back to the last stop before here"),
      .init("ignore 1 9", "pass over the next 9 stops of breakpoint 1"),
      .init("delete", "delete all; delete 1 deletes one"),
    ]),
    .paragraph(
      "catch crash stops at the action in which the app crashed. catch divergence stops where a "
        + "replay or a branch begins to differ."))

  static let keys = HelpTopic(
    "keys", "edit the line at the prompt",
    .definitions([
      .init("Tab", "complete a command, a path, a step or an action type; twice lists all"),
      .init("Up, Down", "earlier and later lines, also of other prompts"),
      .init("Ctrl-R", "search in earlier lines"),
      .init("Enter", "on an empty line: the last motion again; after list, the next rows"),
      .init("Ctrl-C", "drop the line; during a command: stop it, the position stays"),
      .init("Ctrl-D", "leave, on an empty line"),
      .init("Ctrl-A, Ctrl-E", "to the beginning and the end of the line"),
      .init("Ctrl-W, Ctrl-U", "delete the word, or all, before the cursor"),
    ]),
    .paragraph(
      "The beginning of a command is enough if no other begins so: cont is continue. Scripts need the "
        + "full name or the short one that help all lists at the prompt. The keys are those of readline, so "
        + "~/.inputrc changes them."))
}
