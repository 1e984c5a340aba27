import Foundation
import Query
import SessionFormat
import TestSupport
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("A folder of segments opens as one session")
struct SegmentFolderTests {
  private let numbers = [2, 3, 5, 7, 11, 13]

  private func expectWhole(_ session: Session, _ segments: Segments) throws {
    #expect((session.first, session.last) == (0, numbers.count))
    #expect(session.ending == .closed)
    #expect(session.notes == [])
    // Backwards, so that each state is made from its own whole one.
    for n in (0...numbers.count).reversed() {
      #expect(try session.state(n) == segments.total(n))
      #expect(n == 0 || session.hasAction(n))
    }
    let single = try segments.whole.session()
    #expect(try SessionComparison(single, session).divergence == nil)
    #expect(try SessionCheck(session).faults == [])
  }

  @Test("wherever it is split, also into segments without an action")
  func borders() throws {
    for first in 0...numbers.count {
      for second in first...numbers.count {
        let segments = Segments(numbers: numbers, borders: [first, second])
        let folder = try segments.folder()
        try expectWhole(try Session(path: folder.path), segments)
      }
    }
  }

  @Test("some of its segments gzipped, some without checksums")
  func mixed() throws {
    let segments = Segments(numbers: numbers, borders: [2, 4])
    let folder = try segments.folder { segment, builder in
      segment == 2
        ? Deflation().deflate(builder.bytes(), isLast: true) : builder.bytes(crc: segment < 3)
    }
    try expectWhole(try Session(path: folder.path), segments)
  }

  @Test("a question goes across the borders")
  func questions() throws {
    let folder = try Segments(numbers: numbers, borders: [2, 4]).folder()
    let timeline = Timeline(try Session(path: folder.path))
    let path = JSONPointer(tokens: ["total"])
    let changes = try CauseScan(timeline, path: path, interrupted: { false }).changes(upTo: 6)
    #expect(changes.count == 7)
    let condition = try Condition("$.state.total > 9")
    #expect(
      try StepSearch(timeline, where: condition, interrupted: { false }).matches() == [3, 4, 5, 6])
  }

  @Test("one segment alone is a session of its own")
  func single() throws {
    let folder = try Segments(numbers: numbers, borders: [2, 4]).folder()
    let session = try Session(path: folder.file(Segments.name(2)))
    #expect((session.first, session.last) == (2, 4))
    #expect(session.ending == .closed)
  }

  @Test("the oldest segments may be gone: it begins later")
  func beginning() throws {
    let segments = Segments(numbers: numbers, borders: [2, 4])
    let folder = try segments.folder { $0 == 1 ? nil : $1.bytes() }
    let session = try Session(path: folder.path)
    #expect((session.first, session.last) == (2, 6))
    #expect(session.notes == [])
    #expect(try session.state(6) == segments.total(6))
    #expect(try SessionCheck(session).faults == [])
  }

  @Test("a segment missing in the middle is told, and its states are unknown")
  func missing() throws {
    let segments = Segments(numbers: numbers, borders: [2, 4])
    let folder = try segments.folder { $0 == 2 ? nil : $1.bytes() }
    let session = try Session(path: folder.path)
    #expect(session.notes.map(\.words) == ["segment 0002 is missing"])
    #expect((0...6).filter { session.hasState($0) } == [0, 1, 2, 4, 5, 6])
    #expect((0...6).filter { session.hasAction($0) } == [1, 2, 5, 6])
    for n in [0, 1, 2, 4, 5, 6] { #expect(try session.state(n) == segments.total(n)) }
    #expect(
      errorText { () throws(InspectorError) in try session.state(3) }
        == "no state 3: it lies in a gap of the recording (segment 0002 is missing)")
    #expect(
      try SessionCheck(session).faults.map(\.cause) == [.missingSegments(2...2)])
  }

  @Test("a segment in the middle without its header is told, and its states are unknown")
  func headless() throws {
    let segments = Segments(numbers: numbers, borders: [2, 4])
    let folder = try segments.folder { segment, builder in
      segment == 2 ? Array(builder.bytes().dropFirst()) : builder.bytes()
    }
    let session = try Session(path: folder.path)
    let file = folder.file(Segments.name(2))
    #expect(
      session.notes.map(\.words) == [
        "a segment is damaged: \(file):1:7: not a session: the first line must be of kind "
          + "\"session\", but text after the end of the value (byte 6)"
      ])
    #expect((0...6).filter { session.hasState($0) } == [0, 1, 2, 4, 5, 6])
    #expect(
      errorText { () throws(InspectorError) in try session.state(3) }
        == "no state 3: it lies in a gap of the recording (a segment cannot be read)")
  }

  @Test("where the order breaks in a segment, the session goes on with the next one")
  func broken() throws {
    let segments = Segments(numbers: numbers, borders: [3, 4])
    let folder = try segments.folder { segment, builder in
      segment == 1 ? builder.chunks().enumerated().flatMap { $0 == 4 ? [] : $1 } : builder.bytes()
    }
    let session = try Session(path: folder.path)
    // State 1 is written, action 2 has no line; what follows in that segment is not in order.
    #expect((0...6).filter { session.hasState($0) } == [0, 1, 3, 4, 5, 6])
    for n in [0, 1, 3, 4, 5, 6] { #expect(try session.state(n) == segments.total(n)) }
    #expect(
      errorText { () throws(InspectorError) in try session.state(2) }
        == "no state 2: it lies in a gap of the recording "
        + "(the end of \(Segments.name(1)) is damaged)")
    let check = try SessionCheck(session)
    #expect(check.faults.map(\.cause) == [.misplaced(kind: "state", n: 2)])
    #expect(check.faults.map(\.location.line) == [5])
  }

  @Test("cut at any byte, the first segment gives what it has, and the rest goes on")
  func torn() throws {
    let segments = Segments(numbers: numbers, borders: [3])
    let first = segments.builders[0].bytes()
    let header = segments.builders[0].chunks()[0].count
    for count in header..<first.count {
      let folder = try segments.folder { $0 == 1 ? Array(first[..<count]) : $1.bytes() }
      let session = try Session(path: folder.path)
      #expect(session.last == 6)
      for n in 0...6 where session.hasState(n) {
        #expect(try session.state(n) == segments.total(n), "\(count) \(n)")
      }
      for n in 3...6 { #expect(session.hasState(n), "\(count)") }
    }
  }

  @Test("a torn action, state or input is taken up as the format says")
  func takenUp() throws {
    for shape in 0..<3 {
      var first = SessionBuilder.counter([2], closed: false)
      if shape > 0 { first.action(2, "add", 3) }
      let torn = [
        #"{"kind":"action","n":2,"#, #"{"kind":"state","n":2,"#, #"{"kind":"input","n":2,"#,
      ]
      var second = SessionBuilder {
        $0.continues = SessionHeader.Origin(id: SessionBuilder.id, n: shape == 0 ? 1 : 2)
      }
      if shape == 0 {
        second.whole(1, ["total": 2])
        second.action(2, "add", 3)
        second.patch(2, to: ["total": 5])
      } else {
        if shape == 2 { second.gap(2, lost: 0, "torn") }
        second.whole(2, ["total": 5])
      }
      second.end(2)
      let folder = try SessionFolder()
      try Data(first.bytes() + Array(torn[shape].utf8)).write(
        to: URL(filePath: folder.file(Segments.name(1))))
      try Data(second.bytes()).write(to: URL(filePath: folder.file(Segments.name(2))))
      let session = try Session(path: folder.path)
      #expect(
        try (0...2).map { try session.state($0) } == [["total": 0], ["total": 2], ["total": 5]])
      #expect(session.hasAction(2))
      #expect(session.ending == .closed)
    }
  }

  @Test("a repeated state that is another one is damage")
  func otherState() throws {
    let segments = Segments(numbers: numbers, borders: [3])
    let folder = try segments.folder { segment, builder in
      guard segment == 2 else { return builder.bytes(crc: false) }
      let text = String(decoding: builder.bytes(crc: false), as: UTF8.self)
      return Array(text.replacing(#""state":{"total":10}"#, with: #""state":{"total":9}"#).utf8)
    }
    let check = try SessionCheck(try Session(path: folder.path))
    #expect(
      check.faults.map(\.cause) == [.repeated(n: 3, path: JSONPointer(tokens: ["total"]))])
    #expect(
      check.faults.map(\.words) == [
        "state 3, with which the segment begins, differs from the last state of the segment before "
          + "it at \"/total\""
      ])
    #expect(check.faults.map(\.location.file) == [folder.file(Segments.name(2))])
  }

  @Test("a file of the same name that is another session's is told and left out")
  func foreign() throws {
    let segments = Segments(numbers: numbers, borders: [3])
    let folder = try segments.folder()
    let other = SessionBuilder { $0.id = "another" }
    try Data(other.bytes()).write(to: URL(filePath: folder.file(Segments.name(3))))
    let session = try Session(path: folder.path)
    #expect(session.last == 6)
    #expect(
      session.notes.map(\.words) == [
        "a segment is damaged: \(folder.file(Segments.name(3))): has the name of a segment of the "
          + "session of \(folder.file(Segments.name(1))), but does not continue it"
      ])
  }

  @Test("several sessions are listed, and a beginning of the name chooses one")
  func several() throws {
    let folder = try Segments(numbers: numbers, borders: [3]).folder()
    try Data(Self.session(of: "other", 1).bytes()).write(
      to: URL(filePath: folder.file("other.ndjson")))
    #expect(
      errorText { () throws(InspectorError) in try Session(path: folder.path) }
        == "\(folder.path): there are 2 sessions, and not all are known to be of one store: "
        + "\(Segments.stem), other; add the beginning of a name, which opens the newest session of "
        + "one store, as in \(folder.path)/\(Segments.stem)")
    #expect(try Session(path: folder.file("oth")).last == 1)
    #expect(try Session(path: folder.file("counter-2026")).last == 6)
    #expect(
      errorText { () throws(InspectorError) in try Session(path: folder.file("none")) }
        == "\(folder.file("none")): cannot be read: No such file or directory")
  }

  /// A session of one action, that started some seconds after a minute.
  private static func session(of store: String, _ second: Int) -> SessionBuilder {
    var builder = SessionBuilder { header in
      (header.store, header.started) = (store, "2026-01-02T03:04:0\(second)Z")
    }
    builder.whole(0, ["total": 0])
    builder.action(1, "add", .number(second))
    builder.patch(1, to: ["total": .number(second)])
    return builder
  }

  @Test("the newest session was named in the help, and refused if no recorder had named the files")
  func newestOfOtherNames() throws {
    let folder = try SessionFolder()
    for (name, second) in [("monday", 2), ("saved", 5), ("counter-20260102T030409Z-a", 3)] {
      try Data(Self.session(of: "counter", second).bytes()).write(
        to: URL(filePath: folder.file("\(name).ndjson")))
    }
    let session = try Session(path: folder.path)
    #expect(try session.action(1).action == 5)
    #expect(session.notes == [.newest(name: "saved", count: 3, by: .started)])
    // A file without a readable header may be newer, or of another store.
    try Data("{\n".utf8).write(to: URL(filePath: folder.file("broken.ndjson")))
    #expect(
      errorText { () throws(InspectorError) in try Session(path: folder.path) }?
        .contains("4 sessions, and not all are known to be of one store: broken, counter-") == true)
    #expect(try Session(path: folder.file("m")).action(1).action == 2)
  }

  /// A folder of sessions of one action each, whose numbers say which they are.
  private func launches(_ names: [String]) throws -> SessionFolder {
    let folder = try SessionFolder()
    for (number, name) in names.enumerated() {
      try Data(SessionBuilder.counter([number + 1]).bytes()).write(
        to: URL(filePath: folder.file(name)))
    }
    return folder
  }

  @Test("each launch adds a session, and a folder that was opened before was refused from then on")
  func newest() throws {
    let names = ["20260102T030405Z-bb", "20260102T030406Z-aa", "20251231T235959Z-cc"]
      .map { "a-store-\($0)" }
    let folder = try launches(names.map { "\($0).0001.ndjson" })
    for mode in [ReadingMode.tail, .strict, .salvage] {
      let session = try Session(path: folder.path, mode: mode)
      #expect(try session.state(1) == ["total": 2])
      #expect(
        session.notes.map(\.words) == [
          "\(names[1]) is the newest of 3 sessions in the folder; the beginning of another name "
            + "opens that session"
        ])
    }
    let one = try Session(path: folder.file("a-store-2025"))
    #expect(try one.state(1) == ["total": 3] && one.notes == [])
    let ofDay = try Session(path: folder.file("a-store-20260102"))
    #expect(try ofDay.state(1) == ["total": 2])
    #expect(ofDay.notes == [.newest(name: names[1], count: 2, by: .started)])
    let followed = try SessionFollower(path: folder.path).session
    #expect(try followed.state(1) == ["total": 2])
    #expect(followed.notes == [.newest(name: names[1], count: 3, by: .started)])
  }

  @Test("sessions that began in the same second were all refused, whatever their headers say")
  func sameSecond() throws {
    func opened(_ starts: [(started: String?, written: Int)], gzips: Bool = false) throws -> String
    {
      let folder = try SessionFolder()
      for (number, start) in starts.enumerated() {
        var builder = SessionBuilder { $0.started = start.started ?? "" }
        builder.whole(0, ["total": .number(number)])
        let name = "a-20260102T030405Z-\(number).0001.ndjson" + (gzips ? ".gz" : "")
        let lines = start.started == nil ? Array("damaged\n".utf8) : builder.bytes()
        let bytes = gzips ? Deflation().deflate(lines, isLast: true) : lines
        try Data(bytes).write(to: URL(filePath: folder.file(name)))
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSince1970: Double(start.written))],
          ofItemAtPath: folder.file(name))
      }
      let session = try Session(path: folder.path, mode: .salvage)
      let state = session.hasState(0) ? try session.state(0)["total"]?.description : nil
      return (state ?? "-") + (session.notes.map { " \($0.words)" }.first ?? "")
    }
    let (end, started) = (
      "; the beginning of another name opens that session", "2026-01-02T03:04:05"
    )
    let newest = { (number: Int, count: Int) in
      "\(number) a-20260102T030405Z-\(number) is the newest of \(count) sessions in the folder"
    }
    for gzips in [false, true] {
      #expect(
        try opened(
          [("\(started).120Z", 9), ("\(started).2Z", 5), ("\(started)Z", 9), (nil, 9)],
          gzips: gzips) == newest(1, 4) + end)
    }
    let written = ": several started last at the same moment; this one was written to last"
    #expect(
      try opened([("\(started).5Z", 7), ("\(started).50Z", 8), ("\(started).49Z", 9)])
        == newest(1, 3) + written + end)
    let named =
      ": several started last and were written to last at the same moments; this one has the last "
      + "name"
    #expect(
      try opened([("\(started).5Z", 7), ("\(started).5Z", 7)]) == newest(1, 2) + named + end)
  }

  @Test(
    "no session is chosen among those of several stores, whatever their names",
    arguments: [
      ["a-20260102T030405Z-aa", "b-20260102T030406Z-aa"],
      ["a-20260102T030405Z-aa", "a-20260102T030406-bb"],
      ["a-20260102T030405Z-aa", "a-20260102T030406Z-"],
      ["a-20260102T030405Z-aa", "-20260102T030406Z-bb"],
      ["a-20260102T030405Z-aa", "other"],
    ])
  func noNewest(_ names: [String]) throws {
    let folder = try SessionFolder()
    for (name, store) in zip(names, ["a", "b"]) {
      try Data(Self.session(of: store, 1).bytes()).write(
        to: URL(filePath: folder.file("\(name).ndjson")))
    }
    #expect(
      errorText { () throws(InspectorError) in try Session(path: folder.path) }?
        .hasPrefix("\(folder.path): there are 2 sessions, and ") == true)
  }

  /// What failing tests leave: two sessions of other stores, and one of two segments, the newest.
  private func attachments() throws -> SessionFolder {
    let folder = try Segments(numbers: numbers, borders: [3]).folder()
    for (name, second) in [("fails-toast", 3), ("fails-2-cart", 1)] {
      let bytes = Deflation().deflate(Self.session(of: name, second).bytes(), isLast: true)
      try Data(bytes).write(to: URL(filePath: folder.file("\(name).ndjson.gz")))
      try Data("<!doctype html>".utf8).write(to: URL(filePath: folder.file("\(name).html")))
    }
    return folder
  }

  @Test("a folder of what failing tests left was refused at the prompt, for its several stores")
  func ofAnyStore() throws {
    let folder = try attachments()
    let context = CommandContext(table: CommandTable(CommandTable.library), host: { _ in nil })
    let session = try context.session(folder.path, ofAnyStore: true)
    #expect(session.last == 6 && session.header.store == "counter")
    #expect(
      session.notes == [
        .newest(name: Segments.stem, count: 3, by: .started, isOfOneStore: false)
      ])
    #expect(
      session.notes.first?.words.hasPrefix(
        "\(Segments.stem) is the newest of 3 sessions in the folder, which may be of several "
          + "stores; ") == true)
    // It was called by the folder, which is no name of a session among several.
    #expect(session.file == folder.file(Segments.stem))
    #expect(try context.session(session.file).header.id == session.header.id)
    let tests = try context.session(folder.file("fails"), ofAnyStore: true)
    #expect(
      tests.notes == [.newest(name: "fails-toast", count: 2, by: .started, isOfOneStore: false)])
    // What nobody looks at is not answered of a store that nobody named.
    #expect(
      errorText { () throws(InspectorError) in try context.session(folder.path) }?
        .hasPrefix("\(folder.path): there are 3 sessions, and ") == true)
  }

  @Test("written in one file it is an equal session, gaps for what is missing")
  func joined() throws {
    let segments = Segments(numbers: numbers, borders: [2, 4])
    for form in [SnapshotForm.full, .delta] {
      for lost in [nil, 2] as [Int?] {
        let folder = try segments.folder { segment, builder in
          segment == lost ? nil : builder.bytes(crc: segment != 3)
        }
        let session = try Session(path: folder.path)
        var writer = SessionWriter(to: nil)
        var rewrite = SessionRewrite(session, as: form)
        try rewrite.run(into: &writer, interrupted: { false })
        try writer.finish()
        let joined = try Session(bytes: Data(writer.kept), file: "joined")
        #expect(try SessionCheck(joined).faults == [])
        #expect(try SessionComparison(session, joined).divergence == nil)
        #expect((0...6).map(joined.hasState) == (0...6).map(session.hasState))
        #expect(joined.ending == .closed)
      }
    }
  }
}
