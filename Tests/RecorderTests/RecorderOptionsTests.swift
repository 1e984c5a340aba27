import Testing

@testable import Recorder

@Suite("Options that serve several recorders")
struct RecorderOptionsTests {
  @Test("each recorder is a session of its own: its id and its start are not those of the options")
  func identities() throws {
    let options = RecorderOptions(environment: .live)
    let files = MemoryFiles()
    for store in ["first", "second", "second"] {
      let recorder = SessionRecorder(
        in: .folder("s"), store: store, options: options, environment: [:], files: files)
      var state = Counter()
      recorder.step(CounterAction.add(1), into: &state) { count(&$0, .add(1)) }
      recorder.close()
    }
    let ids = try files.names(in: "s").compactMap { name in
      name.split(separator: ".").dropLast(2).joined().split(separator: "-").last
    }
    #expect(Set(ids).count == 3)
  }

  @Test("the live id and start are new each time, and one recorder's stay")
  func settled() {
    let live = RecorderOptions.Environment.live
    #expect(live.id() != live.id())
    let settled = live.settled
    #expect(settled.id() == settled.id())
    #expect(settled.started() == settled.started())
  }
}
