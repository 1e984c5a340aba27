import Foundation
import TestSupport

/// Lets many threads record at once.
struct Threads {
  let app: URL
  let name: String
  let threads: Int
  let steps: Int
  var environment = ProcessRun.plainEnvironment

  /// Whether every promise was kept, into one store and with steps that overlap.
  func run() -> Bool {
    let serial = run("serial", isShared: true) { ["folder=\($0.path)", "segment=16777216"] }
    let bare = run("bare", isShared: false) { ["path=\($0.file("one.ndjson"))"] }
    return serial && bare
  }

  private func run(
    _ mode: String, isShared: Bool, place: (SessionFolder) -> [String]
  ) -> Bool {
    var part = Part("\(name) \(mode)")
    var numbers = "no session"
    do {
      let folder = try SessionFolder()
      let run = try ProcessRun.run(
        app, ["mode=\(mode)", "threads=\(threads)", "steps=\(steps)"] + place(folder),
        environment: environment, within: 1200)
      let oracle = try folder.oracle(ManyLedgers(isShared: isShared))
      part.note(faults(run, oracle), in: mode)
      numbers =
        "\(threads) threads × \(steps) actions, \(oracle.actions.count) actions and "
        + "\(oracle.states.count) states in \(folder.names.count) files, \(oracle.gaps.count) gaps"
    } catch { part.note(error, in: mode) }
    return part.finish(numbers)
  }

  private func faults(_ run: ProcessRun, _ oracle: SegmentOracle<ManyLedgers>) -> [String] {
    let total = threads * steps
    var faults = Array(oracle.faults.prefix(10))
    if run.status != .exited(0) { faults.append("it \(run.status): \(run.error.prefix(2000))") }
    if run.output != "result \(total) postings\n" { faults.append("it told \(run.output)") }
    if run.error.contains("ThreadSanitizer") { faults.append("\(run.error.prefix(4000))") }
    if oracle.actions != Set(1...total) { faults.append("\(oracle.actions.count) actions") }
    if oracle.states != Set(0...total) { faults.append("\(oracle.states.count) states") }
    let whole = (1...threads).allSatisfy { oracle.judge.postings[$0] == steps }
    if !whole { faults.append("a thread has not all of its actions") }
    if oracle.torn > 0 || !oracle.isClosed { faults.append("a torn line, or no end") }
    if !oracle.gaps.isEmpty { faults.append("\(oracle.gaps.count) gaps") }
    return faults
  }
}
