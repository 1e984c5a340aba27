import SessionFormat
import TestSupport
import Testing

@Suite("A process with limits, and its children", .disabled(if: FastRun.isOn))
struct LimitTests {
  /// The driver's session, judged, and what the driver told.
  private static func run(
    _ arguments: [String], check: (SegmentOracle<OneLedger>, SessionFolder) -> Void
  ) throws -> ProcessRun {
    let folder = try SessionFolder()
    let run = try ProcessRun.run(
      BuiltBinary.recorderDriver,
      ["folder=\(folder.path)", "steps=100", "tick=100000000"] + arguments)
    check(try folder.oracle(OneLedger()), folder)
    #expect(run.output.hasSuffix("result \(Ledger.after(100).digest)\n"))
    #expect(run.status == .exited(0))
    return run
  }

  @Test("files may not grow: the session goes on in the next, with every action and state")
  func largestFile() throws {
    let run = try Self.run(["largest=4096"]) { oracle, folder in
      #expect(oracle.faults == [] && oracle.torn == 0 && oracle.isClosed)
      #expect(oracle.gaps.allSatisfy { $0.lost == 0 }, "of inputs that found no room")
      #expect(oracle.states == Set(0...100))
      #expect(folder.names.count > 5)
    }
    #expect(run.error.split(separator: "\n").allSatisfy { $0.hasSuffix(": File too large") })
    #expect(!run.error.isEmpty)
  }

  @Test("no file may hold a state, for a while: what is lost meanwhile is counted")
  func noFile() throws {
    let run = try Self.run(["largest=100", "until=60"]) { oracle, folder in
      #expect(oracle.faults == [] && oracle.torn == 0 && oracle.isClosed)
      #expect(oracle.actions == Set(1...100) && oracle.states.isSuperset(of: 72...100))
      #expect(oracle.gaps.count == 1)
      #expect(folder.names.count == 1)
    }
    #expect(run.error.split(separator: "\n").count <= 3)
  }

  @Test("no file may be opened any more, for a while: what is lost meanwhile is counted")
  func descriptors() throws {
    let run = try Self.run(["descriptors=1", "until=60"]) { oracle, folder in
      #expect(oracle.faults == [] && oracle.torn == 0 && oracle.isClosed)
      #expect(oracle.actions == Set(1...100) && oracle.states.isSuperset(of: 72...100))
      #expect(oracle.gaps.count == 1)
      #expect(folder.names.count == 1)
    }
    let lines = run.error.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasSuffix(": Too many open files") == true)
  }

  @Test(
    "a session that is open when descriptors run out needs no more, in further segments either",
    arguments: [[], ["segment=2000"]])
  func openDescriptors(_ arguments: [String]) throws {
    let run = try Self.run(["descriptors=10"] + arguments) { oracle, _ in
      #expect(oracle.faults == [] && oracle.gaps.isEmpty && oracle.states == Set(0...100))
    }
    #expect(run.error == "")
  }

  @Test("a child made by fork goes on as an app, and writes nothing into the session")
  func fork() throws {
    for index in [1, 50] {
      let run = try Self.run(["fork=\(index)", "segment=2000"]) { oracle, _ in
        #expect(oracle.faults == [] && oracle.gaps.isEmpty && oracle.torn == 0 && oracle.isClosed)
        #expect(oracle.states == Set(0...100) && oracle.marks == [])
      }
      #expect(run.output.hasPrefix("child done\n"))
      #expect(run.error == "")
    }
  }
}
