import Foundation
import Recorder
import SessionFormat
import TestSupport
import Testing

@Suite(
  "The disk is full",
  .enabled(if: SystemTools.canMount, "needs the right to mount a file system"),
  .disabled(if: FastRun.isOn))
struct FullDiskTests {
  @Test("the app goes on, and so does the session once there is room, with a gap that counts")
  func full() throws {
    let disk = try SmallDisk(kilobytes: 64)
    let folder = disk.folder
    try folder.put("ballast", String(repeating: "b", count: 40_000))
    let place = folder.file("sessions")
    let app = RecordedLedger(in: place, limits: SizeLimits(segment: 1 << 20, total: 1 << 30))
    #expect(app.post(200))
    unlink(folder.file("ballast"))
    #expect(app.post(20))
    app.recorder.close()
    var oracle = SegmentOracle(judge: OneLedger())
    for path in app.recorder.paths { try oracle.read(path: path) }
    #expect(oracle.faults == [] && oracle.isClosed)
    #expect(oracle.actions == Set(1...220) && oracle.states.isSuperset(of: 201...220))
    #expect(oracle.torn <= 1 && oracle.gaps.count == 1)
    let words = "No space left on device"
    let gap = try #require(oracle.gaps.first)
    #expect(gap.reason == words)
    #expect(
      app.troubles.last == "the recording goes on with state \(gap.n); "
        + "\(gap.lost) actions before it were not recorded: \(words)")
  }

  @Test("an app whose disk stays full does what it would without a recorder")
  func staysFull() throws {
    let disk = try SmallDisk(kilobytes: 64)
    let run = try ProcessRun.run(
      BuiltBinary.recorderDriver,
      ["folder=\(disk.folder.path)", "steps=500", "tick=100000000", "segment=20000"])
    #expect(run.output == "result \(Ledger.after(500).digest)\n")
    #expect(run.status == .exited(0))
    let oracle = try disk.folder.oracle(OneLedger())
    #expect(oracle.faults == [] && oracle.torn <= 1 && !oracle.states.isEmpty)
  }
}
