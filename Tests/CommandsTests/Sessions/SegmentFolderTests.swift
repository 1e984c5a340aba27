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
