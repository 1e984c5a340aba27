import Foundation
import TestSupport

/// Breaks a recording app in every way that the project promises to outlive, many times.
///
/// Arguments: the app, and the same app built with the thread sanitizer (or nothing).
@main
struct Soak {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst().map { URL(filePath: $0) }
    guard let app = arguments.first else {
      print("usage: Soak app [sanitized app]")
      exit(64)
    }
    let settings = ProcessInfo.processInfo.environment
    let kills = settings["SOAK_KILLS"].flatMap { Int($0) } ?? 10_000
    let seed = settings["SOAK_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 1...999_999)
    print("seed: \(seed)")
    fflush(nil)

    if settings["SOAK_ONLY"] == "replays" { exit(Replays(count: 20).run() ? 0 : 1) }
    let deaths = HostDeaths(
      count: settings["SOAK_DEATHS"].flatMap { Int($0) } ?? 1000, seed: seed)
    if settings["SOAK_ONLY"] == "deaths" { exit(deaths.run() ? 0 : 1) }
    let chance = Chance(
      count: settings["SOAK_RECORDINGS"].flatMap { Int($0) } ?? 100,
      only: settings["SOAK_KIND"] ?? "")
    if settings["SOAK_ONLY"] == "chance" { exit(chance.run() ? 0 : 1) }
    let hostile = Hostile(
      megabytes: settings["SOAK_MEGABYTES"].flatMap { Int($0) } ?? 512,
      only: settings["SOAK_FILES"] ?? "")
    if settings["SOAK_ONLY"] == "hostile" { exit(hostile.run() ? 0 : 1) }
    let steps = RandomSteps(
      count: settings["SOAK_STEPS"].flatMap { Int($0) } ?? 100_000, seed: seed,
      only: settings["SOAK_STATE"] ?? "")
    if settings["SOAK_ONLY"] == "steps" { exit(steps.run() ? 0 : 1) }
    let smallest = SmallestResults(seeds: 5)
    let reductions = [smallest.run, smallest.runTool, Reductions(seeds: 5).run]
    if settings["SOAK_ONLY"] == "minimize" {
      exit(reductions.map { $0() }.allSatisfy { $0 } ? 0 : 1)
    }
    let damage = Damage(seed: seed, step: settings["SOAK_STEP"].flatMap { Int($0) } ?? 1)
    let damaged = [
      damage.bits(), damage.cuts(), damage.overwritten(max(1, 10_000 / damage.step)),
      damage.segments(), damage.tails(), damage.killedRepairs(max(1, 1000 / damage.step)),
      LongLine().run(), TinyLines().run(),
    ]
    guard settings["SOAK_ONLY"] != "damage" else { exit(damaged.allSatisfy { $0 } ? 0 : 1) }
    let refusals = Refusals(app: app)
    var killing = try Kills(app: app, count: kills, seed: seed)
    var parts =
      damaged + [
        Replays(count: 20).run(), deaths.run(), Reductions(seeds: 5).run(),
        smallest.run(), smallest.runTool(), chance.run(), hostile.run(), steps.run(),
        refusals.injections(),
        refusals.fullDisks(),
        Traps(app: app, count: 100, seed: seed).run(),
        Threads(app: app, name: "threads", threads: 64, steps: 10_000).run(),
      ]
    if arguments.count > 1 {
      var environment = ProcessRun.plainEnvironment
      environment["TSAN_OPTIONS"] = "exitcode=66"
      parts.append(
        Threads(
          app: arguments[1], name: "sanitized threads", threads: 16, steps: 300,
          environment: environment
        ).run())
    }
    parts.append(killing.run())
    exit(parts.allSatisfy { $0 } ? 0 : 1)
  }
}
