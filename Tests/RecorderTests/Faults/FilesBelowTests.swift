import Foundation
import SessionFormat
import TestSupport
import Testing

@testable import Recorder

@Suite("Other programs have the recorder's files too")
struct FilesBelowTests {
  private let folder: SessionFolder

  init() throws { folder = try SessionFolder() }

  @Test("a file that is renamed keeps its lines, and the session goes on in the next")
  func renamed() throws {
    let app = RecordedLedger(in: folder.path)
    #expect(app.post(10))
    let moved = folder.file("kept")
    let path = app.recorder.paths[0]
    rename(path, moved)
    #expect(app.post(10))
    let oracle = try read(app, [moved])
    #expect(oracle.faults == [] && oracle.gaps.isEmpty && oracle.torn == 0)
    #expect(oracle.states == Set(0...20) && oracle.isClosed)
    #expect(
      app.troubles == [
        "the recording to \"\(path)\" goes on in another file: it was renamed or replaced"
      ])
  }

  @Test("a file that another replaces is left alone")
  func replaced() throws {
    let app = RecordedLedger(in: folder.path)
    #expect(app.post(10))
    let path = app.recorder.paths[0]
    let moved = folder.file("kept")
    rename(path, moved)
    try Data("theirs".utf8).write(to: URL(filePath: path))
    #expect(app.post(10))
    let oracle = try read(app, [moved])
    #expect(oracle.faults == [] && oracle.gaps.isEmpty)
    #expect(oracle.states == Set(0...20) && oracle.isClosed)
    #expect(FileManager.default.contents(atPath: path) == Data("theirs".utf8))
  }

  @Test("a file that is removed is counted as lost")
  func removed() throws {
    let app = RecordedLedger(in: folder.path)
    #expect(app.post(10))
    let path = app.recorder.paths[0]
    unlink(path)
    #expect(app.post(10))
    let oracle = try read(app, [])
    #expect(oracle.faults == [] && oracle.gaps.map(\.lost) == [10])
    #expect(oracle.states == Set(10...20) && oracle.isClosed)
    let reason = "the file was removed while it was written"
    #expect(
      app.troubles == [
        "lines of the recording to \"\(path)\" are gone: \(reason)",
        "the recording goes on with state 10; 10 actions before it were not recorded: \(reason)",
      ])
  }

  @Test(
    "a file that is cut is not written again, and what it lost is counted", arguments: [0, 500])
  func cut(to size: Int) throws {
    let app = RecordedLedger(in: folder.path)
    #expect(app.post(10))
    let path = app.recorder.paths[0]
    truncate(path, off_t(size))
    #expect(app.post(10))
    let oracle = try read(app, [])
    #expect(oracle.faults == [] && oracle.gaps.map(\.lost) == [10])
    #expect(oracle.states == Set(10...20) && oracle.isClosed)
    #expect(try Data(contentsOf: URL(filePath: path)).count == size)
  }

  @Test(
    "cut anywhere: the gap counts the actions that have no line any more",
    arguments: [2, 5, 8])
  func cutAnywhere(before n: Int) {
    let whole = FaultyRun(MemoryFiles(), tick: 1)
    let path = whole.paths[0]
    var text: [UInt8] = []
    _ = FaultyRun(MemoryFiles(), tick: 1) { action, recorder, files in
      if action == n { text = Array(files.text(recorder.paths[0]).utf8) }
    }
    // Around each line's end every byte, elsewhere some.
    let sizes = text.indices.filter { $0 % 13 == 0 || text[max(0, $0 - 2)...$0].contains(0x0A) }
    for left in sizes {
      var kept = ""
      let run = FaultyRun(MemoryFiles(), tick: 1) { action, _, files in
        guard action == n else { return }
        files.truncate(path, to: left)
        kept = files.text(path)
      }
      #expect(run.results == whole.results)
      #expect(run.files.text(path) == kept, "appended after a cut at byte \(left)")
      let actions = kept.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        .count { $0.hasPrefix(#"{"kind":"action""#) }
      var oracle = run.oracle
      #expect(oracle.gaps.map(\.lost).reduce(0, +) == n - 1 - actions, "cut at byte \(left)")
      #expect(oracle.states.isSuperset(of: Set(n...8)) && oracle.isClosed)
      // Cut before its first line ends, it is no session any more; the next one is.
      oracle = SegmentOracle(judge: oracle.judge, mayLackOlder: true)
      oracle.read(Array(run.files.text(run.paths[1]).utf8))
      #expect(oracle.faults == [], "cut at byte \(left)")
    }
  }

  @Test("a file that is cut while the reducer runs gets no state behind the cut")
  func cutInStep() {
    let files = MemoryFiles()
    let recorder = SessionRecorder(
      in: .folder("sessions"), store: "test", options: RecorderOptions(), environment: [:],
      files: files)
    var state = Counter()
    recorder.step(CounterAction.add(1), into: &state) { count(&$0, .add(1)) }
    let path = recorder.paths[0]
    var left = ""
    recorder.step(CounterAction.add(2), into: &state) {
      files.truncate(path, to: files.text(path).utf8.count - 20)
      left = files.text(path)
      count(&$0, .add(2))
    }
    recorder.close()
    #expect(files.text(path) == left)
    let next = files.text(recorder.paths[1]).split(separator: "\n").map { $0.prefix(28) }
    #expect(next.map { $0.prefix(15) }.count == 4)
    #expect(next[1].hasPrefix(#"{"kind":"gap","n":2,"t":"#))
    #expect(next[2].hasPrefix(#"{"kind":"state","n":2,"#))
  }

  @Test("a file that was cut while the app was idle gets no line any more")
  func cutWhileIdle() {
    let files = MemoryFiles()
    let clock = SetClock()
    var options = RecorderOptions()
    options.environment.nanoseconds = { clock.time }
    let recorder = SessionRecorder(
      in: .folder("sessions"), store: "test", options: options, environment: [:], files: files)
    var state = Counter()
    func step() { recorder.step(CounterAction.add(1), into: &state) { count(&$0, .add(1)) } }
    step()
    step()
    let path = recorder.paths[0]
    files.truncate(path, to: files.text(path).utf8.count - 20)
    let left = files.text(path)
    clock.time += 2_000_000_000
    step()
    #expect(files.text(path) == left)
    #expect(recorder.paths.count == 2)
  }

  @Test("a file that another program appends to is left at the next step")
  func shared() throws {
    let app = RecordedLedger(in: folder.path)
    #expect(app.post(10))
    let path = app.recorder.paths[0]
    let file = try #require(FileHandle(forWritingAtPath: path))
    file.seekToEndOfFile()
    file.write(Data("theirs\n".utf8))
    let size = file.offsetInFile
    #expect(app.post(10))
    app.recorder.close()
    // Nothing of the session stands behind the stranger, whose line may be torn.
    #expect(try Data(contentsOf: URL(filePath: path)).count == Int(size))
    #expect(
      app.troubles == [
        "the recording to \"\(path)\" goes on in another file: another program writes to it"
      ])
    var oracle = SegmentOracle(judge: OneLedger(), mayLackOlder: true)
    try oracle.read(path: app.recorder.paths[1])
    #expect(oracle.faults == [] && oracle.gaps.isEmpty && oracle.states == Set(10...20))
  }

  @Test("the folder is removed: it is made again")
  func folderRemoved() throws {
    let place = folder.file("sessions")
    let app = RecordedLedger(in: place)
    #expect(app.post(10))
    try FileManager.default.removeItem(atPath: place)
    #expect(app.post(10))
    let oracle = try read(app, [])
    #expect(oracle.faults == [] && oracle.gaps.map(\.lost) == [10] && oracle.isClosed)
  }

  @Test("of two recorders to one path the second is refused, and the first goes on")
  func onePath() throws {
    let path = folder.file("one.ndjson")
    let first = try RecordedLedger(path: path)
    #expect(first.post(5))
    let refusal = #expect(throws: RecorderError.self) { try RecordedLedger(path: path) }
    #expect(
      refusal?.description == "cannot record to \"\(path)\": a file is there; "
        + "a session is never overwritten: choose another name, or record to a folder (in:), where "
        + "each launch has a file of its own")
    #expect(first.post(5))
    let oracle = try read(first, [])
    #expect(oracle.faults == [] && oracle.states == Set(0...10) && oracle.isClosed)
    #expect(folder.names == ["one.ndjson"])
  }

  @Test("two recorders in one folder have their own files, and do not remove each other's")
  func oneFolder() throws {
    let limits = SizeLimits(segment: 2000, total: 6000)
    let first = RecordedLedger(in: folder.path, limits: limits)
    let second = RecordedLedger(in: folder.path, limits: limits)
    for _ in 0..<50 { #expect(first.post(1) && second.post(1)) }
    let open = [first, second].compactMap(\.recorder.paths.last)
    #expect(open.allSatisfy { FileManager.default.fileExists(atPath: $0) })
    for app in [first, second] {
      var oracle = SegmentOracle(judge: OneLedger(), mayLackOlder: true)
      app.recorder.close()
      for path in app.recorder.paths where FileManager.default.fileExists(atPath: path) {
        try oracle.read(path: path)
      }
      #expect(oracle.faults == [] && oracle.gaps.isEmpty && oracle.isClosed)
      #expect(oracle.states.contains(50))
      #expect(app.troubles == [])
    }
  }

  /// Closes the session and reads what is left of it, after some files that are elsewhere now.
  private func read(
    _ app: RecordedLedger, _ others: [String]
  ) throws -> SegmentOracle<OneLedger> {
    app.recorder.close()
    let paths = app.recorder.paths
    var oracle = SegmentOracle(judge: OneLedger())
    for path in others + (paths.count > 1 ? Array(paths.dropFirst()) : paths) {
      try oracle.read(path: path)
    }
    return oracle
  }
}

/// A clock that stands still until it is set.
private final class SetClock: @unchecked Sendable {
  var time: UInt64 = 5_000_000_000
}
