import Inspector
import SessionFormat

/// An overview of all steps.
enum TimelineCommand {
  private static let rows = CommandOption(
    "--rows", value: "N", "at most this many rows, 40 if not given")
  private static let defaultRows = 40
  /// How many stops of breakpoints are looked for.
  private static let mostStops = 1000

  static let timeline = Command(
    "timeline", in: .look, "show all actions in a few rows: when, which, how much changed",
    details: [
      "A row is one action. If there are more than fit, it stands for several, with their most "
        + "frequent type. The bar and the bytes are the size of the recorded changes.",
      "Flags: # a mark, * a breakpoint, ! a crash, x where a replay diverges, > the current step.",
    ],
    prompt: Command.Form(options: [rows]),
    batch: Command.Form(
      options: [rows], examples: ["inspect timeline session.ndjson --rows 20"])
  ) { workspace, invocation throws(InspectorError) in
    let limit = try invocation.value("--rows", .count) ?? defaultRows
    let (timeline, interrupted) = (workspace.timeline, workspace.context.interrupted)
    let overview = try TimelineOverview(timeline, rows: limit, interrupted: interrupted)
    let report = TimelineReport(
      overview: overview, flags: try flags(workspace),
      current: invocation.isBatch ? nil : workspace.n)
    return workspace.listed(report, to: timeline.last)
  }

  /// What is to be flagged, by its step.
  private static func flags(
    _ workspace: Workspace
  ) throws(InspectorError) -> [(n: Int, flag: TimelineReport.Flag)] {
    let timeline = workspace.timeline
    var flags: [(n: Int, flag: TimelineReport.Flag)] = []
    for (n, mark) in try timeline.marks() {
      flags.append((max(n, timeline.first + 1), .mark(mark.text)))
    }
    if let actions = timeline.fatalActions { flags += actions.map { ($0, .crash) } }
    let divergence = workspace.verdict?.divergence?.n
    if !timeline.isBranch, let divergence { flags.append((divergence, .divergence)) }
    let rules = workspace.stops.filter { rule in
      switch rule.kind {
      case .watch, .type: rule.isEnabled
      // These are flagged in any case.
      case .crash, .divergence: false
      }
    }
    guard !rules.isEmpty else { return flags }
    var search = BreakpointSearch(
      timeline, rules, interrupted: workspace.context.interrupted)
    var (n, count) = (timeline.first, 0)
    while count < mostStops, let found = try search.next(after: n) {
      (n, count) = (found.n, count + 1)
      flags += found.stops.map { (found.n, .breakpoint($0.rule.id)) }
    }
    return flags
  }
}
