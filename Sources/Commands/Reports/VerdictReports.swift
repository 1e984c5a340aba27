package import Inspector
package import SessionFormat

extension Verdict: JSONMembers {
  func add(to json: inout ReportJSON) {
    json.add("file", file)
    json.add("store", store)
    json.add("sample", sample)
    json.add("result", isDoubtful ? "not-comparable" : reproduces ? "reproduces" : "diverges")
    json.add("actions", actions)
    json.add("equal", equal)
    json.add(notComparable)
    json.add("ignored", of: ignored) { ignored, json in
      json.add("pattern", ignored.pattern)
      json.add("states", ignored.states)
      json.add("first", ignored.first)
    }
    if let standIn { json.add("standIn", standIn.json) }
    if !doubts.isEmpty { json.add("doubts", doubts.map(\.json)) }
    json.add("opaque", opaque?.json)
    json.add("divergence", divergence?.json)
    json.add("crash", reproducedCrash.map(\.json))
    json.add("unjudgedDeath", unjudgedDeath.map(\.json))
    json.add("torn", tornLine?.description)
    json.add("notes", notes.withoutRestarts.json)
    if !restarts.isEmpty { json.add("restarts", restarts.map(\.json)) }
    if !types.isEmpty { json.add("types", types.map(\.json)) }
    json.add("migrated", migration.flatMap { $0.isEmpty ? nil : $0.json })
    json.add("steps", steps?.json)
    json.add("twice", repetition?.json)
    json.add("times", replays?.json)
    json.add("diagnosis", diagnosis?.json)
  }

  /// The text for a session that a built-in sample replayed, because no host was named.
  static func words(ofSample sample: String) -> String {
    "no host was named; the built-in sample `\(sample)` replayed it"
  }

  /// What was found, and the commands with which to go on.
  func write(to page: inout Page) {
    writeFindings(to: &page)
    next.writeForVerb(to: &page)
  }

  /// What was found.
  func writeFindings(to page: inout Page) {
    var facts = "\(equal) of \(CountText.words(actions, "action")) equal"
    if reproducedCrash != nil { facts += ", and the crash" }
    if migration?.isEmpty == false { facts += ", migrated" }
    facts += notComparable.notComparableText
    // The reader must know it before the app is blamed.
    if let sample = doubtfulSample {
      page.line(
        .literal("sample      ", .dim),
        .text(
          "\(Self.words(ofSample: sample)), and it may be another app: name your own with --host "
            + "\"CMD\""))
    }
    let place = divergence.map { [.literal("at ")] + $0.step(of: last) + [.literal("  ")] } ?? []
    page.line(
      result + [.literal("  "), .text(file, .bold)], rest: place + [.text(facts, .dim)])
    TypeDifference.write(types, to: &page)
    migration?.write(to: &page)
    for ignored in ignored {
      let where_ = ignored.first.map {
        "differences in \(CountText.words(ignored.states, "state")), the first after action \($0)"
      }
      page.line(
        .literal("  ignored   ", .dim), .text(ignored.pattern, .name),
        .text("  \(where_ ?? "no differences there")", .dim))
    }
    writeDoubts(to: &page)
    if let tornLine {
      page.line(.literal("  note      ", .dim), .text("\(tornLine.words) and is left out"))
    }
    if let unjudgedDeath {
      page.line(
        .literal("  note      ", .dim),
        .text("\(unjudgedDeath); what happened to the app there is not recorded"))
    }
    notes.write(to: &page, margin: "  note      ")
    if let reproducedCrash {
      page.line(.literal("  crash     ", .dim), .text(reproducedCrash.description))
      reproducedCrash.writeReason(to: &page)
    }
    divergence?.write(to: &page)
    steps?.write(to: &page, chain: divergence)
    repetition?.write(to: &page)
    replays?.write(to: &page, isLastWrong: !reproduces)
    diagnosis?.write(to: &page)
  }

  /// The commands with which to go on from here; none if it reproduces.
  var next: NextCommands {
    divergence.map { NextCommands(after: $0, hasSteps: steps != nil) } ?? NextCommands()
  }

  /// The result with a sign, so that it is seen without colour.
  private var result: [Span] {
    if isDoubtful { return [.literal("? not comparable", .changed)] }
    return reproduces
      ? [.literal("✓ reproduces", .added, ascii: "+ reproduces")]
      : [.literal("✗ DIVERGES", .error, ascii: "x DIVERGES")]
  }
}

extension HostDeath.Ending: JSONMembers {
  func add(to json: inout ReportJSON) {
    switch self {
    case .status(let status): json.add("status", Int(status))
    case .signal(let signal): json.add("signal", Int(signal))
    }
  }
}

extension HostDeath: JSONMembers {
  func add(to json: inout ReportJSON) {
    json.add("host", command)
    json.add("action", action)
    ending.add(to: &json)
    json.add("stderr", standardError)
  }

  func write(to page: inout Page) {
    page.line(.literal("  died      ", .dim), .text(description, .error))
    writeStandardError(to: &page, indent: 12)
  }

  /// Writes the host's last output on standard error, indented.
  func writeStandardError(to page: inout Page, indent: Int) {
    let margin = String(repeating: " ", count: indent)
    guard !standardError.isEmpty else {
      page.line(.text(margin + "it wrote nothing on standard error", .dim))
      return
    }
    page.line(.text(margin + "the end of its standard error:", .dim))
    for line in standardError { page.line(.text(margin + "| ", .dim), .text(line)) }
  }
}

/// The result of a replay.
package struct ReplayReport: Report {
  let replay: ReplayRecording.Account
  /// Where it was written; nil if that is not a file.
  let file: String?
  /// The built-in sample that reduced, because no host was named.
  var sample: String?

  /// `store`, `sample`, `reduced`, `given`, `refused`, `death`, `recordedCrash`, `notes`, `file`.
  package var json: JSONValue {
    var json = ReportJSON("replay")
    json.add("store", replay.session.header.store)
    json.add("sample", sample)
    json.add("reduced", replay.reduced)
    json.add("given", replay.given)
    json.add("refused", of: replay.refused) { refused, json in
      json.add("n", refused.n)
      refused.error.add(to: &json)
    }
    json.add("death", replay.death?.json)
    if replay.death != nil { json.add("recordedCrash", replay.isRecordedCrash) }
    json.add("missedCrash", replay.missedCrash)
    json.add("notes", replay.notes.json)
    json.add("file", file)
    return json.value
  }

  /// How many actions were reduced, which were not, and how the host ended.
  package func write(to page: inout Page) {
    page.line(
      .literal("replayed  ", .dim), .text(CountText.words(replay.reduced, "action"), .bold),
      .text(" of the store \(replay.session.header.store)"))
    if !replay.given.isEmpty {
      let some = replay.given.prefix(10).map(String.init).joined(separator: ", ")
      page.line(
        .literal("given     ", .dim),
        .text("recorded states after \(some), because no replay can compute them"))
    }
    for (n, error) in replay.refused {
      page.line(.literal("refused   ", .dim), .text("action \(n): \(error.words)"))
    }
    if let death = replay.death {
      death.write(to: &page)
      page.line(
        replay.isRecordedCrash
          ? .literal("  the recording died there too", .added)
          : .literal("  the recording did not die there", .removed))
    }
    if let missedCrash = replay.missedCrash {
      page.line(
        .text("the recording died in action \(missedCrash), and the replay did not", .removed))
    }
    replay.notes.write(to: &page, margin: "note      ")
    if let file { page.line(.literal("written   ", .dim), .text(file)) }
  }
}

extension Verdict: CustomStringConvertible {
  /// The verdict in words, as `inspect verify` prints it.
  package var description: String {
    var page = Page()
    write(to: &page)
    return String(page.rendered(RenderOptions(width: .max)).dropLast())
  }
}
