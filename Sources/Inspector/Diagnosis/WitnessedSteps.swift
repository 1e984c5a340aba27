import SessionFormat

/// What steps ask of the world, by a look at each in a re-run.
package struct WitnessedSteps {
  /// A step, and what it asks.
  package struct Step {
    package let n: Int
    /// What it asks and which variables it uses, with the lines, each once.
    package let asked: [Diagnosis.Asked]
    /// Whether it asks for nothing else, as far as calls and variables can show.
    package let isAll: Bool
  }

  /// In the order of their numbers; those that could not be reduced are missing.
  package private(set) var steps: [Step] = []
  /// What the host's own machinery asks for each state, if it does not mark its reducer; it stands in no step.
  package let machinery: [Diagnosis.Asked]
  /// What is not known if a program has no symbols, or ends while its variables are watched.
  static let variables = "which variables of its own the program uses"

  private static let unmarked =
    "what the host asks for each state, too, as it does not mark where its reducer begins and ends"

  /// What cannot be seen of this host, in words.
  package let untested: [String]

  /// Reduces each of some steps from its recorded state, in processes of the host.
  ///
  /// Complexity: a reduction a step, a process for each hundred, and one of the symbolizer for all.
  ///
  /// - Parameters:
  ///   - numbers: The steps, each once.
  ///   - patience: The most seconds that an answer may take.
  /// - Throws: Damage in the session, ``InspectorError/host(_:)`` if the host does not begin, or
  ///   ``InspectorError/interrupted``.
  package init(
    _ session: Session, _ numbers: [Int], by command: HostCommand, patience: Int = 60,
    interrupted: @escaping () -> Bool = { false }
  ) throws(InspectorError) {
    let connect = { HostClient($0, patience: patience, interrupted: interrupted) }
    let tools = WitnessedHost.usable(.installed, command, session, connect)
    // A host that does not begin at all is another matter than one that does not load the witness.
    if tools.witness == nil {
      let client = connect(command)
      defer { client.close() }
      do throws(HostFailure) { try client.open(session.header) } catch { throw .host(error) }
    }
    let host = WitnessedHost(
      session, command: command, tools: tools, interrupted: interrupted, connect: connect)
    var seen: [(n: Int, calls: [WitnessedCalls.Call], isAll: Bool)] = []
    var seesVariables = true
    var unseen: [String] = []
    var marks = true
    try host.steps(numbers) { n, requests, kept in
      let calls = Self.asked(requests.calls)
      marks = marks && requests.hasMarks
      seen.append((n, calls + (kept?.accesses ?? []), requests.isAll && kept?.isAll == true))
      if kept?.isPartial != false { seesVariables = false }
      for words in requests.unseen where !unseen.contains(words) { unseen.append(words) }
    }
    let own = Self.asked(host.machinery)
    let lines = SourceLines(seen.flatMap(\.calls) + own)
    func each(_ calls: [WitnessedCalls.Call]) -> [Diagnosis.Asked] {
      calls.reduce(into: []) { all, call in Self.add(call, lines.line(of: call), to: &all) }
    }
    steps = seen.map { step in
      let calls = step.calls.filter { !KeptVariables.isAccess($0) || !lines.isInitializer($0) }
      return Step(n: step.n, asked: each(calls), isAll: step.isAll)
    }
    machinery = each(own)
    let reduced = Set(seen.map(\.n))
    var (missing, idle): ([Int], [Int]) = ([], [])
    for n in numbers where !reduced.contains(n) {
      if session.steps.actions[n] == nil { idle.append(n) } else { missing.append(n) }
    }
    if tools.witness == nil { missing = [] }
    untested =
      (tools.witness == nil ? [RunTools.withoutWitness] : unseen)
      + [lines.untested(seen.flatMap(\.calls))].compactMap(\.self)
      + (marks ? [] : [Self.unmarked])
      + (seesVariables ? [] : [Self.variables])
      + Self.unasked(missing, "which was not reduced to its end")
      + Self.unasked(idle, "to which no action leads")
  }

  private static func asked(_ calls: [WitnessedCalls.Call]) -> [WitnessedCalls.Call] {
    calls.filter { SystemRequests.label($0) != "library" }
  }

  private static func unasked(_ numbers: [Int], _ why: String) -> [String] {
    numbers.isEmpty ? [] : ["what is asked at step \(CountText.list(numbers, upTo: 3)), \(why)"]
  }

  /// Adds a call, once for each thing that is asked at a line; a variable that is used at a line was only
  /// used elsewhere, too, if that has no line.
  ///
  /// The zone and the language take several questions, of which one has the answer.
  private static func add(
    _ call: WitnessedCalls.Call, _ line: SourceLine?, to all: inout [Diagnosis.Asked]
  ) {
    let what = SystemRequests.label(call)
    let came = ["zone", "language"].contains(what) && call.came == "nothing" ? nil : call.came
    let isUse = KeptVariables.isAccess(call)
    if let known = all.firstIndex(where: { asked in
      asked.what == what && asked.clock == call.clock
        && (asked.line == line || isUse && (asked.line == nil || line == nil))
    }) {
      all[known].came = all[known].came ?? came
      all[known].line = all[known].line ?? line
    } else {
      all.append(Diagnosis.Asked(what: what, clock: call.clock, line: line, came: came))
    }
  }
}
