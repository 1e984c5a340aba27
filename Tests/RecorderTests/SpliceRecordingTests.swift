import SessionFormat
import Testing

@testable import Recorder
@testable import RecorderHost

@Suite("Of long strings the recorder writes what changes")
struct SpliceRecordingTests {
  private struct Note: Codable, Equatable {
    var text = ""
    var keys = 0
  }

  private struct Typed: Codable {
    let text: String
  }

  private static func type(_ note: inout Note, _ typed: Typed) {
    let middle = note.text.index(note.text.startIndex, offsetBy: note.text.count / 2)
    note.text.insert(contentsOf: typed.text, at: middle)
    note.keys += 1
  }

  /// Records as many keys, each a letter of several bytes.
  private func record(_ recorder: SessionRecorder, _ note: Note, keys: Int) {
    var note = note
    for _ in 0..<keys {
      recorder.step(Typed(text: "ö"), into: &note) { Self.type(&$0, Typed(text: "ö")) }
    }
    recorder.close()
  }

  private func lines(_ files: MemoryFiles, _ path: String) throws -> [SessionLine] {
    try files.text(path).utf8.split(separator: 0x0A).map { line in
      try Array(line).withUnsafeBufferPointer { try LineCoding.line($0, crc: .required).line }
    }
  }

  /// A recorder to one file.
  private func recorder(_ files: MemoryFiles, _ options: RecorderOptions) -> SessionRecorder {
    let segments = Segments(
      store: "note", .file("note.ndjson"), files: files, limits: nil, durability: .system)
    return SessionRecorder(sink: segments, store: "note", options: options)
  }

  private func options() -> RecorderOptions {
    var options = RecorderOptions()
    let ids = Ids()
    options.environment.segmentID = { ids.next() }
    return options
  }

  private final class Ids: @unchecked Sendable {
    private var count = 0
    func next() -> String {
      count += 1
      return "segment \(count)"
    }
  }

  @Test("a text that grows beyond 1 KB goes on in a segment that announces splices")
  func growing() throws {
    let files = MemoryFiles()
    let recorder = SessionRecorder(
      in: .folder("notes"), store: "note", options: options(), environment: [:], files: files)
    record(recorder, Note(), keys: 900)
    #expect(recorder.paths.count == 2)
    let (first, second) = (
      try lines(files, recorder.paths[0]), try lines(files, recorder.paths[1])
    )
    guard case .session(let header)? = first.first, case .session(let next)? = second.first else {
      return #expect(Bool(false))
    }
    #expect(header.requires == nil)
    #expect(next.requires == ["splice"])
    #expect(next.continues?.id == header.id)
    #expect(first.count { $0.hasSplice } == 0)
    let start = try #require(next.continues?.n)
    #expect((513...577).contains(start), "long lines are looked at ever more rarely")
    var state = JSONValue.null
    var expected = Note()
    for case .state(let line) in second {
      state = try line.content.applied(to: state)
      while expected.keys < line.n { Self.type(&expected, Typed(text: "ö")) }
      #expect(state == ["text": .string(expected.text), "keys": .number(line.n)])
      if line.n > start { #expect(SessionLine.state(line).hasSplice) }
    }
    #expect(expected.keys == 900)
    #expect(files.text(recorder.paths[1]).utf8.count < 900 * 300)
  }

  @Test("a recording to one file announces them if the first state has such a string")
  func oneFile() throws {
    for (text, isLong) in [("", false), (String(repeating: "x", count: 1_024), true)] {
      let files = MemoryFiles()
      let recorder = recorder(files, options())
      record(recorder, Note(text: text), keys: 900)
      #expect(recorder.paths == ["note.ndjson"])
      let lines = try lines(files, "note.ndjson")
      guard case .session(let header)? = lines.first else { return #expect(Bool(false)) }
      #expect(header.hasSplices == isLong)
      #expect((lines.count { $0.hasSplice } > 0) == isLong)
    }
  }

  @Test("a session of whole states has none")
  func wholeStates() throws {
    let files = MemoryFiles()
    var options = options()
    options.snapshots = .full
    let recorder = recorder(files, options)
    record(recorder, Note(text: String(repeating: "x", count: 2_000)), keys: 9)
    guard case .session(let header)? = try lines(files, "note.ndjson").first else {
      return #expect(Bool(false))
    }
    #expect(header.requires == nil)
  }

  @Test("a host answers with the same splices, and to a session without with none")
  func host() throws {
    for length in [900, 5_000] {
      let files = MemoryFiles()
      let recorder = recorder(files, options())
      record(recorder, Note(text: String(repeating: "x", count: length)), keys: 300)
      let recorded = try lines(files, "note.ndjson")
      var answers: [JSONValue] = []
      let machine = HostMachine<Note, Typed>(
        store: "note", codec: .codable, reduce: { Self.type(&$0, $1) },
        answer: { answers.append($0) }, flush: {})
      for line in recorded { #expect(machine.handle(line)) }
      let patches = answers.compactMap { $0["patch"] }
      let expected = recorded.compactMap { line -> JSONValue? in
        if case .state(let line) = line, case .patch(let patch) = line.content {
          patch.document
        } else {
          nil
        }
      }
      #expect(patches == expected)
      #expect(answers.first?["requires"] == (length > 1_024 ? ["splice"] : nil))
    }
  }
}
