import Inspector

/// How much `verify` examines in addition to the first divergence.
enum VerifyExtent {
  static let options = [
    CommandOption(
      "--steps", "also reduce each step from its recorded state, and list all that differ"),
    CommandOption("--twice", "replay in two processes with different hash seeds, and compare both"),
    CommandOption(
      "--no-causes", "do not run a step that differs again to find out why; --accept does not"),
  ]

  static let details = [
    "Where a step differs it is run again, in short processes, under other conditions (hash seed, "
      + "clock, time zone, locale, memory addresses, one processor), and the cause is told with "
      + "what speaks for it.",
    "--steps separates steps that are wrong by themselves from steps that only inherit an earlier "
      + "difference. If the replay comes to each state of a session with more than 512 MB of "
      + "states, an even sample of its steps stands for all. With --twice a session also diverges "
      + "if two replays differ from each other.",
  ]

  static func of(
    _ invocation: Invocation, progress: (@Sendable (String) -> Void)?
  ) -> Verification.Extent {
    var extent = Verification.Extent()
    extent.progress = progress
    extent.steps = invocation.flag("--steps")
    extent.twice = invocation.flag("--twice")
    // An accepted change was intended, so its cause is not searched.
    extent.causes = !invocation.flag("--no-causes") && !invocation.flag("--accept")
    extent.checksFirst = (invocation.option("--jobs").flatMap { Int($0) } ?? 1) > 1
    return extent
  }
}
