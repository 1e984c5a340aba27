import Foundation
import TestSupport
import Testing

@Suite("An app that is killed or traps", .disabled(if: FastRun.isOn))
struct KillTests {
  private static let places: [[String]] = [
    ["path=FOLDER/one.ndjson"], ["folder=FOLDER", "segment=20000"],
    ["folder=FOLDER", "segment=3000", "durability=10"],
    ["folder=FOLDER", "segment=5000", "durability=line"],
  ]

  @Test("killed, it loses no line that was acknowledged, and leaves one torn line at most")
  func killed() throws {
    var random = SplitMix64(seed: 20)
    let driver = try BuiltBinary.recorderDriver
    for place in Self.places {
      for _ in 0..<5 {
        let folder = try SessionFolder()
        let run = try KilledRun.run(
          driver, place.map { $0.replacing("FOLDER", with: folder.path) },
          after: Double.random(in: 0..<0.02, using: &random), isFromStart: false)
        let oracle = try folder.oracle(OneLedger())
        #expect(run.faults(oracle) == [])
        #expect(run.begun > 0, "it was killed too early to mean anything")
      }
    }
  }

  @Test("the next recorder is handed the session that was killed, and adds nothing to it")
  func reopened() throws {
    let driver = try BuiltBinary.recorderDriver
    let folder = try SessionFolder()
    let arguments = ["folder=\(folder.path)", "segment=3000"]
    let first = try KilledRun.run(driver, arguments, after: 0.01, isFromStart: false)
    #expect(first.unfinished == nil)
    let names = folder.names
    let bytes = names.map { folder.bytes($0) }
    let second = try KilledRun.run(driver, arguments, after: 0.01, isFromStart: false)
    #expect(second.unfinished?.first == "\(names.count)")
    #expect(names.map { folder.bytes($0) } == bytes)
    var oracle = SegmentOracle(judge: OneLedger())
    try folder.read(folder.names.filter { !names.contains($0) }, into: &oracle)
    #expect(second.faults(oracle) == [])
  }

  @Test("a trap in the reducer leaves the fatal action with its inputs, and is told")
  func trapped() throws {
    let driver = try BuiltBinary.recorderDriver
    for trap in [1, 2, 40] {
      let folder = try SessionFolder()
      let arguments = ["folder=\(folder.path)", "segment=3000"]
      let run = try ProcessRun.run(
        driver, arguments + ["trap=\(trap)"])
      guard case .signaled = run.status else {
        Issue.record("\(run.status)")
        return
      }
      let names = folder.names
      let oracle = try folder.oracle(OneLedger())
      #expect(oracle.faults == [])
      #expect(oracle.actions == Set(1...trap) && oracle.states == Set(0..<trap))
      #expect(oracle.inputs[trap] == 1 && oracle.torn == 0 && !oracle.isClosed)
      let next = try ProcessRun.run(driver, arguments + ["steps=3"])
      #expect(
        next.output == "unfinished \(names.count) \(trap)\nresult \(Ledger.after(3).digest)\n")
    }
  }
}
