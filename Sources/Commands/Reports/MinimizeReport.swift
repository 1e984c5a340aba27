import Inspector
package import SessionFormat

/// The fewest actions that still show the condition, crash or divergence of a session.
package struct MinimizeReport: Report {
  /// The goal of the search.
  enum Target: Sendable {
    case condition(String)
    case crash(CrashIdentity)
    case divergence(Divergence)
  }

  let sought: Target
  let found: MinimizedSession
  let file: String?
  let testFile: String?
  /// The branch of the open session that has the same actions, if there is one.
  var branch: String?
  /// The built-in sample that reduced, because no host was named.
  var sample: String?
  /// The folder of the package that was written, and why a stub stands for the reducer, if one does.
  var package: (folder: String, missing: String?)?
  /// Why the step diverges; nil if that was not searched.
  var diagnosis: Diagnosis?
  /// What the host did in addition to its answers.
  var notes: [HostNote] = []

  /// The most actions in the text.
  private static let listed = 20

  /// `condition`, `crash` or `divergence`; `sample`, `start`, `total`, `actions`, `minimal`,
  /// `compared`, `diagnosis`, `stopped`, `replayed`, `tests`, `reduced`, `branch`, `file`, `test`,
  /// `package`, `stub`.
  package var json: JSONValue {
    var json = ReportJSON("minimize")
    switch sought {
    case .condition(let text): json.add("condition", text)
    case .crash(let crash): json.add("crash", crash.json)
    case .divergence(let divergence): json.add("divergence", divergence.json)
    }
    json.add("sample", sample)
    json.add("start", found.start)
    json.add("total", found.total)
    json.add("actions", found.actions.map(\.json))
    json.add("minimal", found.isMinimal)
    if let isCompared = found.isCompared { json.add("compared", isCompared) }
    json.add("diagnosis", diagnosis?.json)
    json.add("stopped", found.stopped?.rawValue)
    if let replay = found.replay {
      json.add("replayed", true)
      if replay == .migrated { json.add("migrated", true) }
    }
    json.add("notes", notes.json)
    json.add("tests", found.tests)
    json.add("reduced", found.reduced)
    json.add("branch", branch)
    json.add("file", file)
    json.add("test", testFile)
    json.add("package", package?.folder)
    json.add("stub", package?.missing)
    return json.value
  }

  /// The remaining actions, how certain it is that none can be left out, and the effort.
  package func write(to page: inout Page) {
    page.line(
      .text(
        "\(CountText.words(found.actions.count, "action")) \(found.actions.count == 1 ? "suffices" : "suffice")",
        .bold),
      .text("\(share)\(words)", .dim))
    if let replay = found.replay {
      page.line(.text("  of the replay, \(replay.words)", .dim))
    }
    if found.start > 0 { page.line(.text("  begins with the recorded state \(found.start)", .dim)) }
    for kept in found.actions.prefix(Self.listed) {
      var spans: [Span] = [
        .text("  \(kept.n)  ", .dim), .text(kept.type, .name), .literal("  "),
        ValueText.preview(kept.action),
      ]
      if kept.was != kept.n { spans.append(.text("  was \(kept.was)", .dim)) }
      if kept.isEdited { spans.append(.literal("  smaller", .dim)) }
      page.line(spans)
    }
    if found.actions.count > Self.listed {
      page.line(.text("  … and \(found.actions.count - Self.listed) more", .dim))
    }
    if let stopped = found.stopped {
      page.line(
        .literal("stopped   ", .changed), .text("\(stopped.words): there may be a shorter one"))
    } else if !found.isMinimal {
      page.line(.literal("one of them may still be left out", .changed))
    }
    if found.stopped == nil, found.isCompared == false {
      page.line(
        .literal("unsure    ", .changed),
        .text("ddmin took too long to find its result: --seconds sets how long it may take"))
    }
    diagnosis?.write(to: &page)
    page.line(
      .literal("tried     ", .dim),
      .text(
        "\(CountText.words(found.tests, "session")), \(CountText.words(found.reduced, "action")) "
          + "reduced", .dim))
    notes.write(to: &page, margin: "note      ")
    if let branch {
      page.line(
        .literal("branch    ", .dim), .text("\(branch): switch \(branch) goes to it", .dim))
    }
    if let file { page.line(.literal("written   ", .dim), .text(file)) }
    if let testFile { page.line(.literal("test      ", .dim), .text(testFile)) }
    if let package {
      page.line(.literal("package   ", .dim), .text(package.folder))
      if let missing = package.missing {
        page.line(
          .literal("note      ", .changed), .text("a stub stands for the reducer: \(missing)"))
      }
    }
  }

  /// Of how many actions, if some are left out.
  private var share: String {
    if found.actions.count == found.total { return "" }
    return found.start > 0 ? " (of \(found.total))" : " (of the first \(found.total))"
  }

  private var words: String {
    switch sought {
    case .condition(let text):
      found.actions.isEmpty ? ": true at the start: \(text)" : ": true after the last: \(text)"
    case .crash(let crash): ": the host dies in the last, \(crash.type): \(crash.endingText)"
    case .divergence(let divergence):
      ": the last diverges in the same way: \(divergence.headline)"
    }
  }
}

extension MinimizedSession.Kept: JSONMembers {
  func add(to json: inout ReportJSON) {
    json.add("n", n)
    json.add("was", was)
    json.add("type", type)
    json.add("action", action)
    if isEdited { json.add("edited", true) }
  }
}

extension CrashIdentity: JSONMembers {
  func add(to json: inout ReportJSON) {
    json.add("type", type)
    ending.add(to: &json)
    json.add("message", fatalLine)
  }

  /// How the host ended, and what it said.
  var endingText: String {
    ending.words + (fatalLine.map { ", \($0)" } ?? "")
  }
}

extension MinimizeBudget.Stop {
  fileprivate var words: String {
    switch self {
    case .tests: "after as many tests as --budget allows"
    case .time: "after the time that --seconds allows"
    case .interrupted: "by Ctrl-C"
    }
  }
}
