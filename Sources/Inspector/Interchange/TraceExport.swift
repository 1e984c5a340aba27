package import SessionFormat

/// A session as a trace-event file, which Perfetto and speedscope open: reducer runs as spans, causes as
/// flows, marks and the crash as instants, chosen numbers of the state as counters.
package struct TraceExport {
  private let session: Session
  /// The places whose numbers become counters.
  private let counters: [(name: String, path: JSONPointer)]
  private let interrupted: () -> Bool

  /// Longer payloads are left out.
  private static let longestPayload = 1024

  /// - Parameter counters: Each by the name that the user gave it.
  package init(
    _ session: Session, counters: [(name: String, path: JSONPointer)],
    interrupted: @escaping () -> Bool
  ) {
    (self.session, self.counters, self.interrupted) = (session, counters, interrupted)
  }

  /// Writes the file in pieces.
  ///
  /// - Returns: What the form has no place for, in words.
  /// - Throws: Damage that is met, and ``InspectorError/interrupted``.
  package func write(
    to sink: (String) throws(InspectorError) -> Void
  ) throws(InspectorError) -> [String] {
    if let fault = session.fault { throw .session(fault) }
    try sink(#"{"displayTimeUnit":"ns","traceEvents":["# + "\n")
    try sink(Self.event("M", "process_name", 0, ["args": ["name": .string(session.header.store)]]))
    var payloads = 0
    var threads = SpanThreads()
    for n in stride(from: session.first + 1, through: session.last, by: 1) {
      if interrupted() { throw .interrupted }
      guard session.hasAction(n) else { continue }
      let action = try session.action(n)
      let state = session.hasState(n) ? try session.stateLine(n) : nil
      var args: [(name: String, value: JSONValue)] = [("n", .number(n))]
      if action.action.textSize <= Self.longestPayload {
        args.append(("action", action.action))
      } else {
        payloads += 1
      }
      if let threw = state?.threw { args.append(("threw", .string(threw))) }
      if let at = action.at { args.append(("at", .string(at))) }
      try sink(
        ",\n"
          + Self.event(
            "X", action.type, action.t, thread: threads.add(n, action.t, state?.took ?? 0),
            [
              "cat": state?.threw == nil ? "action" : "action,threw",
              "dur": .number(Self.microseconds(state?.took ?? 0)), "args": .object(args),
            ]))
      try writeFlow(to: action, threads, sink)
    }
    try writeInstants(on: threads.count + 1, sink)
    try writeNames(of: threads, sink)
    var losses = payloads > 0 ? ["\(CountText.words(payloads, "payload")) of more than 1 KB"] : []
    for counter in counters where try !write(counter, sink) {
      losses.append("\(counter.name), which is never a number")
    }
    try sink("\n]}\n")
    return losses + LeftOutLines.words([.inputs, .outsides, .gaps], of: session)
  }

  /// The arrow from the action that caused this one.
  private func writeFlow(
    to action: ActionLine, _ threads: SpanThreads, _ sink: (String) throws(InspectorError) -> Void
  ) throws(InspectorError) {
    guard let from = action.from, session.hasAction(from) else { return }
    let start = try session.action(from).t
    let id: JSONValue = .number(action.n)
    try sink(
      ",\n"
        + Self.event(
          "s", "causes", start, thread: threads[from], ["cat": "cause", "id": id]))
    try sink(
      ",\n"
        + Self.event(
          "f", "causes", action.t, thread: threads[action.n],
          ["cat": "cause", "id": id, "bp": "e"]))
  }

  /// Marks and the crash have a thread of their own: Perfetto draws those of a whole trace outside of the
  /// process, on a track without a name.
  private func writeInstants(
    on thread: Int, _ sink: (String) throws(InspectorError) -> Void
  ) throws(InspectorError) {
    for event in try session.events(session.first...max(session.first, session.last)) {
      switch event {
      case .mark(let mark):
        try sink(
          ",\n" + Self.event("i", mark.text, mark.t, thread: thread, ["cat": "mark", "s": "t"]))
      case .dispatched(let line):
        try sink(
          ",\n"
            + Self.event("i", line.type, line.t, thread: thread, ["cat": "dispatched", "s": "t"]))
      default: break
      }
    }
    guard case .died(let actions) = session.ending else { return }
    let t = try session.action(actions.upperBound).t
    try sink(",\n" + Self.event("i", "crash", t, thread: thread, ["cat": "crash", "s": "t"]))
  }

  private func writeNames(
    of threads: SpanThreads, _ sink: (String) throws(InspectorError) -> Void
  ) throws(InspectorError) {
    for thread in 1...threads.count + 1 {
      let name: JSONValue = thread > threads.count ? "marks" : "reducer"
      try sink(",\n" + Self.event("M", "thread_name", 0, thread: thread, ["args": ["name": name]]))
    }
  }

  /// - Returns: Whether the place has a number.
  private func write(
    _ counter: (name: String, path: JSONPointer),
    _ sink: (String) throws(InspectorError) -> Void
  ) throws(InspectorError) -> Bool {
    let changes = try CauseScan(
      Timeline(session), path: counter.path, interrupted: interrupted
    )
    .changes(upTo: session.last)
    var isNumber = false
    for change in changes {
      guard let value = change.new, value.kind == .number else { continue }
      isNumber = true
      // The first value is that of the start.
      let t =
        try change.n.map { (n) throws(InspectorError) in
          session.hasAction(n) ? try session.action(n).t : 0
        } ?? 0
      try sink(
        ",\n" + Self.event("C", counter.name, t, ["args": ["value": value]]))
    }
    return isNumber
  }

  private static func event(
    _ phase: String, _ name: String, _ t: Int, thread: Int = 1, _ more: JSONValue
  ) -> String {
    var members: [(name: String, value: JSONValue)] = [
      ("ph", .string(phase)), ("name", .string(name)), ("pid", 1), ("tid", .number(thread)),
      ("ts", .number(microseconds(t))),
    ]
    members += more.object.map(Array.init) ?? []
    return JSONValue.object(members).description
  }

  /// A time in microseconds, to the nanosecond.
  private static func microseconds(_ nanoseconds: Int) -> JSONNumber {
    let digits = String(abs(nanoseconds) % 1000)
    let fraction = String(repeating: "0", count: 3 - digits.count) + digits
    let text = "\(nanoseconds < 0 ? "-" : "")\(abs(nanoseconds) / 1000).\(fraction)"
    return JSONNumber(text: text) ?? JSONNumber(nanoseconds / 1000)
  }
}
