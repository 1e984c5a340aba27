import Inspector

/// How much `verify` examines in addition to the first divergence.
enum VerifyExtent {
  static let options = [
    CommandOption(
      "--steps", "also reduce each step from its recorded state, and list all that differ"),
    CommandOption("--twice", "replay in two processes with different hash seeds, and compare both"),
    CommandOption("--times", value: "N", "replay up to N times, until a replay differs (1)"),
    noCauses("--accept never does"),
  ]

  /// - Parameter more: What else is to be known.
  static func noCauses(_ more: String? = nil) -> CommandOption {
    CommandOption(
      "--no-causes",
      "do not rerun a step that differs to find the cause" + (more.map { "; \($0)" } ?? ""))
  }

  static let details = [
    "If a step differs, verify runs it again in short processes under other conditions (hash seed, "
      + "clock, time zone, locale, memory addresses, one processor), and reports the causes with "
      + "their evidence.",
    "--steps separates steps that are wrong on their own from steps that only inherit an earlier "
      + "difference, and names a step that depends on what the steps before it left in the process. "
      + "If a session has more than 128 MB of states, and the replay reproduces each of them, "
      + "--steps tests an even sample of the steps. With --twice a session also diverges if two "
      + "replays differ from each other.",
    "One replay misses what shows in one of ten runs nine times in ten. --times replays the session "
      + "again, each time in a process of its own, until a replay differs from the recording, and "
      + "reports how many there were: 30 find it in 96 of 100 cases.",
  ]

  static func of(
    _ invocation: Invocation, progress: (@Sendable (String) -> Void)?
  ) throws(InspectorError) -> Verification.Extent {
    var extent = Verification.Extent()
    extent.progress = progress
    extent.steps = invocation.flag("--steps")
    extent.twice = invocation.flag("--twice")
    extent.times = try invocation.value("--times", .number(1...10_000)) ?? 1
    // An accepted change was intended, so its cause is not searched.
    extent.causes = !invocation.flag("--no-causes") && !invocation.flag("--accept")
    return extent
  }
}
