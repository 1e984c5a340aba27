import Foundation
import TestSupport
import Testing

@Suite("Many threads that record at once", .disabled(if: FastRun.isOn))
struct ThreadTests {
  @Test("into one store: no gap, every action and state, in the reducer's order")
  func serial() throws { try check("serial", isShared: true) }

  @Test("with steps that overlap: no gap, every action and state")
  func bare() throws { try check("bare", isShared: false) }

  @Test("a child that a thread forks meanwhile writes nothing, and comes to its end")
  func forked() throws {
    let run = try Self.run("serial", ["fork=1"], steps: 100) { oracle in
      #expect(oracle.faults == [])
      #expect(oracle.judge.postings.keys.sorted() == Array(1...8))
    }
    #expect(run.output == "child done\nresult 800 postings\n")
  }

  @Test("a child made within a reducer, while others hold locks, draws live and comes to its end")
  func forkedWithin() throws {
    let run = try Self.run("serial", ["within=20"], steps: 100) { oracle in
      #expect(oracle.faults == [])
      #expect(oracle.judge.postings.keys.sorted() == Array(1...8))
    }
    #expect(run.output == "child done\nresult 800 postings\n")
  }

  private func check(_ mode: String, isShared: Bool) throws {
    let run = try Self.run(mode, isShared: isShared) { oracle in
      #expect(oracle.faults == [])
      #expect(oracle.judge.postings == Dictionary(uniqueKeysWithValues: (1...8).map { ($0, 500) }))
      #expect(oracle.states.count == 4001 && oracle.actions.count == 4000)
      #expect(oracle.gaps.isEmpty && oracle.torn == 0 && oracle.isClosed)
    }
    #expect(run.output == "result 4000 postings\n")
  }

  private static func run(
    _ mode: String, _ arguments: [String] = [], steps: Int = 500, isShared: Bool = true,
    check: (SegmentOracle<ManyLedgers>) -> Void
  ) throws -> ProcessRun {
    let folder = try SessionFolder()
    let place =
      isShared ? ["folder=\(folder.path)", "segment=100000"] : ["path=\(folder.file("s"))"]
    let run = try ProcessRun.run(
      BuiltBinary.recorderDriver,
      ["mode=\(mode)", "threads=8", "steps=\(steps)"] + place + arguments)
    check(try folder.oracle(ManyLedgers(isShared: isShared)))
    return run
  }
}
