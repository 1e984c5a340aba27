import Foundation
import SessionFormat
import TestSupport
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("A session is followed while it is written")
struct SessionFollowerTests {
  /// A file that the test writes bit by bit, as an app does.
  private final class Writing {
    let folder: SessionFolder
    let path: String
    private let handle: FileHandle

    init(_ name: String, in folder: SessionFolder, _ bytes: [UInt8]) throws {
      self.folder = folder
      path = folder.file(name)
      try Data(bytes).write(to: URL(filePath: path))
      handle = try FileHandle(forUpdating: URL(filePath: path))
      try handle.seekToEnd()
    }

    func add(_ bytes: some Sequence<UInt8>) throws { try handle.write(contentsOf: Data(bytes)) }

    func cut(to count: UInt64) throws { try handle.truncate(atOffset: count) }

    deinit { try? handle.close() }
  }

  private let builder = SessionBuilder.mixed()

  @Test(
    "byte by byte, with LF and CRLF: a line is seen once it is whole", arguments: [false, true])
  func bytewise(isCRLF: Bool) throws {
    let chunks = builder.chunks().map { isCRLF ? Array($0.dropLast()) + [13, 10] : $0 }
    let start = chunks[0].count
    let bytes = chunks.flatMap { $0 }
    let writing = try Writing("s.ndjson", in: SessionFolder(), Array(bytes[..<start]))
    let follower = try SessionFollower(path: writing.path)
    #expect(follower.session.lines.count == 1)
    var lines = 1
    for count in start..<bytes.count {
      try writing.add(bytes[count...count])
      let isWhole = bytes[count] == 10
      if isWhole { lines += 1 }
      #expect(try follower.poll() == (isWhole ? [.grown] : []))
      #expect(follower.session.lines.count == lines)
      guard isWhole else { continue }
      let fresh = try open(Array(bytes[...count]))
      #expect(follower.session.last == fresh.last)
      #expect(follower.session.fault == nil)
      for n in fresh.first...fresh.last {
        #expect(follower.session.hasState(n) == fresh.hasState(n))
        if fresh.hasState(n) { #expect(try follower.session.state(n) == fresh.state(n)) }
        #expect(try follower.session.inputs(n) == fresh.inputs(n))
        #expect(try follower.session.events(n) == fresh.events(n))
        #expect(try follower.session.outsides(n) == fresh.outsides(n))
      }
      #expect(follower.isOver == (lines == chunks.count))
      #expect(follower.session.ending == (follower.isOver ? .closed : .cutOff))
    }
    #expect(lines == chunks.count)
  }

  @Test("a session that was seen stays as it was when more lines come")
  func snapshots() throws {
    let numbers = Array(1...3000)
    let chunks = SessionBuilder.counter(numbers).chunks()
    let writing = try Writing("s.ndjson", in: SessionFolder(), chunks[0] + chunks[1])
    let follower = try SessionFollower(path: writing.path)
    var seen: [Session] = []
    for start in stride(from: 2, to: chunks.count, by: 500) {
      try writing.add(chunks[start..<min(start + 500, chunks.count)].joined())
      _ = try follower.poll()
      seen.append(follower.session)
    }
    #expect(
      seen.map(\.last) == [
        250, 500, 750, 1000, 1250, 1500, 1750, 2000, 2250, 2500, 2750, 3000, 3000,
      ])
    for session in seen {
      #expect(
        try session.state(session.last) == ["total": .number(session.last * (session.last + 1) / 2)]
      )
      #expect(!session.hasState(session.last + 1))
    }
  }

  @Test("the next segment is seen as it begins, and the session goes on in it")
  func rotation() throws {
    let segments = Segments(numbers: [2, 3, 5, 7], borders: [2, 3])
    let builders = segments.builders
    let folder = try SessionFolder()
    let first = try Writing(
      Segments.name(1), in: folder, builders[0].chunks().dropLast().flatMap { $0 })
    let follower = try SessionFollower(path: first.path)
    #expect(follower.session.last == 2)
    let second = try Writing(Segments.name(2), in: folder, builders[1].chunks()[0])
    // There is no state in it yet.
    #expect(try follower.poll() == [])
    try second.add(builders[1].chunks()[1])
    try first.add(builders[0].chunks()[6])
    #expect(try follower.poll() == [.grown, .segment(file: second.path)])
    #expect(!follower.isOver)
    try second.add(builders[1].chunks()[2...].joined())
    #expect(try follower.poll() == [.grown])
    #expect(follower.isOver)
    let third = try Writing(Segments.name(3), in: folder, builders[2].bytes())
    #expect(try follower.poll() == [.segment(file: third.path)])
    #expect(follower.isOver)
    #expect(try (0...4).map { try follower.session.state($0) } == (0...4).map(segments.total))
    #expect(try SessionCheck(follower.session).faults == [])
  }

  @Test("a folder is followed from all of its segments on")
  func folder() throws {
    let segments = Segments(numbers: [2, 3, 5, 7], borders: [2])
    let chunks = segments.builders[1].chunks()
    let folder = try segments.folder { $0 == 1 ? $1.bytes() : nil }
    let second = try Writing(Segments.name(2), in: folder, Array(chunks[..<3].joined()))
    let follower = try SessionFollower(path: folder.path)
    #expect(follower.session.last == 3)
    #expect(!follower.session.hasState(3))
    try second.add(chunks[3...].joined())
    #expect(try follower.poll() == [.grown])
    #expect(try (0...4).map { try follower.session.state($0) } == (0...4).map(segments.total))
    #expect(follower.isOver)
  }

  @Test("a file of the next segment's name that is another session's is left alone")
  func foreignSegment() throws {
    let folder = try SessionFolder()
    let chunks = SessionBuilder.counter([1]).chunks()
    let writing = try Writing("a.ndjson", in: folder, chunks[0] + chunks[1])
    let other = SessionBuilder { $0.id = "another" }
    _ = try Writing("a.0002.ndjson", in: folder, other.bytes())
    let follower = try SessionFollower(path: writing.path)
    #expect(follower.session.parts.count == 1)
    try writing.add(chunks[2...].joined())
    #expect(try follower.poll() == [.grown])
    #expect(follower.isOver)
  }

  @Test("a file that is cut is told; until it has a header again there are no steps")
  func truncation() throws {
    let bytes = SessionBuilder.counter([1, 2], closed: false).bytes()
    let other = SessionBuilder.counter([9]).bytes()
    let writing = try Writing("s.ndjson", in: SessionFolder(), bytes)
    let follower = try SessionFollower(path: writing.path)
    try writing.cut(to: 0)
    #expect(try follower.poll() == [.truncated(file: writing.path)])
    #expect((follower.session.first, follower.session.last) == (0, 0))
    #expect(!follower.session.hasState(0))
    #expect(!follower.isOver)
    #expect(try follower.poll() == [])
    try Data(other.prefix(20)).write(to: URL(filePath: writing.path))
    // Written over in place or beside and renamed: which of both is the system's affair.
    _ = try follower.poll()
    try Data(other).write(to: URL(filePath: writing.path))
    _ = try follower.poll()
    #expect(try follower.session.state(1) == ["total": 9])
    #expect(follower.isOver)
  }

  @Test("a file that was cut and has grown beyond its length meanwhile is told too")
  func rewritten() throws {
    let writing = try Writing(
      "s.ndjson", in: SessionFolder(), SessionBuilder.counter([1, 2], closed: false).bytes())
    let follower = try SessionFollower(path: writing.path)
    #expect(try follower.session.state(2) == ["total": 3])
    let handle = try FileHandle(forWritingTo: URL(filePath: writing.path))
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: Data(SessionBuilder.counter([4, 5, 6]).bytes()))
    try handle.close()
    #expect(try follower.poll() == [.truncated(file: writing.path), .grown])
    #expect(try follower.session.state(3) == ["total": 15])
  }

  @Test("another file in its place is told and seen from its beginning")
  func replacement() throws {
    let folder = try SessionFolder()
    let writing = try Writing(
      "s.ndjson", in: folder, SessionBuilder.counter([1, 2], closed: false).bytes())
    let follower = try SessionFollower(path: writing.path)
    _ = try Writing("other.ndjson", in: folder, SessionBuilder.counter([7]).bytes())
    #expect(rename(folder.file("other.ndjson"), writing.path) == 0)
    #expect(try follower.poll() == [.replaced(file: writing.path)])
    #expect(try follower.session.state(1) == ["total": 7])
    #expect(follower.session.last == 1)
    #expect(follower.isOver)
  }

  @Test("a file that is removed is told once, and what is still written to it is seen")
  func removal() throws {
    let chunks = SessionBuilder.counter([1, 2]).chunks()
    let writing = try Writing("s.ndjson", in: SessionFolder(), Array(chunks[..<4].joined()))
    let follower = try SessionFollower(path: writing.path)
    #expect(unlink(writing.path) == 0)
    #expect(try follower.poll() == [.removed(file: writing.path)])
    #expect(try follower.poll() == [])
    try writing.add(chunks[4...].joined())
    #expect(try follower.poll() == [.grown])
    #expect(follower.isOver)
  }

  @Test("what cannot be followed is refused with what to do")
  func refusals() throws {
    let folder = try SessionFolder()
    func refusal(_ path: String) -> String? {
      errorText { () throws(InspectorError) in try SessionFollower(path: path) }
    }
    let nothing = "nothing is recorded there yet: start the app that records it, then follow"
    let unfit =
      "cannot be followed: only a session file that is not gzipped, or a folder of such segments, "
      + "grows line by line"
    #expect(refusal(folder.file("a.ndjson")) == "\(folder.file("a.ndjson")): \(nothing)")
    try folder.put("b.ndjson", #"{"kind":"session""#)
    #expect(refusal(folder.file("b.ndjson")) == "\(folder.file("b.ndjson")): \(nothing)")
    #expect(refusal("-") == "-: \(unfit)")
    #expect(refusal("/dev/null") == "/dev/null: \(unfit)")
    let gzipped = Deflation().deflate(SessionBuilder.counter([1]).bytes(), isLast: true)
    try Data(gzipped).write(to: URL(filePath: folder.file("c.ndjson.gz")))
    #expect(refusal(folder.file("c.ndjson.gz")) == "\(folder.file("c.ndjson.gz")): \(unfit)")
    try folder.put("d.ndjson", "hello\n")
    #expect(
      refusal(folder.file("d.ndjson"))
        == "\(folder.file("d.ndjson")):1:1: not a session: the first line must be of kind "
        + "\"session\", but no JSON value begins here (byte 0)")
  }

  @Test("with salvage damage is left out, what is there and what comes, and told once")
  func salvage() throws {
    let builder = SessionBuilder.counter([1, 2, 3, 4])
    let chunks = builder.chunks()
    let writing = try Writing("s.ndjson", in: SessionFolder(), chunks[0] + Array("no json\n".utf8))
    let follower = try SessionFollower(path: writing.path, mode: .salvage)
    #expect(follower.session.reading.faults.map(\.location.line) == [2])
    #expect(try follower.poll() == [])
    for chunk in chunks[1...5] { try writing.add(chunk) }
    #expect(try follower.poll() == [.grown])
    #expect(try follower.session.state(2) == ["total": 3])
    try writing.add(chunks[6].dropFirst(2))
    let events = try follower.poll()
    let fault = try #require(follower.session.reading.faults.last)
    #expect(fault.location.line == 8)
    #expect(events == [.grown, .damaged(fault)])
    try writing.add(chunks[7].dropLast(3))
    #expect(try follower.poll() == [])
    try writing.add(chunks[7].suffix(3))
    #expect(try follower.poll() == [.grown])
    #expect(try follower.session.state(2) == ["total": 3])
    #expect(!follower.isOver)
    for chunk in chunks[8...] { try writing.add(chunk) }
    #expect(try follower.poll() == [.grown])
    #expect(follower.isOver)
    let whole = try Session(path: writing.path, mode: .salvage)
    #expect(follower.session.reading == whole.reading)
    for n in 0...4 { #expect(follower.session.hasState(n) == whole.hasState(n)) }
  }

  @Test("with salvage a damaged header leaves the rest to be seen, and so does one of a segment")
  func salvagedHeaders() throws {
    let segments = Segments(numbers: [2, 3, 5], borders: [2])
    let builders = segments.builders
    let folder = try SessionFolder()
    let first = try Writing(
      Segments.name(1), in: folder, Array("x".utf8) + builders[0].bytes())
    let follower = try SessionFollower(path: first.path, mode: .salvage)
    #expect(!follower.session.hasHeader)
    #expect(try follower.session.state(2) == segments.total(2))
    let second = try Writing(Segments.name(2), in: folder, Array("no header\n".utf8))
    #expect(try follower.poll() == [])
    try second.add(builders[1].chunks()[1...].joined())
    let events = try follower.poll()
    #expect(events.first == .segment(file: second.path))
    #expect(
      events.dropFirst()
        == follower.session.reading.faults.suffix(events.count - 1).map {
          .damaged($0)
        }[...])
    #expect(try follower.session.state(3) == segments.total(3))
    #expect(follower.isOver)
    let whole = try Session(path: folder.path, mode: .salvage)
    #expect(follower.session.reading == whole.reading)
  }

  @Test("with salvage a file that is cut or replaced is seen from its beginning")
  func salvagedRestarts() throws {
    let bytes = SessionBuilder.counter([1, 2], closed: false).bytes()
    let folder = try SessionFolder()
    let writing = try Writing("s.ndjson", in: folder, bytes)
    let follower = try SessionFollower(path: writing.path, mode: .salvage)
    try writing.add("noise\n".utf8)
    #expect(try follower.poll().count == 2)
    try writing.cut(to: 0)
    #expect(try follower.poll() == [.truncated(file: writing.path)])
    #expect(!follower.session.hasState(0))
    _ = try Writing("o.ndjson", in: folder, SessionBuilder.counter([7]).bytes() + Array("x\n".utf8))
    #expect(rename(folder.file("o.ndjson"), writing.path) == 0)
    let events = try follower.poll()
    #expect(events.first == .replaced(file: writing.path))
    #expect(events.count == 2)
    #expect(try follower.session.state(1) == ["total": 7])
  }

  @Test("damage that comes is an error from then on, and what was before it can be asked")
  func damage() throws {
    let writing = try Writing(
      "s.ndjson", in: SessionFolder(), SessionBuilder.counter([1, 2], closed: false).bytes())
    let follower = try SessionFollower(path: writing.path)
    try writing.add("no json\n".utf8)
    #expect(try follower.poll() == [.grown])
    #expect(follower.session.fault?.location.line == 7)
    #expect(try follower.session.state(2) == ["total": 3])
  }

  @Test("a session chosen among several was named by the folder, which opens the newest there is")
  func chosen() throws {
    let folder = try SessionFolder()
    let stems = ["a-store-20260102T030405Z-bb", "a-store-20260102T030406Z-aa"]
    for (number, stem) in stems.enumerated() {
      try Data(SessionBuilder.counter([number + 1]).bytes()).write(
        to: URL(filePath: folder.file("\(stem).0001.ndjson")))
    }
    for mode in [ReadingMode.tail, .salvage] {
      let follower = try SessionFollower(path: folder.path, mode: mode)
      #expect(follower.session.file == folder.file(stems[1]))
      #expect(try Session(path: follower.session.file).state(1) == ["total": 2])
    }
    // The beginning of a name that only one session has is as good as its name.
    let named = try SessionFollower(path: folder.file("a-store-20260102T030405"))
    #expect(named.session.file == folder.file("a-store-20260102T030405"))
    #expect(try named.session.state(1) == ["total": 1])
  }

  @Test("a last line that has no end yet was read on, whatever its length")
  func endlessLine() throws {
    let chunks = builder.chunks()
    let start = chunks[0] + Array(repeating: UInt8(ascii: "["), count: 900)
    let writing = try Writing("long.ndjson", in: SessionFolder(), start)
    let limits = ReadingLimits(lineBytes: 1000)
    let follower = try SessionFollower(path: writing.path, limits: limits)
    #expect(try follower.poll() == [])
    try writing.add(Array(repeating: UInt8(ascii: "["), count: 200))
    #expect(throws: InspectorError.lineTooLong(file: writing.path, line: 2, limit: 1000)) {
      try follower.poll()
    }
    #expect(throws: InspectorError.lineTooLong(file: writing.path, line: 2, limit: 1000)) {
      _ = try SessionFollower(path: writing.path, limits: limits)
    }
  }
}
