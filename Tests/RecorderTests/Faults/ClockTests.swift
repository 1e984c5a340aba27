import Foundation
import SessionFormat
import TestSupport
import Testing

@testable import Recorder

@Suite("The clock jumps")
struct ClockTests {
  @Test("t never falls and never overflows, whatever the clock says")
  func jumps() throws {
    let hour: UInt64 = 3_600_000_000_000
    let times: [UInt64] = [
      5 * hour, 5 * hour + 10, 4 * hour, 0, 5 * hour + 20, 9 * hour, .max, 1, .max - 1, 6 * hour,
    ]
    let calls = Gathered<Void>()
    let sink = CollectingSink()
    let options = RecorderOptions(
      environment: RecorderOptions.Environment(
        nanoseconds: {
          calls.append(())
          return times[(calls.all.count - 1) % times.count]
        }, id: RecorderOptions.Environment.newID(), started: "2026-01-02T03:04:05.678Z",
        platform: nil))
    let recorder = SessionRecorder(sink: sink, store: "test", options: options)
    var ledger = Ledger()
    for index in 1...30 {
      let posting = Posting(thread: 0, index: index)
      recorder.step(posting, into: &ledger) { $0.post(posting, dice: Ledger.dice(posting)) }
      recorder.mark("\(index)")
    }
    recorder.close()
    #expect(ledger == Ledger.after(30))
    var oracle = SegmentOracle(judge: OneLedger())
    oracle.read(sink.bytes)
    #expect(oracle.faults == [] && oracle.isClosed && oracle.states == Set(0...30))
    let ts = try sink.sessionLines.compactMap { $0.document["t"]?.int }
    #expect(ts.count == 30 + 30 + 1)
    #expect(zip(ts, ts.dropFirst()).allSatisfy { $0 <= $1 } && ts[0] >= 0)
    let took = try sink.sessionLines.compactMap { $0.document["took"]?.int }
    #expect(took.allSatisfy { $0 >= 0 })
  }

  @Test("a clock at its very end does not trap where files are looked at once a second")
  func end() {
    let files = MemoryFiles()
    var options = RecorderOptions()
    options.environment.nanoseconds = { .max }
    let recorder = SessionRecorder(
      in: .folder("sessions"), store: "test", options: options, environment: [:], files: files)
    var ledger = Ledger()
    for index in 1...3 {
      let posting = Posting(thread: 0, index: index)
      recorder.step(posting, into: &ledger) { $0.post(posting, dice: Ledger.dice(posting)) }
    }
    recorder.close()
    #expect(ledger == Ledger.after(3))
    var oracle = SegmentOracle(judge: OneLedger())
    for path in recorder.paths { oracle.read(Array(files.text(path).utf8)) }
    #expect(oracle.faults == [] && oracle.isClosed && oracle.states == Set(0...3))
  }
}
