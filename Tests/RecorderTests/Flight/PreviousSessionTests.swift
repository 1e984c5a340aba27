import Testing

@testable import Recorder

@Suite("The session of the run before, at the next launch")
struct PreviousSessionTests {
  private static func recorder(
    _ files: MemoryFiles, started: String, id: String, store: String = "test",
    limits: SizeLimits? = nil, told: Gathered<PreviousSession> = Gathered()
  ) -> SessionRecorder {
    var options = RecorderOptions(
      environment: RecorderOptions.Environment(
        nanoseconds: CountingClock().now, id: id, started: started, platform: nil))
    options.limits = limits
    options.onUncleanExit = { told.append($0) }
    return SessionRecorder(
      in: .folder("s"), store: store, options: options, environment: [:], files: files)
  }

  private static func run(_ recorder: SessionRecorder, actions: Int) {
    var state = Counter()
    for n in 0..<actions {
      recorder.step(CounterAction.add(n), into: &state) { count(&$0, .add(n)) }
    }
  }

  private static let first = "2026-01-02T03:04:05.678Z"
  private static let second = "2026-01-02T03:04:06.000Z"
  private static let third = "2026-01-03T00:00:00.000Z"

  @Test("one that was closed is not told of, one that was not is, with its files")
  func told() {
    for closes in [true, false] {
      let files = MemoryFiles()
      var before: SessionRecorder? = Self.recorder(
        files, started: Self.first, id: "aaaaaaaa", limits: SizeLimits(segment: 500, total: 1 << 20)
      )
      if let before { Self.run(before, actions: 9) }
      let paths = before?.paths ?? []
      if closes { before?.close() }
      before = nil
      let told = Gathered<PreviousSession>()
      let next = Self.recorder(files, started: Self.second, id: "bbbbbbbb", told: told)
      #expect(paths.count > 1)
      #expect(told.all.map(\.paths) == (closes ? [] : [paths]))
      #expect(told.all.allSatisfy { !$0.isClosed && $0.openActions == [] })
      // Once: the launch after that is about the run in between.
      Self.run(next, actions: 1)
      next.close()
      let later = Gathered<PreviousSession>()
      _ = Self.recorder(files, started: Self.third, id: "cccccccc", told: later)
      #expect(later.all == [])
    }
  }

  @Test("of runs that died in one second it is the last one, whatever their ids")
  func oneSecond() {
    let files = MemoryFiles()
    var last: [[String]] = []
    for (place, id) in ["cccccccc", "aaaaaaaa", "dddddddd", "bbbbbbbb"].enumerated() {
      let told = Gathered<PreviousSession>()
      let recorder = Self.recorder(
        files, started: "2026-01-02T03:04:05.\(place)00Z", id: id, told: told)
      #expect(told.all.map(\.paths) == last)
      Self.run(recorder, actions: 1)
      last = [recorder.paths]
    }
  }

  @Test("a session of a store whose name looks the same in a file name is not its own")
  func alike() {
    let files = MemoryFiles()
    var before: SessionRecorder? = Self.recorder(
      files, started: Self.first, id: "aaaaaaaa", store: "a/b")
    if let before { Self.run(before, actions: 2) }
    before = nil
    let told = Gathered<PreviousSession>()
    _ = Self.recorder(files, started: Self.second, id: "bbbbbbbb", store: "a-b", told: told)
    #expect(told.all == [])
    _ = Self.recorder(files, started: Self.third, id: "cccccccc", store: "a/b", told: told)
    #expect(told.all.count == 1)
  }

  @Test("one that is still being written is nobody's, also in this process")
  func live() {
    let files = MemoryFiles()
    let running = Self.recorder(files, started: Self.first, id: "aaaaaaaa")
    Self.run(running, actions: 2)
    let told = Gathered<PreviousSession>()
    _ = Self.recorder(files, started: Self.second, id: "bbbbbbbb", told: told)
    #expect(told.all == [])
    running.close()
  }

  @Test("the action that was being reduced is named")
  func open() {
    let files = MemoryFiles()
    var dying: SessionRecorder? = Self.recorder(files, started: Self.first, id: "aaaaaaaa")
    if let dying { Self.run(dying, actions: 1) }
    let path = dying?.paths.first ?? ""
    let whole = files.text(path)
    dying?.close()
    dying = nil
    // As a trap in the reducer leaves it: the action's line, and no state.
    let line = #"{"kind":"action","n":2,"t":9,"type":"note","action":{"note":{"_0":"x"}}}"#
    files.truncate(path, to: whole.utf8.count)
    files.append(path, line + "\n")
    let told = Gathered<PreviousSession>()
    _ = Self.recorder(files, started: Self.second, id: "bbbbbbbb", told: told)
    #expect(told.all.map(\.openActions) == [[.init(n: 2, type: "note")]])
  }

  @Test("files of other stores, of other programs and without a line are left alone")
  func others() {
    let files = MemoryFiles()
    files.put("s", kind: .directory)
    let names = [
      "test2-20260102T030405Z-aaaaaaaa.0001.ndjson", "test.ndjson", "notes.txt",
      "test-20260102T030405Z-aaaaaaaa.ndjson", "test-20260102T030405Z-aaaaaaaa.0001.ndjson",
      "test-x-20260102T030405Z-aaaaaaaa.0001.ndjson", "test-20260102T030405Z-aaaaaaaa.1.ndjson",
    ]
    for name in names { files.put("s/" + name) }
    let told = Gathered<PreviousSession>()
    let recorder = Self.recorder(
      files, started: Self.second, id: "bbbbbbbb", limits: SizeLimits(segment: 1, total: 1),
      told: told)
    Self.run(recorder, actions: 3)
    recorder.close()
    #expect(told.all == [])
    for name in names where name != "test-20260102T030405Z-aaaaaaaa.0001.ndjson" {
      #expect(files.files.contains("s/" + name), "\(name)")
    }
  }
}
