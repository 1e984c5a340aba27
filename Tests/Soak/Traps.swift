import Foundation
import TestSupport

/// Lets the reducer of the recording app trap, at random actions.
struct Traps {
  let app: URL
  let count: Int
  let seed: UInt64

  /// Whether every promise was kept.
  func run() -> Bool {
    var random = SplitMix64(seed: seed)
    var part = Part("traps")
    var found = 0
    for number in 1...max(1, count) {
      let trap = Int.random(in: 1...300, using: &random)
      let segment = Int.random(in: 1000..<60_000, using: &random)
      do {
        let faults = try faults(trap, segment)
        part.note(faults, in: "trap \(number), at action \(trap), segments of \(segment) bytes")
        if faults.isEmpty { found += 1 }
      } catch { part.note(error, in: "trap \(number)") }
    }
    return part.finish("\(found) of \(count) left the fatal action with its inputs, and were told")
  }

  private func faults(_ trap: Int, _ segment: Int) throws -> [String] {
    let folder = try SessionFolder()
    let arguments = ["folder=\(folder.path)", "segment=\(segment)"]
    let run = try ProcessRun.run(
      app, arguments + ["steps=1000", "trap=\(trap)"])
    let names = folder.names
    let oracle = try folder.oracle(OneLedger())
    var faults = oracle.faults
    if case .exited = run.status { faults.append("it \(run.status)") }
    if oracle.actions != Set(1...trap) { faults.append("\(oracle.actions.count) actions") }
    if oracle.states != Set(0..<trap) { faults.append("\(oracle.states.count) states") }
    if oracle.inputs[trap] != 1 { faults.append("the fatal action lacks its input") }
    if oracle.torn > 0 || oracle.isClosed { faults.append("a torn line, or an end") }
    let next = try ProcessRun.run(app, arguments + ["steps=3"])
    let words = "unfinished \(names.count) \(trap)\nresult \(Ledger.after(3).digest)\n"
    if next.output != words { faults.append("the next run told \(next.output)") }
    return faults
  }
}
