import Foundation
import SessionFormat
import TestSupport
import Testing

@testable import Recorder

@Suite("Excerpts of a session that is being recorded")
struct ExcerptTests {
  /// A run that is asked for an excerpt at its end, and what that holds.
  private struct Asked {
    let run: FaultyRun
    let text: String
    let oracle: SegmentOracle<KnownStates>
    var first: Int?
    var fault: RecorderError?

    init(
      _ span: ExcerptSpan, limits: SizeLimits? = nil, pausesAt: Int? = nil, steps: Int = 20,
      files: MemoryFiles = MemoryFiles(),
      before: (Int, SessionRecorder, MemoryFiles) -> Void = { _, _, _ in }
    ) {
      var fault: RecorderError?
      run = FaultyRun(
        files, steps: steps, limits: limits, pausesAt: pausesAt, before: before
      ) { recorder in
        do throws(RecorderError) { try recorder.export(last: span, to: "bug.ndjson") } catch {
          fault = error
        }
      }
      self.fault = fault
      text = files.text("bug.ndjson")
      if case .session(let header)? = Self.lines(text).first { first = header.continues?.n }
      var oracle = SegmentOracle(judge: KnownStates(run.truth), mayLackOlder: true)
      if !text.isEmpty { oracle.read(Array(text.utf8)) }
      self.oracle = oracle
    }

    static func lines(_ text: String) -> [SessionLine] {
      text.split(separator: "\n").compactMap { line in
        Array(line.utf8).withUnsafeBufferPointer {
          try? LineCoding.line($0, crc: .required).line
        }
      }
    }
  }

  static let limits: [SizeLimits?] = [nil, SizeLimits(segment: 900, total: 1 << 20)]

  @Test("of any number of actions: one whole session from the state before the first to the last")
  func actions() throws {
    for limits in Self.limits {
      for count in [0, 1, 2, 3, 7, 19, 20, 21, 1_000, -1, Int.max, Int.min] {
        let asked = Asked(.actions(count), limits: limits)
        let first = max(0, 20 - max(0, min(count, 20)))
        #expect(asked.oracle.faults == [], "\(count)")
        #expect(asked.first == first)
        #expect(asked.oracle.states == Set(first...20))
        #expect(asked.oracle.actions == Set(1...20).filter { $0 > first })
        #expect(asked.oracle.isClosed && asked.oracle.torn == 0)
        #expect(asked.oracle.gaps.isEmpty)
        // It is asked for beside the recording, which does not notice.
        #expect(asked.run.oracle.faults == [])
        #expect(asked.run.results == FaultyRun(MemoryFiles(), steps: 20).results)
      }
    }
  }

  @Test("of seconds: from the first action that began in them")
  func seconds() throws {
    let whole = Asked(.actions(1_000))
    var begun: [Int: Int] = [:]
    for case .action(let action) in Asked.lines(whole.text) { begun[action.n] = action.t }
    guard case .end(let end)? = Asked.lines(whole.text).last else {
      Issue.record("the excerpt does not end")
      return
    }
    for tenths in [0, 1, 5, 9, 13, 31, 60, 1_000_000] {
      let asked = Asked(.seconds(Double(tenths) / 10))
      let cut = end.t - tenths * 100_000_000
      let first = begun.filter { $0.value < cut }.keys.max() ?? 0
      #expect(asked.oracle.faults == [])
      #expect(asked.first == first, "\(tenths) tenths of a second")
      #expect(asked.oracle.states == Set(first...20))
    }
    for odd in [Double.infinity, .nan, -1, .greatestFiniteMagnitude] {
      #expect(Asked(.seconds(odd)).oracle.faults == [])
    }
  }

  @Test("its header names the session, with a new id, and all else as there")
  func header() throws {
    let asked = Asked(.actions(2))
    let lines = Asked.lines(asked.text)
    guard case .session(let own)? = lines.first,
      case .session(let recorded)? = Asked.lines(asked.run.segments[0]).first
    else {
      Issue.record("no header")
      return
    }
    #expect(own.continues == SessionHeader.Origin(id: recorded.id, n: 18))
    #expect(own.id == "next")
    var same = own
    same.id = recorded.id
    same.continues = nil
    #expect(same == recorded)
    // Lines are those of the recording, to the byte.
    let copied = asked.text.split(separator: "\n").dropFirst(2).dropLast()
    let all = Set(asked.run.segments.joined().split(separator: "\n"))
    #expect(copied.allSatisfy(all.contains))
  }

  @Test("what a pause or a fault left out is a gap in it, wherever it begins")
  func gaps() throws {
    for count in 0...21 {
      let asked = Asked(
        .actions(count), limits: SizeLimits(segment: 900, total: 1 << 20), pausesAt: 9)
      #expect(asked.oracle.faults == [], "\(count)")
      #expect(asked.oracle.states.contains(20))
      for failing in stride(from: 9, to: 60, by: 7) {
        let files = MemoryFiles { number, call in
          (failing..<failing + 4).contains(number) && call.operation == "write"
            ? .torn(FileError(ENOSPC)) : nil
        }
        let asked = Asked(.actions(count), files: files)
        #expect(asked.oracle.faults == [], "\(count) actions, call \(failing)")
        #expect(asked.oracle.isClosed)
      }
    }
  }

  @Test("older segments were removed: it begins with the oldest state that is there")
  func removed() throws {
    let asked = Asked(.actions(1_000), limits: SizeLimits(segment: 700, total: 2_100))
    let first = try #require(asked.first)
    #expect(first > 0)
    #expect(asked.oracle.faults == [])
    #expect(asked.oracle.states == Set(first...20))
    #expect(
      asked.run.files.files.filter { $0.hasPrefix("sessions/") }.count < asked.run.paths.count)
  }

  @Test(
    "a file that is gone or replaced leaves no hole: it begins after it, and takes no stranger's")
  func holes() throws {
    let limits = SizeLimits(segment: 700, total: 1 << 20)
    let whole = Asked(.actions(1_000), limits: limits)
    let middle = whole.run.paths.count / 2
    let stranger = whole.run.segments[0]
    for isReplaced in [false, true] {
      for place in [0, middle] {
        let asked = Asked(.actions(1_000), limits: limits) { n, recorder, files in
          guard n == 20 else { return }
          files.delete(recorder.paths[place])
          if isReplaced { files.put(recorder.paths[place], stranger) }
        }
        let first = try #require(asked.first)
        #expect(asked.oracle.faults == [])
        #expect(first > 0 && asked.oracle.states == Set(first...20))
      }
    }
  }

  @Test("actions that are being reduced are in it without their state, which is no crash")
  func open() throws {
    let files = MemoryFiles()
    var options = RecorderOptions()
    options.environment.segmentID = { "next" }
    let recorder = SessionRecorder(
      in: .folder("sessions"), store: "test", options: options, environment: [:], files: files)
    var state = Counter()
    recorder.step(CounterAction.add(1), into: &state) { count(&$0, .add(1)) }
    try recorder.step(CounterAction.add(2), into: &state) { state in
      try recorder.export(last: .actions(1), to: "bug.ndjson")
      count(&state, .add(2))
    }
    let kinds = Asked.lines(files.text("bug.ndjson")).map { "\($0.kind) \($0.n ?? -1)" }
    #expect(kinds == ["session -1", "state 1", "action 2", "gap 2", "end 2"])
    let states = [#"{"count":0,"log":[]}"#, #"{"count":1,"log":[]}"#].map { Self.parse($0) }
    var oracle = SegmentOracle(judge: KnownStates(states), mayLackOlder: true)
    oracle.read(Array(files.text("bug.ndjson").utf8))
    #expect(oracle.faults == [])
    #expect(oracle.gaps.map(\.lost) == [0])
  }

  @Test("begun between steps that overlap, it has the actions that stand before its first state")
  func overlapping() throws {
    let files = MemoryFiles()
    let recorder = SessionRecorder(
      in: .folder("sessions"), store: "test", options: RecorderOptions(), environment: [:],
      files: files)
    func add(_ amount: Int, _ meanwhile: () -> Void = {}) {
      var state = Counter()
      recorder.step(CounterAction.add(amount), into: &state) { state in
        meanwhile()
        count(&state, .add(amount))
      }
    }
    add(1) {
      add(2)
      add(3) { _ = Inputs.value("three") { 3 } }
    }
    add(4)
    func excerpt(_ count: Int) throws -> [String] {
      try recorder.export(last: .actions(count), to: "\(count).ndjson")
      let lines = Asked.lines(files.text("\(count).ndjson")).dropFirst()
      return lines.map { "\($0.kind) \($0.n ?? -1)" }
    }
    let last = ["outside 3", "action 4", "state 4", "end 4"]
    #expect(try excerpt(1) == ["state 3"] + last)
    #expect(try excerpt(2) == ["state 2", "action 3", "input 3", "state 3"] + last)
    #expect(
      try excerpt(3) == ["state 1", "action 2", "action 3", "input 3", "state 2", "state 3"] + last)
    let all = ["state 0", "action 1", "action 2", "action 3", "input 3", "state 1", "state 2"]
    #expect(try excerpt(4) == all + ["state 3"] + last)
  }

  private static func parse(_ text: String) -> JSONValue {
    (try? JSONValue(parsing: text)) ?? .null
  }

  @Test("where nothing is recorded, or the file cannot be made, that is said and nothing is left")
  func refused() throws {
    let files = MemoryFiles()
    let recorder = SessionRecorder(
      in: .folder("sessions"), store: "test", options: RecorderOptions(), environment: [:],
      files: files)
    let nothing = RecorderError.cannotExport(path: "a.ndjson", reason: "no state is recorded yet")
    #expect(throws: nothing) { try recorder.export(last: .actions(1), to: "a.ndjson") }
    var state = Counter()
    recorder.step(CounterAction.add(1), into: &state) { count(&$0, .add(1)) }
    files.put("a.ndjson", "kept")
    #expect(throws: RecorderError.cannotCreate(path: "a.ndjson", errno: EEXIST, .file)) {
      try recorder.export(last: .actions(1), to: "a.ndjson")
    }
    #expect(files.text("a.ndjson") == "kept")
    let off = SessionRecorder(
      in: .environment, store: "test", options: RecorderOptions(), environment: [:], files: files)
    #expect(throws: RecorderError.cannotExport(path: "b", reason: "nothing is recorded")) {
      try off.export(last: .actions(1), to: "b")
    }
  }

  @Test("whichever call fails while it is written, the recording goes on and no half file is left")
  func faults() throws {
    let calls = Asked(.actions(5)).run.files.calls
    let first = try #require(calls.firstIndex { $0.operation == "open" })
    let last = try #require(calls.lastIndex { $0.path == "bug.ndjson" })
    for failing in first...last + 1 {
      let files = MemoryFiles { number, _ in number == failing ? .torn(FileError(EIO)) : nil }
      let asked = Asked(.actions(5), files: files)
      #expect(asked.run.oracle.faults == [])
      #expect(asked.run.oracle.states == Set(0...20))
      #expect(files.descriptorsOpen == 0)
      if asked.fault != nil {
        #expect(asked.text == "")
      } else {
        #expect(asked.oracle.faults == [])
      }
    }
  }
}
