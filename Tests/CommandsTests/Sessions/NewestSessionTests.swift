import Foundation
import SessionFormat
import TestSupport
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("A folder of several sessions opens as the newest one of its store")
struct NewestSessionTests {
  private let numbers = [2, 3, 5, 7, 11, 13]

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
}
