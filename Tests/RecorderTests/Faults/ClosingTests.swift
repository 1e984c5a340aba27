import Recorder
import SessionFormat
import TestSupport
import Testing

@Suite("A session is closed while nothing is written")
struct ClosingTests {
  @Test("what was lost until the end is told to the app, and not only in the file")
  func tellsGap() throws {
    let folder = try SessionFolder()
    let app = RecordedLedger(in: folder.path)
    #expect(app.post(3))
    app.recorder.pause()
    #expect(app.post(2))
    app.recorder.close()
    let oracle = try folder.oracle(OneLedger())
    #expect(oracle.faults == [] && oracle.isClosed && oracle.gaps.map(\.lost) == [2])
    #expect(
      app.troubles == [
        "the recording goes on with state 5; 2 actions before it were not recorded: paused"
      ])
  }

  @Test("where nothing was lost, nothing is told")
  func tellsNothing() throws {
    let folder = try SessionFolder()
    let app = RecordedLedger(in: folder.path)
    #expect(app.post(3))
    app.recorder.pause()
    app.recorder.close()
    #expect(app.troubles == [])
  }
}
