import Foundation
import TestSupport
import Testing

@testable import Recorder

@Suite("Every call to the file system may fail")
struct NthCallTests {
  struct Trial: Sendable, CustomTestStringConvertible {
    let name: String
    let fault: MemoryFiles.Fault
    var testDescription: String { name }
  }

  static let trials = [
    Trial(name: "disk full", fault: .error(FileError(ENOSPC))),
    Trial(name: "disk full in the middle of a line", fault: .torn(FileError(ENOSPC))),
    Trial(name: "the device fails", fault: .torn(FileError(EIO))),
    Trial(name: "a signal", fault: .error(.interrupted)),
    Trial(name: "a short write or read", fault: .short),
    Trial(name: "no descriptor left", fault: .error(FileError(EMFILE))),
    Trial(name: "no right", fault: .error(FileError(EACCES))),
  ]

  private static let undisturbed = FaultyRun(MemoryFiles())

  private static let settings: [(limits: SizeLimits?, durability: Durability, pausesAt: Int?)] = [
    (nil, .system, nil), (SizeLimits(segment: 700, total: 1 << 20), .everyLine, 3),
  ]

  @Test("an undisturbed run is one whole session")
  func undisturbed() {
    let run = Self.undisturbed
    let oracle = run.oracle
    #expect(oracle.faults == [])
    #expect(oracle.states == Set(0...8))
    #expect(oracle.gaps.isEmpty && oracle.isClosed && oracle.torn == 0)
    #expect(oracle.marks == ["start"])
    #expect(run.troubles == [])
    #expect(run.files.descriptorsOpen == 0)
    #expect(run.paths == ["sessions/test-20260102T030405Z-00000000.0001.ndjson"])
  }

  @Test(
    "once: the app is not disturbed, what is lost is counted, and the session goes on",
    arguments: trials)
  func once(trial: Trial) {
    for setting in Self.settings {
      let whole = FaultyRun(
        MemoryFiles(), limits: setting.limits, durability: setting.durability,
        pausesAt: setting.pausesAt)
      #expect(whole.oracle.faults == [])
      for failing in (1...whole.files.calls.count).thinned(8) {
        let files = MemoryFiles { number, _ in number == failing ? trial.fault : nil }
        let run = FaultyRun(
          files, limits: setting.limits, durability: setting.durability,
          pausesAt: setting.pausesAt)
        let oracle = run.oracle
        let call = files.calls[failing - 1]
        #expect(run.results == whole.results)
        #expect(oracle.faults == [], "call \(failing), \(call)")
        #expect(oracle.torn <= 1)
        #expect(files.descriptorsOpen == 0)
        if call.operation == "write" && trial.isRetried {
          #expect(oracle.states == whole.oracle.states && run.troubles == whole.troubles)
        }
      }
    }
  }

  @Test("for ever: the app is not disturbed, and is told once", arguments: trials)
  func forEver(trial: Trial) {
    let whole = Self.undisturbed
    for first in 1...whole.files.calls.count {
      let files = MemoryFiles { number, call in
        number >= first && call.operation != "status" ? trial.fault : nil
      }
      let run = FaultyRun(files)
      let oracle = run.oracle
      #expect(run.results == whole.results)
      #expect(oracle.faults == [], "from call \(first), \(files.calls[first - 1])")
      #expect(files.descriptorsOpen == 0)
      #expect(run.troubles.count <= 4, "\(run.troubles)")
      if trial.name != "a short write or read" { #expect(!run.troubles.isEmpty) }
    }
  }

  @Test("for a while: the session goes on in a new segment, with a gap that counts")
  func forAWhile() throws {
    for first in 1...30 {
      for length in [1, 2, 5, 9] {
        let files = MemoryFiles { number, call in
          first..<first + length ~= number ? .torn(FileError(ENOSPC)) : nil
        }
        let run = FaultyRun(files, steps: 30)
        let oracle = run.oracle
        #expect(oracle.faults == [], "calls \(first) and \(length - 1) more")
        #expect(oracle.actions == Set(1...30), "each has a line, or is counted")
        #expect(oracle.isClosed)
        #expect(oracle.states.contains(30))
      }
    }
  }
}

extension NthCallTests.Trial {
  /// Whether the call is made again, so that nothing is lost.
  var isRetried: Bool { name == "a signal" || name == "a short write or read" }
}
