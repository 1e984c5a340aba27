extension HelpTopic {
  /// A walk through finding a bug, which a test takes.
  static let tour = HelpTopic(
    "tour", "find a bug in a recorded session, step by step",
    .paragraph(
      "A user reports that an error toast was gone before they could read it. Their session comes "
        + "with the source of inspect. Open it:"),
    .shell([.init("inspect sessions/toast-queue.ndjson")]),
    .paragraph(
      "The prompt stands at the start, before action 1. Type these lines, and read what each shows."
    ),
    .prompt([
      .init("list", "the first ten actions: toasts come and go"),
      .init(
        "find $.before.items[1] && !items[0]",
        "steps with two toasts before and none after: only action 5"),
      .init("goto 5", "one dequeueToast, and two toasts are gone"),
      .init("back", "the step before it: the error is the second toast"),
      .init("print $.items[*].id", "both toasts have the same id"),
      .init("why items[1].id", "action 4 made the second id"),
      .init("why items[0].id", "action 3 made the first"),
      .init("list 3", "both at +1.214 s: the app makes an id from whole seconds"),
    ]),
    .paragraph(
      "That is the bug: two toasts of one second share an id, and dismissing one removes both. Try "
        + "what happens if the first of them is not there:"),
    .prompt([
      .init("skip 3", "leaves action 3 out, on a branch; your reducer runs again"),
      .init(
        "goto 4", "the dismissal of the first toast now removes the second: the id is the same"),
      .init("compare", "what is different on the branch"),
      .init("switch recording", "the recording is as it was"),
    ]),
    .paragraph(
      "For the bug report, leave the prompt with quit, and let inspect look for the shortest session "
        + "that shows it:"),
    .shell([
      .init(
        "inspect minimize sessions/toast-queue.ndjson '$.before.items[1] && !items[0]'",
        "three actions are enough"),
      .init(
        "inspect verify sessions/toast-queue.ndjson",
        "does the reducer of today still do the same? After a fix it does not"),
    ]),
    .paragraph("Next: help moving, help conditions, and help hosts for an app of your own."))
}
