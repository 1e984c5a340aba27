import Foundation
import Inspector
import SessionFormat

// The further results of verify after the first divergence: other steps, a second replay, causes.

extension StepFaults: JSONMembers {
  func add(to json: inout ReportJSON) {
    json.add("compared", compared)
    json.add("sampledOf", sampledOf)
    json.add("count", count)
    json.add("faults", faults.map(\.json))
    if isApart { json.add("apart", true) }
    json.add("stoppedAfter", stoppedAfter)
    json.add("backwardsError", backwardsError?.description)
  }

  /// The most faults in the text.
  private static let shown = 10

  func write(to page: inout Page, chain: Divergence?) {
    let compared = CountText.words(compared, "step")
    guard let first = faults.first else {
      let isCarried = chain.map { compares($0.n) } ?? false
      let carried =
        isCarried
        ? ": the difference is carried outside the recorded states, or comes by chance" : ""
      page.line(
        .literal("  by step   ", .dim),
        .text("none of \(compared) differs from its own recorded state on\(carried)"))
      if let sampledOf {
        page.line(
          .text(
            "            they are evenly spread over \(sampledOf), and the first and last of each type; "
              + "the others are equal in the replay of all", .dim))
      }
      writeStop(to: &page)
      return
    }
    let verb = count == 1 ? "differs" : "differ"
    let words =
      isApart
      ? "right after the steps before it, but wrong when it is run alone in a fresh process"
      : "\(count) of \(compared) \(verb), each reduced from its own recorded state"
    page.line(.literal("  by step   ", .dim), .text(words))
    for fault in faults.prefix(Self.shown) {
      page.line(
        [.text("            "), .text(fault.place, .bold), .literal("  ")] + fault.kind.what)
    }
    page.rest(count - Self.shown, "            and ", "other step")
    if count == 1, chain?.n == first.n {
      page.line(.text("            later differences only follow from it", .dim))
    }
    writeStop(to: &page)
  }

  private func writeStop(to page: inout Page) {
    if let stoppedAfter {
      page.line(
        .text(
          "            no step after \(stoppedAfter) was compared: the host died too often", .dim))
    }
    if let backwardsError {
      page.line(
        .text(
          "            the steps were not compared from the last to the first: "
            + backwardsError.description, .dim))
    }
  }
}

extension Repetition: JSONMembers {
  func add(to json: inout ReportJSON) {
    json.add("equal", equal)
    json.add("difference", difference?.json)
    json.add("drawsAfresh", drawsAfresh)
  }

  func write(to page: inout Page) {
    let front = Span.literal("  twice     ", .dim)
    if let difference {
      page.line(
        [front, .text("two replays diverge at "), .text(difference.place, .bold), .literal("  ")]
          + difference.kind.what)
      if case .state = difference.kind {
        let sides = difference.kind.spans()
        page.line([.literal("    first   ", .dim)] + sides.expected)
        page.line([.literal("    second  ", .dim)] + sides.actual)
      }
      return
    }
    var words = "two replays are equal in \(CountText.words(equal, "step"))"
    if let drawsAfresh {
      words += "; from action \(drawsAfresh) on they draw values that are not recorded"
    }
    page.line(front, .text(words))
  }
}

extension Verdict.Replays: JSONMembers {
  func add(to json: inout ReportJSON) {
    json.add("made", made)
    json.add("requested", requested)
  }

  func write(to page: inout Page, isLastWrong: Bool) {
    let words =
      isLastWrong
      ? "replay \(made) of up to \(requested) is the first that does not reproduce"
      : "\(made) replays reproduce"
    page.line(.literal("  times     ", .dim), .text(words))
  }
}

extension Diagnosis.Cause {
  /// The cause in words.
  var words: String {
    switch self {
    case .hashing: "the order of hashes (Set, Dictionary, hashValue)"
    case .clock: "the clock"
    case .addresses:
      "memory addresses (ObjectIdentifier, pointers, uninitialised or used memory)"
    case .timeZone: "the time zone"
    case .locale: "the locale"
    case .hiddenState:
      "state that the process keeps outside the store (a global, a static, a shared object)"
    case .random: "random numbers or new UUIDs"
    case .scheduling: "which thread comes first"
    case .lossyCoding: "a coding that loses something"
    case .floatingPoint: "the rounding of floating-point numbers"
    case .changedCode: "other code than was recorded"
    case .unrecordedInput: "something from outside that is not recorded"
    case .leftOut: "a place left out of the comparison that differs before the step"
    }
  }
}

extension Diagnosis.Cause {
  /// What the app can do; nil if that depends on more than the cause.
  fileprivate var remedy: String? {
    switch self {
    case .clock: "take the date from Inputs.date(), which records it"
    case .random: "take it from Inputs.random(in:) or Inputs.uuid(), which record it"
    case .timeZone, .locale, .unrecordedInput: "take it through Inputs.value, which records it"
    case .hashing: "sort before the order is kept, and keep no hashValue"
    case .addresses: "identify by a recorded value, and set all memory before it is read"
    case .hiddenState: "keep it in the state, or send it with the action"
    case .scheduling: "give each thread a place of its own, or dispatch each result as an action"
    case .lossyCoding: "let encode(to:) write all that init(from:) needs, by the keys that it reads"
    case .changedCode: "verify with the build that recorded, or record with this one"
    case .floatingPoint, .leftOut: nil
    }
  }
}

extension Diagnosis.Finding {
  /// What the app can do; nil if that depends on more than is known.
  fileprivate var remedy: String? {
    guard cause == .clock || cause == .random, !asked.isEmpty, asked.allSatisfy(\.isInput) else {
      return cause.remedy
    }
    return
      "Inputs had no recorded value that fits: draw it on the reducer's own thread, and as often, "
      + "by the name and of the type that were recorded"
  }
}

extension Diagnosis {
  /// The surest cause and what the app can do, in one line; nil if no cause was found.
  var advice: String? {
    findings.first.map { finding in
      "\(finding.cause.words) (\(finding.confidence.rawValue))"
        + (finding.remedy.map { "; \($0)" } ?? "")
    }
  }
}

extension Diagnosis: JSONMembers {
  func add(to json: inout ReportJSON) {
    json.add("n", n)
    json.add("causes", findings.map(\.json))
    json.add("runs", runs.map(\.json))
    json.add("untested", untested)
    if !notes.isEmpty { json.add("notes", notes) }
  }

  func write(to page: inout Page) {
    for finding in findings {
      let style: Style = finding.confidence == .possible ? .plain : .bold
      page.line(
        .literal("  cause     ", .dim), .text(finding.cause.words, style),
        .text(" (\(finding.confidence.rawValue))"))
      if let remedy = finding.remedy { page.line(.text("            \(remedy)")) }
      if let asked = finding.askedWords { page.line(.text("            \(asked)")) }
      for evidence in finding.evidence { page.line(.text("            \(evidence)", .dim)) }
      if let odds = finding.oddsWords { page.line(.text("            \(odds)", .dim)) }
    }
    if findings.isEmpty {
      page.line(.literal("  cause     ", .dim), .text("none was found"))
    }
    for note in notes { page.line(.literal("  note      ", .dim), .text(note)) }
    // What is certain needs no more tests; its line is missed all the same.
    let (isCertain, isUnlined) = (
      findings.first?.confidence == .certain, findings.first?.isUnlined == true
    )
    for text in untested where !isCertain || isUnlined && text.hasPrefix(Diagnosis.sourceLines) {
      page.line(.literal("  untested  ", .dim), .text(text, .dim))
    }
  }
}

extension Diagnosis.Finding: JSONMembers {
  func add(to json: inout ReportJSON) {
    json.add("cause", cause.rawValue)
    json.add("confidence", confidence.rawValue)
    json.add("evidence", evidence)
    if !asked.isEmpty { json.add("asked", asked.map(\.json)) }
    json.add("origin", origin)
    if let odds, let number = JSONNumber(text: String(format: "%.1e", odds)) {
      json.add("odds", .number(number))
    }
  }
}

extension Diagnosis.Finding {
  /// Whether it asks at lines that are not known.
  fileprivate var isUnlined: Bool { !asked.isEmpty && askedWords == nil }

  /// How rarely chance alone parts two sides as far; nil if it was not computed.
  fileprivate var oddsWords: String? {
    guard let odds else { return nil }
    let words = odds < 1e-9 ? "less than once in a billion" : "once in \(Int((1 / odds).rounded()))"
    return "chance alone gives that \(words) experiments"
  }

  /// The most lines that are named in the text.
  private static let mostLines = 3

  /// `asked at ToastReducer.swift:27  Date()`; nil if no line is known.
  fileprivate var askedWords: String? {
    var lines: [String] = []
    var known: Set<String> = []
    for asked in asked {
      guard let line = asked.line, known.insert(line.words).inserted else { continue }
      let what = asked.what.hasPrefix("variable ") ? String(asked.what.dropFirst(9)) : asked.what
      lines.append("\(line.words) \(line.code ?? what)")
    }
    guard !lines.isEmpty else { return nil }
    let more = lines.count - Self.mostLines
    return "asked at " + lines.prefix(Self.mostLines).joined(separator: ", ")
      + (more > 0 ? " and \(CountText.words(more, "other line"))" : "")
  }
}

extension Diagnosis.Asked: JSONMembers {
  /// `what`, `clock`, `came`, `input`, `file`, `line`, `column`, `code`.
  func add(to json: inout ReportJSON) {
    json.add("what", what)
    json.add("clock", clock)
    json.add("came", came)
    if isInput { json.add("input", true) }
    json.add("file", line?.file)
    json.add("line", line?.line)
    json.add("column", line?.column)
    json.add("code", line?.code)
  }
}

extension Diagnosis.Runs: JSONMembers {
  func add(to json: inout ReportJSON) {
    json.add("conditions", conditions)
    json.add("count", count)
    json.add("results", results)
    json.add("asRecorded", asRecorded)
  }
}
