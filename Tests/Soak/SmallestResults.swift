import Foundation
import Inspector
import SessionFormat
import TestSupport

/// Holds what reductions leave of a row of actions against what plain ddmin leaves of it.
///
/// Both ask the same reducer, which is sound but for the planted fault.
struct SmallestResults {
  let seeds: UInt64

  /// What one of them leaves, and how often it asked for that.
  private struct Result: Sendable {
    let size: Int
    let trials: Int
  }

  private static let faults =
    ReducerFault.Way.allCases.flatMap { way in
      (way == .hits ? [3] : [.odd, .even].contains(way) ? [1] : [3, 8]).map {
        ReducerFault(way, needed: $0)
      }
    }

  /// Whether no result is larger than that of ddmin; prints the size of each and its trials.
  func run() -> Bool {
    var part = Part("smallest results")
    print("fault, needed, length, seed | ddmin: left, trials | ours: left, trials")
    var count = 0
    for fault in Self.faults {
      for length in [100, 1_000, 5_000, 20_000] {
        let results = AllProcessors.map(1..<seeds + 1) { seed in compare(fault, length, seed) }
        for (seed, results) in zip(1..., results) {
          let name = "\(fault.way) \(fault.needed) \(length) \(seed)"
          count += 1
          guard let (plain, ours) = results else {
            part.note(["it does not show in the last action alone"], in: name)
            continue
          }
          judge(plain, ours, name, &part)
        }
      }
    }
    return part.finish("\(count) rows of up to 20,000 actions")
  }

  /// The same through the built tool and a host of its own, for the long rows.
  func runTool() -> Bool {
    var part = Part("smallest results of the tool")
    print("fault, needed, length, seed | ddmin: left, trials | the tool: left, trials")
    var count = 0
    for fault in Self.faults where fault.needed <= 3 {
      for length in [1_000, 5_000, 20_000] {
        let name = "\(fault.way) \(fault.needed) \(length) 1"
        count += 1
        do {
          judge(ddmin(fault, fault.row(of: length, seed: 1)), try tool(fault, length), name, &part)
        } catch { part.note(error, in: name) }
      }
    }
    return part.finish("\(count) sessions of up to 20,000 actions")
  }

  private func judge(_ plain: Result, _ ours: Result, _ name: String, _ part: inout Part) {
    let mark = ours.size > plain.size ? "  LARGER" : ""
    print("\(name) | \(plain.size), \(plain.trials) | \(ours.size), \(ours.trials)\(mark)")
    fflush(nil)
    if ours.size > plain.size {
      part.note(["\(ours.size) are left, and \(plain.size) by ddmin"], in: name)
    }
  }

  private func compare(_ fault: ReducerFault, _ length: Int, _ seed: UInt64) -> (Result, Result)? {
    let row = fault.row(of: length, seed: seed)
    guard fault.shows(in: row) == length else { return nil }
    var ours = ElementReduction(count: length)
    ours.run { kept in fault.shows(in: kept.places.lazy.map { row[$0] }) }
    return (ddmin(fault, row), Result(size: ours.kept.count, trials: ours.tests))
  }

  private func ddmin(_ fault: ReducerFault, _ row: [FaultAction]) -> Result {
    var plain = DeltaDebugging(count: row.count)
    plain.run { kept in fault.shows(in: kept.lazy.map { row[$0] }) != nil }
    return Result(size: plain.kept.count, trials: plain.tests)
  }

  private func tool(_ fault: ReducerFault, _ length: Int) throws -> Result {
    let folder = try SessionFolder()
    let path = folder.file("fault.ndjson")
    let (zoo, words) = (try BuiltBinary.zoo, [fault.way.rawValue, "\(fault.needed)"])
    _ = try ProcessRun.run(zoo, ["record-fault"] + words + ["\(length)", "1", path])
    let run = try ProcessRun.run(
      try BuiltBinary.inspect,
      [
        "minimize", path, "$.state.shows == true", "--format", "json", "--host",
        ([zoo.path, "host-fault"] + words).joined(separator: " "),
      ], within: 600)
    guard run.status == .exited(0) else { throw NoResult(words: run.error) }
    let report = try JSONValue(parsing: run.output)
    guard let left = report["actions"]?.array?.count, let trials = report["tests"]?.int else {
      throw NoResult(words: "\(run.output.prefix(300))")
    }
    return Result(size: left, trials: trials)
  }

  /// The tool found nothing.
  private struct NoResult: Error {
    let words: String
  }
}
