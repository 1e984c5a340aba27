extension HelpTopic {
  static let paths = HelpTopic(
    "paths", "name a place of the state",
    of: ["why", "history", "blame", "print", "tree", "watch"],
    .paragraph("A path names one place. These lines name the same one:"),
    .prompt([
      .init("goto 4"),
      .init("print items[0].message", "names and numbers, as in Swift"),
      .init("print /items/0/message", "a JSON Pointer (RFC 6901)"),
      .init("print $.items[0].message", "a JSONPath (RFC 9535); $ is the state"),
    ]),
    .paragraph("print, plot and display take a JSONPath that selects many places:"),
    .prompt([
      .init("print $.items[*].id", "the id of each"),
      .init("print $..message", "every message, however deep"),
      .init("print \"$.items[?@.type == 'error']\"", "the elements for which it holds"),
      .init("print \"\"", "the whole state; so does print alone"),
    ]),
    .paragraph(
      "A name with a dot, a blank or a bracket stands in brackets and quotes: [\"odd key\"]. A bare "
        + "path goes to the end of the line, or to the first option after a blank. A place that no "
        + "state of the session has is refused with the nearest; --anyway asks nevertheless."),
    .prompt([.init("tree", "an outline of the state, to find a path")]))

  static let conditions = HelpTopic(
    "conditions", "find steps by what is true of them",
    of: ["find", "first", "bisect", "minimize", "watch", "break", "tbreak", "log"],
    .paragraph(
      "A condition is a filter expression of RFC 9535 over the step. It compares with == != < <= > >= "
        + "and joins with && || !. A path alone is true if it selects something: of a flag write flag == true. A path without $ "
        + "begins at the state after the action; what begins with $ is of the step:"),
    .definitions([
      .init("$.state", "the state after the action: items[1] is $.state.items[1]"),
      .init("$.before", "the state before it"),
      .init("$.type", "the name of the action's type"),
      .init("$.action", "the action with its payload"),
      .init("$.n", "the number of the step"),
      .init("$.t", "nanoseconds since the start"),
      .init("$.patch", "what changed, as a JSON Patch"),
    ]),
    .prompt([
      .init("find $.type == 'clearToast'", "actions of a type"),
      .init("find items[1]", "the state has a second item"),
      .init("find count(items[*]) > 1", "more than one item"),
      .init("find items[?@.type == 'error']", "an item of that kind is in the state"),
      .init("find $.before.items[0] && !items[0]", "the last item goes"),
      .init("find match($.type, '(clear|dequeue).*')", "a regular expression over the whole name"),
      .init("find search($.action.enqueueToast.message, 'failed')", "a text in the payload"),
      .init("first $.n > 3 && $.t > 2000000000", "the first step for which it holds"),
    ]),
    .paragraph(
      "What no state, no payload and no type of the session has is refused with the nearest; --anyway "
        + "asks nevertheless. Two places that are both missing are equal, as RFC 9535 has it: inspect "
        + "says in how many steps a condition holds because of that. A comparison with a value of a kind "
        + "that the place never has, as in id == '17' if ids are numbers, never holds; inspect says so."
    ),
    .paragraph("In a shell, put the condition in single quotes:"),
    .shell([.init("inspect find session.ndjson 'items[1]' --limit 3")]))
}
